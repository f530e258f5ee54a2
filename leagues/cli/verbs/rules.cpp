// danno rules [ID]: the rule sets; one in full.
#include <memory>

#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/show_rules.hpp"
#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {
namespace {

void show(const std::string& id, const terminal::Invocation& invocation) {
  if (id.empty()) {
    terminal::show_rule_sets(invocation);
  } else {
    terminal::show_rule_set(flags::chosen_rules(id), invocation);
  }
}

}  // namespace

void add_rules(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(invocation, {.name = "rules",
                                                .summary = "the rule sets; one in full",
                                                .group = "The games",
                                                .examples = "  danno rules\n"
                                                            "  danno rules true-greed"});
  verb.json_flag(invocation);
  const auto id = std::make_shared<std::string>();
  verb.option("ID", *id, "a rule set; left out: all of them, a line each");
  verb.runs([id, &invocation] { show(*id, invocation); });
}

}  // namespace danno::leagues::cli::verbs
