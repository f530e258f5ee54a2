// Checks a written game line by line against the rules, up to the first line that is not legal.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "referee/record/record.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::referee::record {

/// The scores after a turn has ended or a seat has gone out.
struct AuditedTurn {
  int line = 0;
  int seat = 0;
  WrittenEvent::Kind end = WrittenEvent::Kind::Bank;  ///< One of Bank, Bust, Wins and Forfeit.
  rules::Points gain = 0;                             ///< The recorded points.
  std::array<rules::Points, rules::kMaxSeats> totals{};
};

struct Audit {
  rules::Position position;  ///< The position after the last legal line.
  std::vector<AuditedTurn> turns;
  /// The first illegal line: what is wrong, and what would be legal.
  std::optional<LineProblem> problem;
};

/// Audits a game under audited_rules(game). `visit`, if any, is called for each legal step.
[[nodiscard]] Audit audit_game(const rules::RuleSet& rules, const WrittenGame& game,
                               const VisitStep& visit = {});
/// Returns the line of a step; nothing for a throw that stands with the decision, or before a
/// forfeit.
[[nodiscard]] std::optional<WrittenEvent> written_step(const rules::Definition& definition,
                                                       const Step& step);
/// Returns the position before the first line.
[[nodiscard]] rules::Position first_position(const rules::RuleSet& rules, const WrittenGame& game);
[[nodiscard]] rules::RuleSet audited_rules(const WrittenGame& game);

}  // namespace danno::referee::record
