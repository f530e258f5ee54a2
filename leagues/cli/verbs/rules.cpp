// danno rules [ID|FILE]: the rule sets; one in full; warnings about a file.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/show_rules.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct Arguments {
  std::vector<std::string> words;  ///< ID or FILE; or "check" and one.
  bool toml = false;
};

void show(const Arguments& arguments, const terminal::Invocation& invocation) {
  const auto& words = arguments.words;
  const bool checks = !words.empty() && words.front() == "check";
  if (words.size() > (checks ? 2U : 1U))
    throw terminal::UsageError(
        fmt::format("'{}' is one word too many; expected one ID or FILE", words[checks ? 2 : 1]));
  if (checks && words.size() == 1)
    throw terminal::UsageError("no file to check; expected 'danno rules check FILE'");
  if (arguments.toml && invocation.json)
    throw terminal::UsageError("--toml and --json are two forms; expected one of them");
  if (words.empty()) {
    if (arguments.toml)
      throw terminal::UsageError("--toml prints one rule set; expected its ID or FILE");
    return terminal::show_rule_sets(invocation);
  }
  const rules::Definition& definition = flags::chosen_rules(words.back());
  if (checks) return terminal::show_rule_warnings(definition, invocation);
  if (arguments.toml) {
    terminal::print("{}", rules::print_rules(definition));
  } else {
    terminal::show_rule_set(definition, invocation);
  }
}

}  // namespace

void add_rules(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "rules",
                           .summary = "the rule sets; one in full, also from a file",
                           .group = "The games",
                           .examples = "  danno rules\n"
                                       "  danno rules true-greed\n"
                                       "  danno rules koans --toml > ours.toml\n"
                                       "  danno rules check ./ours.toml"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("ID", arguments->words,
              "a rule set, or the file of one; left out: all of them, a line each; 'check FILE': "
              "errors and warnings of a file");
  verb.flag("--toml", arguments->toml, "print it as a file of a rule set");
  verb.runs([arguments, &invocation] { show(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
