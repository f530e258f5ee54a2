#include "leagues/ratings/solved_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "leagues/ratings/game_luck.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::leagues::ratings {
namespace {

std::string how_to_solve(const rules::RuleSet& rules) {
  const rules::Definition& definition = rules.definition();
  const rules::Parameters usual = definition.defaults(2);
  std::string command =
      definition.is_bundled() ? fmt::format("danno solve {}", rules.id()) : "danno solve FILE";
  if (rules.parameters().target != usual.target)
    command += " --target " + rules::format_points(definition, rules.parameters().target);
  return command;
}

}  // namespace

std::string SolvedGame::name() const {
  const std::string file = solver::table_name(rules);
  return fmt::format("{}-{:016x}", file.substr(0, file.rfind('.')), table->digest());
}

SolvedOrNot find_solved(const rules::Definition& definition, const rules::Parameters& parameters,
                        const solver::Watch& watch) {
  auto solved = std::make_unique<SolvedGame>(
      SolvedGame{solver::uncapped_for_two(definition, parameters), nullptr});
  const rules::RuleSet& rules = solved->rules;
  if (const auto why_not = solver::why_not_solved(rules))
    return NotSolved{fmt::format("{} is not solved: {}", rules.id(), *why_not)};
  try {
    if (!solver::is_solved_quickly(rules)) {
      const std::filesystem::path file = solver::cached_table(rules);
      solved->table = solver::load_intact(rules, file);
      if (solved->table) return solved;
      return NotSolved{
          std::filesystem::exists(file)
              ? fmt::format("the cached values of {} are damaged or another version's; "
                            "'{}' computes them again",
                            rules.id(), how_to_solve(rules))
              : fmt::format("no values of {} yet; '{}' computes them", rules.id(),
                            how_to_solve(rules)),
          true};
    }
    solved->table = solver::load_or_solve(rules, referee::sandbox::usable_cores(), watch);
  } catch (const std::runtime_error& error) {
    return NotSolved{fmt::format("no values of {}: {}", rules.id(), error.what())};
  }
  return solved;
}

std::unique_ptr<const SolvedGame> known_values(const rules::RuleSet& rules,
                                               const solver::Watch& watch) try {
  auto found = find_solved(rules.definition(), rules.parameters(), watch);
  auto* const solved = std::get_if<std::unique_ptr<const SolvedGame>>(&found);
  return solved == nullptr ? nullptr : std::move(*solved);
} catch (const std::runtime_error&) {
  return nullptr;
}

}  // namespace danno::leagues::ratings
