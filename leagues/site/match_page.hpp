// The page of a match, as one file: which agent is stronger, and one of its deals step by step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// The played match; lists are by agent of the line-up. Names are unescaped words of bots.
struct MatchSummary {
  std::string rules;
  std::vector<std::string> agents;
  std::uint64_t deals = 0;
  std::uint64_t games = 0;
  std::vector<ratings::AgentTally> tallies;
  /// Empty if not rated, because questions carried advice.
  std::vector<ratings::MatchRating> raw = {};
  /// Ratings without the luck of the dice; empty if not known.
  std::vector<ratings::MatchRating> adjusted = {};
  std::string verdict = {};  ///< A sentence; may be empty.
};

/// Returns the page; `deal` must be one of the match's.
[[nodiscard]] Page match_page(const MatchSummary& match, const PageDeal& deal);

}  // namespace danno::leagues::site
