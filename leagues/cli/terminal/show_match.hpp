// A match on stdout.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/play/match.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/scores/solved_game.hpp"

namespace danno::leagues::cli::terminal {

/// A match with those who played it, in the order of the line-up; what it points to outlives it.
struct ShownMatch {
  std::span<const entrants::Entrant> entrants;
  const referee::play::LineUp& line_up;
  const play::MatchResult& result;
  const scores::SolvedGame* values;  ///< That results are adjusted by; null: they are not.
};

/// By agent.
struct RatedMatch {
  std::vector<ratings::MatchRating> raw;
  std::vector<ratings::MatchRating> adjusted;  ///< Empty: the luck of the dice is not known.
};
/// As they are shown: of a match that went on, the intervals hold however often one looks.
[[nodiscard]] RatedMatch rated(const ShownMatch& match);

/// As JSON where the invocation asks for it.
void show(const ShownMatch& match, const Invocation& invocation);

/// Who is stronger, or why nobody can tell yet: a sentence; empty of more than two,
/// or with advice.
[[nodiscard]] std::string verdict(const ShownMatch& match);

/// The first game, throw by throw.
void show_first_game(const ShownMatch& match);

}  // namespace danno::leagues::cli::terminal
