#include "leagues/site/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "leagues/site/deal.hpp"

namespace danno::leagues::site {
namespace {

using archive::GameView;
using archive::ViewedStep;
using referee::record::Step;
using Kind = VerdictPart::Kind;

double tenths(double percent) { return std::round(10 * percent) / 10 + 0.0; }

std::size_t agent_of_step(const GameView& game, const ViewedStep& step) {
  return game.agent_at[static_cast<std::size_t>(step.made.seat)];
}

/// Unrounded, of the first agent.
std::vector<VerdictPart> exact_parts(const GameView& game) {
  const bool sits_first = game.agent_at[0] == 0;
  const referee::record::Account& account = *game.account;
  const double sign = sits_first ? 1 : -1;
  std::array<double, 2> errors{};
  std::array<double, 2> forfeits{};
  for (const ViewedStep& step : game.steps) {
    auto& sums = step.is_decision() ? errors : forfeits;
    sums[agent_of_step(game, step)] += step.explained->cost;  // of a throw it is 0
  }
  return {{Kind::Start, 0, 100 * (sits_first ? account.start : 1 - account.start)},
          {Kind::Dice, 0, 100 * sign * account.luck},
          {Kind::Errors, 1, 100 * errors[1]},
          {Kind::Errors, 0, -100 * errors[0]},
          {Kind::Forfeit, 1, 100 * forfeits[1]},
          {Kind::Forfeit, 0, -100 * forfeits[0]},
          {Kind::Cap, 0, 100 * sign * account.cut}};
}

}  // namespace

double verdict_end(const GameView& game) {
  const double result = game.account->result;
  return tenths(100 * (game.agent_at[0] == 0 ? result : 1 - result));
}

std::vector<VerdictPart> verdict_of(const GameView& game) {
  std::vector<VerdictPart> parts = exact_parts(game);
  double rest = verdict_end(game);
  for (VerdictPart& part : parts) {
    part.percent = tenths(part.percent);
    rest -= part.percent;
  }
  // Rounding leaves a few tenths; the largest change takes them.
  const auto largest =
      std::ranges::max_element(parts.begin() + 1, parts.end(), {},
                               [](const VerdictPart& part) { return std::abs(part.percent); });
  largest->percent = tenths(largest->percent + rest);
  std::erase_if(
      parts, [](const VerdictPart& part) { return part.kind != Kind::Start && part.percent == 0; });
  return parts;
}

std::optional<Gains> winners_gains(const std::vector<GameView>& games,
                                   const std::vector<std::size_t>& winners) {
  Gains gains;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].account) return std::nullopt;
    for (const VerdictPart& part : verdict_of(games[i])) {
      const double gain = winners[i] == 0 ? part.percent : -part.percent;
      if (part.kind == Kind::Dice) gains.dice += gain;
      if (part.kind == Kind::Errors) gains.play += gain;
    }
  }
  return gains;
}

PlayedWell play_of(const GameView& game, std::size_t agent) {
  PlayedWell played;
  for (const ViewedStep& step : game.steps) {
    if (agent_of_step(game, step) != agent || !step.explained || step.explained->choices < 2)
      continue;
    ++played.decisions;
    played.lost += step.cost();
    if (step.cost() > kMistake) ++played.mistakes;
  }
  return played;
}

}  // namespace danno::leagues::site
