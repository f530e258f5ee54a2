// Finds places at which deals came out otherwise than elsewhere: a machine whose speed or memory
// makes agents fault or play worse. docs/statistics.md has the formulas.
#pragma once

#include <cstdint>
#include <vector>

namespace danno::leagues::ratings {

/// The sums over the deals that one place played of one line-up.
struct PlaceShare {
  struct Agent {
    int agent = 0;  ///< Its number; one that plays by several rule sets has one for each.
    std::int64_t timeouts = 0;
    std::int64_t other_faults = 0;
    /// The sum over deals of its half points against all others minus one for each game and rival.
    double score = 0;
    double squares = 0;   ///< The sum of the squares of the same.
    double expected = 0;  ///< The same for one deal, as the ratings expect it.
  };
  int place = 0;    ///< Counted from 0.
  int line_up = 0;  ///< The same for all shares of a line-up.
  std::int64_t deals = 0;
  std::int64_t games = 0;      ///< The number of games in each deal.
  std::int64_t decisions = 0;  ///< The number that all agents made in all games.
  std::vector<Agent> agents;   ///< The same agents, in the same order, in all shares of a line-up.
};

/// What is different at a place.
enum class PlaceTrait { Timeouts, OtherFaults, Score };

struct PlaceDifference {
  int place = 0;
  PlaceTrait trait = PlaceTrait::Timeouts;
  /// Faults and decisions at this place and at all others; not set for Score.
  std::int64_t faults = 0, decisions = 0, other_faults = 0, other_decisions = 0;
  /// For Score: the agent, its deals here, and by how much its mean score (0 to 1) is higher here
  /// than elsewhere, both compared with what the ratings expect.
  int agent = 0;
  std::int64_t deals = 0;
  double difference = 0;
  double p = 1;  ///< Adjusted for all that was compared (Bonferroni).
};

/// The probability that of places that are alike one or more is called different.
inline constexpr double kPlaceError = 0.01;

/// Returns the places that differ, each with the trait that shows it most surely, the surest first.
/// A place that was found is set aside before the others are compared again, or they would differ
/// from it. Scores are compared if `with_scores`; then the members for it must be set.
[[nodiscard]] std::vector<PlaceDifference> differing_places(std::vector<PlaceShare> shares,
                                                            bool with_scores);

}  // namespace danno::leagues::ratings
