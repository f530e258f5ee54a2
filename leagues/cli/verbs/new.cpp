// danno new LANGUAGE NAME: a folder that plays at once.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/suggest.hpp"

namespace danno::leagues::cli::verbs {
namespace {

constexpr std::string_view kDefaultRules = "koans";

struct Arguments {
  std::string language;
  std::string name;
  std::string rules{kDefaultRules};
  bool list = false;
};

void print_languages() {
  for (const std::string& language : entrants::scaffold_languages())
    fmt::print("{:<8}{}\n", language, entrants::scaffold_needs(language));
}

void require_language(const std::string& language) {
  const std::vector<std::string> languages = entrants::scaffold_languages();
  if (std::ranges::find(languages, language) != languages.end()) return;
  const std::string expected = fmt::format(
      "expected {}; docs/protocol.md serves any other language", fmt::join(languages, ", "));
  throw terminal::UsageError(fmt::format("no scaffold for '{}'; {}",
                                         text::escape_terminal(language),
                                         text::did_you_mean(language, languages, expected)));
}

void run_new(const Arguments& arguments, const terminal::Invocation& invocation) {
  if (arguments.list) return print_languages();
  if (arguments.name.empty()) {
    throw terminal::UsageError(
        fmt::format("expected a language and a name, as in '{0} new python mybot'; "
                    "'{0} new --list' names the languages",
                    invocation.program));
  }
  require_language(arguments.language);
  const std::string rules(flags::chosen_rules(arguments.rules).id);
  try {
    entrants::make_scaffold(arguments.language, arguments.name, rules);
  } catch (const entrants::AgentError& error) {
    throw terminal::UsageError(error.what());
  }
  const std::string name = text::escape_terminal(arguments.name);
  const std::string flag = rules == kDefaultRules ? "" : " --rules " + rules;
  fmt::print("created {0}/; {0}/README.md tells what is in it\n", name);
  const std::string agent = text::escape_terminal(text::quote_shell(arguments.name));
  fmt::print("next    {0} check {1}{2}\n        {0} match {1} hold{2}\n", invocation.program, agent,
             flag);
}

}  // namespace

void add_new(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "new",
                           .summary = "a new agent's folder, ready to play",
                           .group = "Agents",
                           .examples = "  danno new python mybot\n"
                                       "  danno new cpp bots/ada --rules official"});
  const auto arguments = std::make_shared<Arguments>();
  verb.option("LANGUAGE", arguments->language, "cpp, java, js, python or rust");
  verb.option("NAME", arguments->name, "the folder; the agent is named after it");
  verb.flag("--list", arguments->list, "print the languages and what each needs");
  verb.option("--rules", arguments->rules, "the rule set of its examples; default koans")
      .takes("ID");
  verb.runs([arguments, &invocation] { run_new(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
