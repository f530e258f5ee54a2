// Prints a match and its verdict on stdout.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "leagues/cli/invocation.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/runner/match.hpp"

namespace danno::leagues::commands::match {

/// A match: who plays what, and what came of it so far. The line-up points to the rules, so the
/// object must not be moved.
struct Match {
  std::vector<entrants::Entrant> entrants;  ///< In the order of the line-up.
  rules::RuleSet rules;
  referee::play::LineUp line_up;
  /// The values that explain its games and count their luck; null if none are known.
  std::unique_ptr<const ratings::SolvedGame> values = {};
  std::string why_no_values = {};  ///< Why there are none, in one line; empty if nobody asks.
  runner::MatchResult result{0};
};

/// The ratings of a match, by agent.
struct RatedMatch {
  std::vector<ratings::MatchRating> raw;
  std::vector<ratings::MatchRating> adjusted;  ///< Empty if the luck of the dice is not known.
};
/// Returns the ratings as shown. After a continued match, intervals hold however often one looks.
[[nodiscard]] RatedMatch rated(const Match& match);

/// Prints the match, as JSON if the invocation asks for it.
void show(const Match& match, const cli::Invocation& invocation);

/// Returns a sentence that says which agent is stronger, or why that is unknown yet; empty for more
/// than two agents, and for a match with advice.
[[nodiscard]] std::string verdict(const Match& match, const RatedMatch& rated);

/// Prints the first game, throw by throw.
void print_first_game(const Match& match);

}  // namespace danno::leagues::commands::match
