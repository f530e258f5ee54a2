// The page of a match: who is stronger, and one of its deals played again. One file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/scores/tally.hpp"
#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// What was played; lists go by agent of the line-up. Names are bots' words.
struct MatchSummary {
  std::string rules;
  std::vector<std::string> agents;
  std::uint64_t deals = 0;
  std::uint64_t games = 0;
  std::vector<scores::AgentTally> tallies;
  std::vector<ratings::MatchRating> raw = {};  ///< Empty: not rated, for questions carried advice.
  std::vector<ratings::MatchRating> adjusted =
      {};                    ///< Without the luck of the dice; empty: not known.
  std::string verdict = {};  ///< A sentence; may be empty.
};

/// `deal` is one of the match's.
[[nodiscard]] Page match_page(const MatchSummary& match, const ShownDeal& deal);

}  // namespace danno::leagues::site
