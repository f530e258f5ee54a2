// The strength of agents by one match.
#pragma once

#include <optional>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// Against the pool's mean; of two agents, who are as far from it on both sides, the difference.
struct MatchRating {
  double elo = 0;
  std::optional<double> low;  ///< 95 %; empty: unbounded.
  std::optional<double> high;
};

/// By agent.
[[nodiscard]] std::vector<MatchRating> rate_match(const Results& results);

}  // namespace danno::leagues::ratings
