// The rows of a game, what each says, and the table of them.
#include "leagues/site/deal_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <vector>

#include "leagues/report/game_view.hpp"
#include "leagues/site/figures.hpp"

namespace danno::leagues::site {
namespace {

using referee::record::Step;
using report::GameView;
using report::ViewedStep;
using rules::Action;

/// The number of rows above which only the first ones, the costliest mistakes and the last ones are
/// shown.
constexpr std::size_t kMostRows = 300;
constexpr std::size_t kFirstRows = 50;
constexpr std::size_t kLastRows = 150;

void add_head(Element table, const PageDeal& deal, const GameView& game) {
  Element row = table.add("thead").add("tr");
  const auto add = [&](const char* words, const char* classes = "") {
    row.add("th", classes).set("scope", "col").text(words);
  };
  add("Step", "n");
  add("Player");
  if (deal.agents.size() == 2) add("Standing", "n");
  for (std::size_t agent = 0; deal.agents.size() > 2 && agent < deal.agents.size(); ++agent)
    row.add("th", fmt::format("n cut s{}", agent)).set("scope", "col").bot(deal.agents[agent]);
  add("Turn", "n");
  add("Dice");
  if (game.account) add("Luck", "n");
  add("Played");
  if (!game.account) return;
  row.add("th", "n").set("scope", "col").bot(deal.agents[0]).text(" wins");
  add("Cost", "n");
  add("Better was");
}

/// Adds the totals: two in one cell, more in a cell each, that of the mover with a class.
void add_standing(Element tr, const GameView& game, const GameRow& row) {
  std::vector<std::string> totals(game.agent_at.size());
  for (std::size_t seat = 0; seat < totals.size(); ++seat)
    totals[game.agent_at[seat]] =
        format_grouped(game.rules->definition(), row.first().before.totals[seat]);
  if (totals.size() == 2) {
    tr.add("td").text(fmt::format("{}", fmt::join(totals, " : ")));
    return;
  }
  for (std::size_t agent = 0; agent < totals.size(); ++agent)
    tr.add("td", agent == row_agent(game, row) ? "own" : "").text(totals[agent]);
}

void add_dice(Element cell, const GameView& game, const GameRow& row) {
  for (const DieImage& die : row_dice(game, row))
    cell.add(die.kept ? "b" : "i").text(std::string(1, die.face));
}

/// Returns a sentence such as "keeping 111 and rolling wins 66.2 %".
std::string say_chance(const rules::Definition& definition, const solver::Choice& choice) {
  std::string words = choice.action == Action::Accept    ? "accepting"
                      : choice.action == Action::Decline ? "declining"
                      : choice.action == Action::Roll    ? "rolling"
                                                         : "banking";
  const bool keeps = choice.action == Action::Roll || choice.action == Action::Bank;
  if (keeps && !definition.automatic_keeps)
    words = fmt::format("keeping {} and {}", rules::to_string(choice.option.keep, definition.faces),
                        words);
  return fmt::format("{} wins {} %", words, format_percent(choice.chance));
}

/// The best decision, and of a mistake also what else was better than the one played.
void add_better(Element cell, const GameView& game, const GameRow& row) {
  const rules::Definition& definition = game.rules->definition();
  const ViewedStep& step = row.last();
  cell.text(say_chance(definition, *step.explained->best));
  if (row.cost() <= kMistake) return;
  std::vector<std::string> others;
  for (const solver::Choice& other : step.alternatives) {
    const bool is_best = other.chance == step.explained->best->chance;
    if (is_best || other.chance <= step.explained->after) continue;
    others.push_back(say_chance(definition, other));
  }
  if (!others.empty()) cell.add("small").text(fmt::format("also {}", fmt::join(others, ", ")));
}

void add_chances(Element tr, const GameView& game, const GameRow& row) {
  tr.add("td").text(format_percent(chance_of_first(game, row.last())));
  const double cost = row.cost();
  const bool lost = cost >= 0.0005;
  Element cell = tr.add("td");
  if (lost) cell.text(format_percent(cost));
  Element better = tr.add("td");
  if (lost) add_better(better, game, row);
}

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

/// Adds a step. `at` is its place among all rows, if not all are shown.
void add_row(Element body, const PageDeal& deal, std::size_t index, const GameRow& row,
             std::optional<std::size_t> at) {
  const GameView& game = deal.games[index];
  const std::size_t agent = row_agent(game, row);
  const std::string id = step_id(index, row.number);
  Element tr = body.add(
      "tr", row.cost() > kMistake ? fmt::format("p{} x", agent) : fmt::format("p{}", agent));
  tr.set("id", id);
  if (at) tr.set("data-at", fmt::to_string(*at));
  tr.add("td").add("a").link("", id).text(fmt::to_string(row.number));
  tr.add("td").bot(deal.agents[agent]);
  add_standing(tr, game, row);
  Element turn = tr.add("td");
  turn.text(format_grouped(game.rules->definition(), row.first().before.turn.points));
  const std::string state =
      say_state(game.rules->definition(), row.first().before, row.first().made.seat);
  add_dice(tr.add("td", "d"), game, row);
  if (game.account) {
    Element luck = tr.add("td");
    if (row.thrown != nullptr) luck.text(format_signed(100 * row.thrown->explained->luck));
  }
  Element played = tr.add("td");
  played.text(say(game, row));
  if (!state.empty()) played.add("small").text(state);
  if (game.account) add_chances(tr, game, row);
}

}  // namespace

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

std::set<std::size_t> visible_rows(const std::vector<GameRow>& rows) {
  std::set<std::size_t> shown;
  const bool all = rows.size() <= kMostRows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (all || i < kFirstRows || i + kLastRows >= rows.size()) shown.insert(i);
  }
  if (all) return shown;
  for (const std::size_t mistake : costliest_mistakes(rows)) {
    for (std::size_t near = mistake; near < rows.size(); --near) {  // its turn, up to it
      shown.insert(near);
      if (rows[near].first().roll <= 1) break;
    }
  }
  return shown;
}

void add_steps(Element section, const PageDeal& deal, std::size_t index) {
  const GameView& game = deal.games[index];
  const std::vector<GameRow> rows = game_rows(game);
  const std::set<std::size_t> shown = visible_rows(rows);
  section.add("h3").text("All steps");
  Element box = add_box(section, fmt::format("Steps of game {}", index + 1), "box steps");
  Element table = box.add("table", game.account             ? "chances"
                                   : deal.agents.size() > 2 ? "seats"
                                                            : "");
  add_head(table, deal, game);
  Element body = table.add("tbody");
  const bool some = shown.size() < rows.size();
  for (const std::size_t i : shown)
    add_row(body, deal, index, rows[i], some ? std::optional(i) : std::nullopt);
  if (!some) return;
  Element note = section.add("p", "soft small");
  note.text(fmt::format(
      "{} of {} throws are shown: the first {}, turns with the costliest mistakes, the last {}. ",
      shown.size(), rows.size(), kFirstRows, kLastRows));
  if (deal.written.empty()) return;
  note.add("a").link(deal.written[index]).text("The written game");
  note.text(" has all.");
}

}  // namespace danno::leagues::site
