#include "leagues/cli/explained_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "leagues/base/count.hpp"

namespace danno::leagues::cli {

using report::ViewedStep;
using rules::Definition;

/// Adds 0.0, so that a change that rounds to zero has no minus sign.
std::string format_change(double change) {
  return fmt::format("{:+.1f} %", std::round(1000 * change) / 10 + 0.0);
}

std::string format_standing(const Definition& definition, const ViewedStep& step) {
  const rules::Position& before = step.before;
  const auto points = [&](rules::Points value) { return rules::format_points(definition, value); };
  std::string text;
  for (int i = 0; i < before.seats; ++i) {
    const auto seat = static_cast<std::size_t>((step.made.seat + i) % before.seats);
    text += (i == 0 ? "" : ":") + points(before.totals[seat]);
  }
  if (before.phase == rules::Phase::Offer)
    return text + fmt::format(", offered {} with {}", points(before.offer.points),
                              base::format_dice(before.offer.dice));
  if (before.turn.points > 0) text += ", turn " + points(before.turn.points);
  if (!before.is_in(step.made.seat)) text += ", not in";
  if (before.closer) text += ", last turns";
  return text;
}

}  // namespace danno::leagues::cli
