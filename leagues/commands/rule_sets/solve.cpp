// danno solve ID: exact values of a rule set for two, and its table for those who use them.
#include <fmt/format.h>

#include <algorithm>

#include "leagues/base/count.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/points.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/runner/runner.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::leagues::commands::rule_sets {
namespace {

constexpr int kSeats = 2;

struct SolveArguments {
  std::string id;
  std::string target;
  int threads = referee::sandbox::usable_cores();
};

rules::RuleSet rules_to_solve(const SolveArguments& arguments) {
  const rules::Definition& definition = cli::resolve_rules(arguments.id);
  rules::Parameters parameters = definition.defaults(kSeats);
  if (!arguments.target.empty()) {
    const auto wrong = rules::set_parameter(definition, parameters, "target", arguments.target);
    if (wrong) throw cli::UsageError("--" + *wrong);
  }
  return {definition, kSeats, parameters};
}

void print(const rules::RuleSet& rules, double first_wins, const solver::Making& making,
           const std::filesystem::path& file, const cli::Invocation& invocation) {
  const rules::Definition& definition = rules.definition();
  const rules::Points target = rules.parameters().target;
  if (invocation.json) {
    const base::Json json{
        {"rules", rules.id()},       {"target", base::shown_points(definition, target)},
        {"first_wins", first_wins},  {"states", making.states},
        {"seconds", making.seconds}, {"residual", making.residual}};
    cli::print("{}\n", base::dump(json));
  } else {
    cli::print_text("{} to {}: the first player wins {:.10f} of the games if both play best\n",
                    rules.id(), rules::format_points(definition, target), first_wins);
    cli::print_text("{} positions in {:.2f} s, residual {:.1e}\n", making.states, making.seconds,
                    making.residual);
  }
  if (!invocation.quiet)
    cli::print_note("the values are in {}; 'optimal' plays by them\n", file.string());
}

/// Prints what solving will cost, because a game from a file may take long.
void print_cost(const rules::RuleSet& rules, int threads) {
  const solver::SolvingCost cost = solver::estimate(rules, threads);
  cli::print_note("{} to {}: about {} positions, values of {:.1f} MB, about {} on {}\n", rules.id(),
                  rules::format_points(rules.definition(), rules.parameters().target),
                  base::format_count(cost.states), static_cast<double>(cost.bytes) / 1e6,
                  cost.seconds < 90 ? fmt::format("{:.0f} s", std::max(1.0, cost.seconds))
                                    : fmt::format("{:.0f} min", cost.seconds / 60),
                  threads == 1 ? "one thread" : fmt::format("{} threads", threads));
}

void solve(const SolveArguments& arguments, const cli::Invocation& invocation) {
  const rules::RuleSet rules = rules_to_solve(arguments);
  if (const auto why_not = solver::why_not_solved(rules))
    throw cli::UsageError("{} cannot be solved: {}", rules.id(), *why_not);
  if (!rules.definition().is_bundled() && !invocation.quiet) print_cost(rules, arguments.threads);
  const cli::Interrupts interrupts(cli::Work::Compute);
  const std::filesystem::path file = solver::cached_table(rules);
  const solver::Making making =
      solver::solve_into(rules, arguments.threads, file, cli::watch_for(invocation));
  const solver::ValueTable table(rules, solver::map_table(file));
  if (!table.intact())
    throw std::runtime_error(file.string() + ": it differs from what was written");
  print(rules, solver::first_wins(table.boundary()), making, file, invocation);
}

}  // namespace

void add_solve(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, solve,
              {.name = "solve",
               .summary = "compute the exact values of a two-player game under best play",
               .group = cli::kMore,
               .examples = "  danno solve koans\n"
                           "  danno solve official --target 5000 --json\n"
                           "  danno solve ./farkle.toml"});
  command.json_flag(invocation);
  command.option("ID", arguments.id, "a rule set, as listed by 'danno rules'").required();
  command.option("--target", arguments.target,
                 "points that end the game; default: the rule set's target");
  command.option("--threads", arguments.threads, "threads to solve with; default: one per core")
      .range(1, 256);
}

}  // namespace danno::leagues::commands::rule_sets
