// danno league add DIR…: takes authors' folders into a league, or says why not.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/check/check.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/store/league.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {
namespace {

using leagues::CheckLine;
using leagues::escape_terminal;
using nlohmann::ordered_json;

struct Arguments {
  std::vector<std::string> folders;
  std::string to = "bots";
  std::vector<std::string> rules{"koans"};
  std::string isolation{referee::to_string(leagues::kDefaultIsolation)};
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

void refuse(Outcome& outcome, const leagues::CheckReport& report) {
  for (const CheckLine& line : report.lines) {
    if (line.state != CheckLine::State::Fail) continue;
    outcome.reason = line.what + ": " + line.detail;
    outcome.advice = line.advice;
  }
}

Outcome add(const std::string& folder, const leagues::Intake& intake, leagues::CheckOrder order) {
  Outcome outcome{folder, folder};
  try {
    order.entrant = intake.stage(folder, order.limits.isolation);
    outcome.name = order.entrant.agent.name;
    const auto report = leagues::check_agent(order, [](const CheckLine&) {});
    if (!report.passed()) {
      refuse(outcome, report);
      return outcome;
    }
    const auto taken = intake.take(order.entrant);
    outcome.version = taken.version;
    outcome.changed = taken.changed;
  } catch (const leagues::AgentError& error) {
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

ordered_json to_json(const Outcome& outcome) {
  return {{"folder", outcome.folder},     {"name", outcome.name},
          {"added", outcome.version > 0}, {"version", outcome.version},
          {"changed", outcome.changed},   {"reason", outcome.reason},
          {"advice", outcome.advice}};
}

void run_add(const Arguments& arguments, Session& session) {
  const referee::Isolation level = chosen_isolation(arguments.isolation);
  leagues::CheckOrder order;
  order.limits.isolation = level;
  order.strength = false;
  for (const std::string& id : arguments.rules)
    order.rules.push_back(&chosen_rules(id));
  referee::require(level);
  const leagues::Intake intake(arguments.to);
  ordered_json all = ordered_json::array();
  std::size_t added = 0;
  for (const std::string& folder : arguments.folders) {
    const Outcome outcome = add(folder, intake, order);
    added += outcome.version > 0 ? 1 : 0;
    session.json ? all.push_back(to_json(outcome)) : print(outcome);
  }
  if (session.json) {
    fmt::print("{}\n", all.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    fmt::print("\n{} added, {} refused; a league plays them with agents = \"{}/*\"\n", added,
               arguments.folders.size() - added, escape_terminal(arguments.to));
  }
  if (added < arguments.folders.size()) session.exit_code = kFails;
}

}  // namespace

void add_add(CLI::App& league, Session& session) {
  CLI::App& verb =
      add_verb(league, session,
               {.name = "add",
                .summary = "check authors' folders and take a read-only copy of each",
                .group = "Verbs",
                .examples = "  danno league add handed-in/*\n"
                            "  danno league add handed-in/ada --to spring/bots --rules official"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("DIR", arguments->folders, "folders with agent.toml")
      ->required()
      ->expected(1, 10'000);
  verb.add_option("--to", arguments->to, "where the league finds its agents; default bots")
      ->type_name("DIR");
  verb.add_option("--rules", arguments->rules, "rule sets to check them with; default koans")
      ->type_name("ID…")
      ->expected(1, 5);
  add_isolation_flag(verb, arguments->isolation);
  verb.callback([arguments, &session] { run_add(*arguments, session); });
}

}  // namespace danno::cli
