// Prints a match and its verdict on stdout.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/cli/invocation.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/runner/match.hpp"

namespace danno::leagues::commands::match {

/// A match with the agents that played it, in the order of the line-up. All that it refers to must
/// outlive it.
struct PageMatch {
  std::span<const entrants::Entrant> entrants;
  const referee::play::LineUp& line_up;
  const runner::MatchResult& result;
  const ratings::SolvedGame*
      values;                 ///< The values that explain its games; null if none are known.
  std::string why_no_values;  ///< Why there are none, in one line; empty if nobody asks.
};

/// The ratings of a match, by agent.
struct RatedMatch {
  std::vector<ratings::MatchRating> raw;
  std::vector<ratings::MatchRating> adjusted;  ///< Empty if the luck of the dice is not known.
};
/// Returns the ratings as shown. After a continued match, intervals hold however often one looks.
[[nodiscard]] RatedMatch rated(const PageMatch& match);

/// Prints the match, as JSON if the invocation asks for it.
void show(const PageMatch& match, const cli::Invocation& invocation);

/// Returns a sentence that says which agent is stronger, or why that is unknown yet; empty for more
/// than two agents, and for a match with advice.
[[nodiscard]] std::string verdict(const PageMatch& match);

/// Prints the first game, throw by throw.
void print_first_game(const PageMatch& match);

}  // namespace danno::leagues::commands::match
