// danno solve ID: exact values of a rule set for two, and its table for those who use them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/shown_points.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::cli {
namespace {

constexpr int kSeats = 2;

struct SolveArguments {
  std::string id;
  std::string target;
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
};

rules::RuleSet rules_to_solve(const SolveArguments& arguments) {
  const rules::Definition& definition = chosen_rules(arguments.id);
  rules::Parameters parameters = definition.defaults(kSeats);
  if (!arguments.target.empty()) {
    const auto wrong = rules::set_parameter(definition, parameters, "target", arguments.target);
    if (wrong) throw UsageError("--" + *wrong);
  }
  return {definition, kSeats, parameters};
}

void print(const rules::RuleSet& rules, double first_wins, const solver::Making& making,
           const std::filesystem::path& file, const Session& session) {
  const rules::Definition& definition = rules.definition();
  const rules::Points target = rules.parameters().target;
  if (session.json) {
    const nlohmann::ordered_json json{
        {"rules", rules.id()},       {"target", leagues::shown_points(definition, target)},
        {"first_wins", first_wins},  {"states", making.states},
        {"seconds", making.seconds}, {"residual", making.residual}};
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{} to {}: who begins wins {:.10f} of the games, if both play best\n", rules.id(),
               rules::show_points(definition, target), first_wins);
    fmt::print("{} positions in {:.2f} s, residual {:.1e}\n", making.states, making.seconds,
               making.residual);
  }
  if (!session.quiet)
    fmt::print(stderr, "the table is in {}; 'optimal' plays by it\n", file.string());
}

}  // namespace

void add_solve(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "solve",
                             .summary = "exact values of a game for two, both playing best",
                             .group = "The games",
                             .examples = "  danno solve koans\n"
                                         "  danno solve official --target 5000 --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<SolveArguments>();
  verb.add_option("ID", arguments->id, "a rule set, as 'danno rules' lists them")->required();
  verb.add_option("--target", arguments->target,
                  "points that end the game; default the rule set's");
  verb.add_option("--threads", arguments->threads, "threads to solve on; default all")
      ->check(CLI::Range(1, 256));
  verb.callback([arguments, &session] {
    const rules::RuleSet rules = rules_to_solve(*arguments);
    if (const auto why_not = solver::why_not_solved(rules))
      throw UsageError(fmt::format("{} cannot be solved: {}", rules.id(), *why_not));
    const std::filesystem::path file = solver::cached_table(rules);
    const solver::Making making = solver::solve_into(rules, arguments->threads, file);
    const solver::ValueTable table(rules, file);
    if (!table.intact()) throw std::runtime_error(file.string() + ": not as it was written");
    print(rules, solver::first_wins(table.between()), making, file, session);
  });
}

}  // namespace danno::cli
