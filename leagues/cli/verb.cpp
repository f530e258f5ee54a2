#include "leagues/cli/verb.hpp"

#include <CLI/CLI.hpp>

namespace danno::cli {

CLI::App& add_verb(CLI::App& parent, Session& session, const VerbText& text) {
  CLI::App& verb = *parent.add_subcommand(text.name, text.summary);
  verb.group(text.group);
  verb.footer("Examples:\n" + text.examples);
  // At most one verb, so that a later word that happens to be a verb's name stays an argument.
  verb.require_subcommand(0, 1);
  verb.add_flag("-q,--quiet", session.quiet, "no narration on stderr");
  verb.add_flag("-v,--verbose", session.verbose, "more narration on stderr");
  return verb;
}

void add_json_flag(CLI::App& verb, Session& session) {
  verb.add_flag("--json", session.json, "the result as JSON on stdout");
}

}  // namespace danno::cli
