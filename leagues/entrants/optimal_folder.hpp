// The folder that the bundled agent `optimal` plays from, and the tables that it plays by.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::entrants {

/// An agent is shown its own folder and nothing else of ours, so the tables that were solved since
/// `optimal` was built stand in a copy of its folder, in solver::cache_folder(). Returns `shipped`,
/// its folder as built, if no table was solved.
[[nodiscard]] std::filesystem::path optimal_folder(const std::filesystem::path& shipped);

/// Why `optimal` cannot play, in one line.
class OptimalCannotPlay : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Gives each bundled `optimal` among the entrants, before the first game, a folder with the values
/// of all `rules` and no others. What is missing or damaged is solved and cached; `solving` is told
/// the rules of each such table. Throws OptimalCannotPlay where rules cannot be solved.
void provide_optimal(std::span<Entrant> entrants, std::span<const rules::RuleSet> rules,
                     const std::function<void(const rules::RuleSet&)>& solving,
                     const solver::Watch& watch);

}  // namespace danno::leagues::entrants
