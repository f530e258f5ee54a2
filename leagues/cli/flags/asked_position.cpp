#include "leagues/cli/flags/asked_position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "leagues/plan/rule_warnings.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {
namespace {

using terminal::UsageError;
using words::escape_terminal;

std::vector<std::string> split_totals(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

rules::Points points_of(const char* flag, const rules::Definition& definition,
                        const std::string& text) {
  if (const auto points = rules::parse_points(definition, text)) return *points;
  throw UsageError(fmt::format("{} '{}'; expected points of {}, as in {} {}", flag,
                               escape_terminal(text), definition.id, flag,
                               definition.unit == 1 ? "300" : "3.5"));
}

rules::Dice dice_of(const rules::Definition& definition, const std::string& text) {
  if (const auto dice = rules::parse_throw(definition, text)) return *dice;
  throw UsageError(fmt::format("--dice '{}'; expected 1 to {} dice of the faces {}",
                               escape_terminal(text), definition.dice, definition.faces));
}

/// Throws UsageError for points that no game by these rules comes to.
void require_reachable(const char* flag, const rules::Definition& definition, rules::Points points,
                       rules::Points step) {
  if (step > 1 && points % step != 0)
    throw UsageError(fmt::format("{} {}: no such points in {}; all are multiples of {}", flag,
                                 rules::show_points(definition, points), definition.id,
                                 rules::show_points(definition, step)));
}

void set_totals(const std::vector<std::string>& totals, const rules::RuleSet& rules,
                rules::Position& position) {
  const rules::Definition& definition = rules.definition();
  const rules::Points step = plan::points_step(definition);
  for (int seat = 0; seat < rules.seats(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    const rules::Points total = points_of("--totals", definition, totals[index]);
    if (total < rules.parameters().target) require_reachable("--totals", definition, total, step);
    rules::set_score(position, seat, total, total > 0);
    if (!rules.reaches_target(total)) continue;
    if (seat == position.mover || definition.ending == rules::Ending::AtOnce)
      throw UsageError(fmt::format("--totals {}: nobody is asked any more, since the target is {}",
                                   totals[index],
                                   rules::show_points(definition, rules.parameters().target)));
    if (!position.closer || total > position.totals[*position.closer])
      position.closer = static_cast<std::uint8_t>(seat);
  }
}

}  // namespace

void add_position_flags(Verb verb, PositionFlags& flags) {
  verb.option("--dice", flags.dice, "the dice just thrown, in any order").takes("DICE").required();
  verb.option("--turn", flags.turn, "points of the turn before this throw; default 0")
      .takes("POINTS");
  verb.option("--totals", flags.totals,
              "the agent's total, then those of the other 1 to 5, clockwise; default 0,0")
      .takes("POINTS,POINTS");
}

AskedPosition asked_position(const PositionFlags& flags, const LineUpFlags& game) {
  const std::vector<std::string> totals = split_totals(flags.totals);
  if (totals.size() < 2 || totals.size() > rules::kMaxSeats)
    throw UsageError(fmt::format("--totals '{}'; expected 2 to {} totals, as in 1200,2800",
                                 escape_terminal(flags.totals), rules::kMaxSeats));
  AskedPosition asked{game.rule_set(static_cast<int>(totals.size())), {}};
  const rules::Definition& definition = asked.rules.definition();
  rules::Position& position = asked.position;
  position = rules::start_game(asked.rules, 0);
  set_totals(totals, asked.rules, position);
  const rules::Dice dice = dice_of(definition, flags.dice);
  const rules::Points turn = points_of("--turn", definition, flags.turn);
  require_reachable("--turn", definition, turn, plan::points_step(definition));
  if (turn == 0 && dice.size() != definition.dice)
    throw UsageError(
        fmt::format("--dice {} without --turn; a turn begins with {} dice, and a later throw has "
                    "points before it, as in --turn 300",
                    flags.dice, definition.dice));
  position.turn.points = turn;
  position.turn.dice = static_cast<std::uint8_t>(dice.size());
  position.roll = turn == 0 ? 0 : 1;
  switch (rules::throw_dice(asked.rules, position, dice)) {
    case rules::Thrown::Choice:
      return asked;
    case rules::Thrown::Win:
      throw UsageError(fmt::format("--dice {} wins at once; there is no question", flags.dice));
    default:
      throw UsageError(fmt::format("--dice {} is a bust; there is no question", flags.dice));
  }
}

}  // namespace danno::leagues::cli::flags
