// danno league add DIR…: takes authors' folders into a league, or says why not.
#include <fmt/format.h>

#include <memory>

#include "leagues/check/check.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/store/league.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/json.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using check::CheckLine;
using text::escape_terminal;
using text::Json;

struct Arguments {
  std::vector<std::string> folders;
  std::string to = "bots";
  std::vector<std::string> rules{"koans"};
  std::string isolation{referee::sandbox::to_string(store::kDefaultIsolation)};
  entrants::Intake::Claim claim;
};

/// What became of one folder.
struct Outcome {
  std::string folder;
  std::string name;
  int version = 0;  ///< 0: refused.
  bool changed = true;
  std::string reason = {};  ///< Of a refusal.
  std::string advice = {};
};

void refuse(Outcome& outcome, const check::CheckReport& report) {
  for (const CheckLine& line : report.lines) {
    if (line.state != CheckLine::State::Fail) continue;
    outcome.reason = line.what + ": " + line.detail;
    outcome.advice = line.advice;
  }
}

Outcome add(const std::string& folder, const entrants::Intake& intake,
            const entrants::Intake::Claim& claim, check::CheckOrder order) {
  Outcome outcome{folder, folder};
  try {
    order.entrant = intake.stage(folder, order.limits.isolation, claim);
    outcome.name = order.entrant.agent.name;
    const auto report = check::check_agent(order, [](const CheckLine&) {});
    if (!report.passed()) {
      refuse(outcome, report);
      return outcome;
    }
    const auto taken = intake.take(order.entrant);
    outcome.version = taken.version;
    outcome.changed = taken.changed;
  } catch (const entrants::AgentError& error) {
    outcome.reason = error.what();
  }
  return outcome;
}

void print(const Outcome& outcome) {
  const std::string name = escape_terminal(outcome.name);
  if (outcome.version == 0) {
    fmt::print("refused  {}: {}\n", name, escape_terminal(outcome.reason));
    if (!outcome.advice.empty()) fmt::print("         help  {}\n", escape_terminal(outcome.advice));
  } else {
    fmt::print("{} {}, version {}\n", outcome.changed ? "added   " : "is there", name,
               outcome.version);
  }
  std::fflush(stdout);
}

Json to_json(const Outcome& outcome) {
  return {{"folder", outcome.folder},     {"name", outcome.name},
          {"added", outcome.version > 0}, {"version", outcome.version},
          {"changed", outcome.changed},   {"reason", outcome.reason},
          {"advice", outcome.advice}};
}

void check_author(const std::string& author) {
  const std::string problem = entrants::author_problem(author);
  if (!problem.empty()) throw terminal::UsageError("--as: " + escape_terminal(problem));
}

void run_add(const Arguments& arguments, terminal::Invocation& invocation) {
  const referee::sandbox::Isolation level = flags::chosen_isolation(arguments.isolation);
  check::CheckOrder order;
  order.limits.isolation = level;
  order.strength = false;
  for (const std::string& id : arguments.rules)
    order.rules.push_back(&flags::chosen_rules(id));
  referee::sandbox::require(level);
  if (arguments.claim.author) check_author(*arguments.claim.author);
  const entrants::Intake intake(arguments.to);
  Json all = Json::array();
  std::size_t added = 0;
  for (const std::string& folder : arguments.folders) {
    const Outcome outcome = add(folder, intake, arguments.claim, order);
    added += outcome.version > 0 ? 1 : 0;
    invocation.json ? all.push_back(to_json(outcome)) : print(outcome);
  }
  if (invocation.json) {
    fmt::print("{}\n", all.dump());
  } else {
    fmt::print("\n{} added, {} refused; a league plays them with agents = \"{}/*\"\n", added,
               arguments.folders.size() - added, escape_terminal(arguments.to));
  }
  if (added < arguments.folders.size()) invocation.exit_code = terminal::kFails;
}

}  // namespace

void add_add(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "add",
                   .summary = "check authors' folders and take a read-only copy of each",
                   .group = "Verbs",
                   .examples = "  danno league add handed-in/*\n"
                               "  danno league add handed-in/ada --to spring/bots --as 'Ada L.'"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("DIR", arguments->folders, "folders with agent.toml").required().several(10'000);
  verb.option("--to", arguments->to, "where the league finds its agents; default bots")
      .takes("DIR");
  verb.option("--rules", arguments->rules, "rule sets to check them with; default koans")
      .takes("ID…")
      .several(rules::all_definitions().size());
  verb.option("--as", arguments->claim.author,
              "who handed them in; default: the author of agent.toml")
      .takes("AUTHOR");
  verb.flag("--replace", arguments->claim.replace,
            "even where the name is another author's, whose it then no longer is");
  flags::add_isolation_flag(verb, arguments->isolation);
  verb.runs([arguments, &invocation] { run_add(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
