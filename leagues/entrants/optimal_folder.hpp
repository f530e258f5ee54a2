// The folder from which the bundled agent `optimal` plays, and the tables that it plays by.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::entrants {

/// Returns a folder for `optimal` in solver::cache_folder(): a copy of its folder with the tables
/// that were solved since it was built, because an agent sees no folder other than its own. Returns
/// `shipped`, its folder as built, if no table was solved.
[[nodiscard]] std::filesystem::path optimal_folder(const std::filesystem::path& shipped);

/// Thrown if `optimal` cannot play; the message is one line.
class OptimalCannotPlay : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Gives each bundled `optimal` among the entrants, before the first game, a folder with the values
/// of all `rules` and no others. Missing or damaged tables are solved and cached; `solving` is
/// called with the rules of each such table. Throws OptimalCannotPlay if rules cannot be solved.
void provide_optimal(std::span<Entrant> entrants, std::span<const rules::RuleSet> rules,
                     const std::function<void(const rules::RuleSet&)>& solving,
                     const solver::Watch& watch);

}  // namespace danno::leagues::entrants
