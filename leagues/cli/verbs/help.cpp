// danno help VERB: what 'danno VERB --help' shows.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "leagues/cli/flags/help.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/columns.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::verbs {
namespace {

flags::VerbShape verb_of(const flags::VerbShape& shape, const std::string& name) {
  const auto found = std::ranges::find(shape.verbs, name, &flags::VerbShape::name);
  if (found != shape.verbs.end()) return *found;
  std::vector<std::string> names;
  for (const flags::VerbShape& verb : shape.verbs)
    names.push_back(verb.name);
  throw terminal::UsageError(fmt::format("'{}' has no verb '{}'; {}", shape.name, name,
                                         words::did_you_mean(name, names, "see 'danno help'")));
}

void show(flags::Verb program, const std::vector<std::string>& words) {
  flags::VerbShape shape = flags::shape_of(program);
  std::string path = shape.name;
  for (const std::string& word : words) {
    shape = verb_of(shape, word);
    path += ' ' + word;
  }
  terminal::print(
      "{}",
      flags::help_text(shape, path, terminal::columns(stdout).value_or(terminal::kUsualColumns)));
}

}  // namespace

void add_help(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(invocation, {.name = "help",
                                                .summary = "a verb's options and two examples",
                                                .group = "",
                                                .examples = "  danno help match\n"
                                                            "  danno help league run"});
  const auto words = std::make_shared<std::vector<std::string>>();
  verb.option("VERB", *words, "a verb, and a verb of it").several(2);
  verb.runs([app, words] { show(app, *words); });
}

}  // namespace danno::leagues::cli::verbs
