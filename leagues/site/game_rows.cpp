#include "leagues/site/deal_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "leagues/site/deal.hpp"
#include "leagues/site/figures.hpp"

namespace danno::leagues::site {

using referee::record::Step;
using report::GameView;
using report::ViewedStep;
using rules::Action;

std::vector<GameRow> game_rows(const GameView& game) {
  std::vector<GameRow> rows;
  for (std::size_t i = 0; i < game.steps.size(); ++i) {
    const ViewedStep* const step = &game.steps[i];
    const bool threw = step->made.kind == Step::Kind::Throw;
    // A throw and the choice that follows it are one row.
    const bool decided =
        threw && i + 1 < game.steps.size() && game.steps[i + 1].made.kind == Step::Kind::Choice;
    GameRow row{0, threw ? step : nullptr, threw ? nullptr : step};
    if (decided) row.done = &game.steps[++i];
    // A row has the number of its last step.
    row.number = i + 1;
    rows.push_back(row);
  }
  return rows;
}

std::set<std::size_t> costliest_mistakes(const std::vector<GameRow>& rows) {
  constexpr int kMostMistakes = 15;
  std::vector<std::size_t> mistakes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].cost() > kMistake) mistakes.push_back(i);
  }
  // Each player's costliest mistakes are marked; more marks would hide them.
  std::ranges::stable_sort(mistakes, std::greater(), [&](std::size_t i) { return rows[i].cost(); });
  std::set<std::size_t> costliest;
  std::array<int, rules::kMaxSeats> counts{};
  for (const std::size_t i : mistakes) {
    if (counts.at(static_cast<std::size_t>(rows[i].last().made.seat))++ < kMostMistakes)
      costliest.insert(i);
  }
  return costliest;
}

std::size_t row_agent(const GameView& game, const GameRow& row) {
  return game.agent_at[static_cast<std::size_t>(row.last().made.seat)];
}

double chance_of_first(const GameView& game, const ViewedStep& step) {
  const bool own = game.agent_at[static_cast<std::size_t>(step.made.seat)] == 0;
  return own ? step.explained->after : 1 - step.explained->after;
}

std::string step_id(std::size_t game, std::size_t number) {
  return fmt::format("{}{}", static_cast<char>('a' + game), number);
}

namespace {

/// Returns words for a throw that leaves no decision, or that nobody answered.
std::string say_throw(const GameView& game, const ViewedStep& step) {
  const auto points = [&](rules::Points value) {
    return format_grouped(game.rules->definition(), value);
  };
  const auto seat = static_cast<std::size_t>(step.made.seat);
  const rules::Points booked = step.after.totals[seat] - step.before.totals[seat];
  switch (step.made.outcome) {
    case rules::Thrown::Bust:
      return booked > 0 ? fmt::format("busts, keeps {} locked", points(booked)) : "busts";
    case rules::Thrown::Attempt:
      return fmt::format("succeeds with {} for {}, rolls {}",
                         rules::to_string(step.kept, game.rules->faces()), points(step.worth),
                         step.next_dice);
    case rules::Thrown::Win:
      return fmt::format("{} for {}: wins",
                         rules::is_six_alike(step.made.thrown)
                             ? "six alike"
                             : rules::to_string(step.made.thrown, game.rules->faces()),
                         points(booked));
    case rules::Thrown::Bonus:
      return fmt::format("scores nothing for {}, rolls on", points(step.after.turn.points));
    case rules::Thrown::Choice:
      break;
  }
  return "does not answer";
}

/// Returns words for a decision after a throw.
std::string say_choice(const GameView& game, const ViewedStep& step) {
  const auto points = [&](rules::Points value) {
    return format_grouped(game.rules->definition(), value);
  };
  std::string text = fmt::format(
      "keeps {} for {}, ", rules::to_string(step.kept, game.rules->faces()), points(step.worth));
  if (step.made.action == Action::Roll) return text + fmt::format("rolls {}", step.next_dice);
  const auto seat = static_cast<std::size_t>(step.made.seat);
  const rules::Points turn = step.before.turn.points + step.worth;
  const rules::Points booked = step.after.totals[seat] - step.before.totals[seat];
  text += fmt::format("banks {}", points(turn));
  // Some rules record other points than the turn came to.
  return booked == turn ? text : text + fmt::format(", records {}", points(booked));
}

/// Returns the same as say_throw() without figures.
std::string say_outcome(rules::Thrown outcome) {
  if (outcome == rules::Thrown::Bust) return "busts";
  if (outcome == rules::Thrown::Attempt) return "succeeds";
  if (outcome == rules::Thrown::Bonus) return "rolls on";
  return outcome == rules::Thrown::Win ? "wins" : "no answer";
}

}  // namespace

std::string say(const GameView& game, const GameRow& row) {
  const ViewedStep& step = row.last();
  switch (step.made.kind) {
    case Step::Kind::Throw:
      return say_throw(game, step);
    case Step::Kind::Choice:
      return say_choice(game, step);
    case Step::Kind::Offer:
      return step.made.action == Action::Accept ? "takes over" : "declines";
    case Step::Kind::Forfeit:
      break;
  }
  return "forfeits";
}

std::string say_briefly(const GameRow& row) {
  const Step& made = row.last().made;
  switch (made.kind) {
    case Step::Kind::Throw:
      return say_outcome(made.outcome);
    case Step::Kind::Choice:
      return made.action == Action::Roll ? "rolls" : "banks";
    case Step::Kind::Offer:
      return made.action == Action::Accept ? "takes over" : "declines";
    case Step::Kind::Forfeit:
      break;
  }
  return "forfeits";
}

std::string say_state(const rules::Definition& definition, const rules::Position& before,
                      int seat) {
  const auto points = [&](rules::Points value) { return format_grouped(definition, value); };
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (before.phase == rules::Phase::Offer)
    add(fmt::format("offered {} with {} {}", points(before.offer.points), before.offer.dice,
                    before.offer.dice == 1 ? "die" : "dice"));
  if (!before.is_in(seat)) add("not in yet");
  if (before.turn.inherited > 0) add(points(before.turn.inherited) + " taken over");
  if (before.turn.attempt) add("needs a 1 or 5");
  if (before.turn.locked > 0) add(points(before.turn.locked) + " locked");
  if (before.closer) {
    add("last turns");
    if (*before.closer != seat) add(points(before.totals[*before.closer]) + " to beat");
  }
  return text;
}

std::vector<DieImage> row_dice(const GameView& game, const GameRow& row) {
  std::vector<DieImage> dice;
  const ViewedStep& step = row.last();
  for (int face = 0; face < rules::kFaces; ++face) {
    for (int i = 0; i < step.made.thrown.count(face); ++i)
      dice.push_back(
          {game.rules->faces()[static_cast<std::size_t>(face)], i < step.kept.count(face)});
  }
  return dice;
}

}  // namespace danno::leagues::site
