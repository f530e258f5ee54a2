// The position that a user describes with --dice, --turn and --totals.
#pragma once

#include <string>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::cli::flags {

struct PositionFlags {
  std::string dice;            ///< The dice that the mover has just thrown.
  std::string turn = "0";      ///< The points of the turn before this throw.
  std::string totals = "0,0";  ///< The mover's total, then the others', clockwise.
};

void add_position_flags(Verb verb, PositionFlags& flags);

/// A rule set for as many seats as there are totals, and the position (phase Choose, mover 0) in
/// which the mover must decide.
struct AskedPosition {
  rules::RuleSet rules;
  rules::Position position;
};

/// Returns the position. Seats with a total above 0 are in the game; the last turns have begun if
/// another seat has reached the target. Throws UsageError if the question cannot occur.
[[nodiscard]] AskedPosition asked_position(const PositionFlags& flags, const LineUpFlags& game);

}  // namespace danno::leagues::cli::flags
