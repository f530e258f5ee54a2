// danno new LANGUAGE NAME: a folder that plays at once.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/suggest.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

constexpr std::string_view kDefaultRules = "koans";

struct Arguments {
  std::string language;
  std::string name;
  std::string rules{kDefaultRules};
};

void require_language(const std::string& language) {
  const std::vector<std::string> languages = leagues::scaffold_languages();
  if (std::ranges::find(languages, language) != languages.end()) return;
  const auto meant = leagues::closest(language, languages);
  throw UsageError(
      fmt::format("no scaffold for '{}'; {}", leagues::escape_terminal(language),
                  meant ? fmt::format("did you mean '{}'?", *meant)
                        : fmt::format("expected {}; docs/protocol.md serves any other language",
                                      fmt::join(languages, ", "))));
}

void run_new(const Arguments& arguments, const Session& session) {
  require_language(arguments.language);
  const std::string rules(chosen_rules(arguments.rules).id);
  try {
    leagues::make_scaffold(arguments.language, arguments.name, rules);
  } catch (const leagues::AgentError& error) {
    throw UsageError(error.what());
  }
  const std::string name = leagues::escape_terminal(arguments.name);
  const std::string flag = rules == kDefaultRules ? "" : " --rules " + rules;
  fmt::print("created {0}/; {0}/README.md tells what is in it\n", name);
  fmt::print("next    {0} check {1}{2}\n        {0} match {1} hold{2}\n", session.program, name,
             flag);
}

}  // namespace

void add_new(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "new",
                             .summary = "a new agent's folder, ready to play",
                             .group = "Agents",
                             .examples = "  danno new python mybot\n"
                                         "  danno new cpp bots/ada --rules official"});
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("LANGUAGE", arguments->language, "python, cpp or js")->required();
  verb.add_option("NAME", arguments->name, "the folder; the agent is named after it")->required();
  verb.add_option("--rules", arguments->rules, "the rule set of its examples; default koans")
      ->type_name("ID");
  verb.callback([arguments, &session] { run_new(*arguments, session); });
}

}  // namespace danno::cli
