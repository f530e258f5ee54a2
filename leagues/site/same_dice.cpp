#include "leagues/site/deal_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "leagues/site/figures.hpp"

namespace danno::leagues::site {
namespace {

/// The number of turns shown; games with more turns, such as endless ones, show the first of them.
constexpr std::size_t kMostTurns = 150;

using referee::record::Step;
using report::GameView;
using rules::Action;

bool is_same(const GameRow& a, const GameRow& b) {
  const auto& x = a.last();
  const auto& y = b.last();
  return x.made.kind == y.made.kind && x.made.thrown == y.made.thrown && x.kept == y.kept &&
         x.made.action == y.made.action;
}

bool all_same(const std::vector<std::vector<GameRow>>& games) {
  return std::ranges::all_of(games, [&](const std::vector<GameRow>& rows) {
    return std::ranges::equal(rows, games.front(), is_same);
  });
}

/// Returns the change of the seat's total in a turn, from its first step to its last.
rules::Points turn_gain(const std::vector<GameRow>& rows, std::size_t seat) {
  return rows.back().last().after.totals[seat] - rows.front().first().before.totals[seat];
}

/// The numbers of the steps that each game's table shows.
using PageSteps = std::vector<std::set<std::size_t>>;

PageSteps visible_steps(const PageDeal& deal) {
  PageSteps shown(deal.games.size());
  for (std::size_t i = 0; i < deal.games.size(); ++i) {
    const std::vector<GameRow> rows = game_rows(deal.games[i]);
    for (const std::size_t row : visible_rows(rows))
      shown[i].insert(rows[row].number);
  }
  return shown;
}

std::string outcome_word(rules::Thrown outcome) {
  if (outcome == rules::Thrown::Bust) return "busts";
  if (outcome == rules::Thrown::Attempt) return "succeeds";
  if (outcome == rules::Thrown::Bonus) return "rolls on";
  return outcome == rules::Thrown::Win ? "wins" : "no answer";
}

/// Returns what was done without dice and points: "rolls", "banks", "busts".
std::string say_briefly(const GameRow& row) {
  const Step& made = row.last().made;
  switch (made.kind) {
    case Step::Kind::Throw:
      return outcome_word(made.outcome);
    case Step::Kind::Choice:
      return made.action == Action::Roll ? "rolls" : "banks";
    case Step::Kind::Offer:
      return made.action == Action::Accept ? "takes over" : "declines";
    case Step::Kind::Forfeit:
      break;
  }
  return "forfeits";
}

/// Merges neighbouring kept dice into one mark, because a page has thousands of them.
void add_throw(Element cell, const GameView& game, std::size_t index, const GameRow& row,
               const PageSteps& shown) {
  Element link = cell.add("a");
  if (shown[index].contains(row.number)) link.link("", step_id(index, row.number));
  const std::vector<DieImage> dice = row_dice(game, row);
  for (auto die = dice.begin(); die != dice.end();) {
    const bool kept = die->kept;
    std::string faces;
    for (; die != dice.end() && die->kept == kept; ++die)
      faces += die->face;
    if (kept) {
      link.add("b").text(faces);
    } else {
      link.text(faces);
    }
  }
  if (dice.empty()) link.text("offer");
  cell.text(" " + say_briefly(row) + " ");
}

void add_turn(Element tr, const PageDeal& deal, std::size_t index, const SharedTurn& turn,
              const PageSteps& shown) {
  const GameView& game = deal.games[index];
  const std::vector<GameRow>& rows = turn.rows[index];
  Element cell = tr.add("td");
  Element gain = tr.add("td", "n");
  if (rows.empty()) {
    cell.add("span", "soft").text("over");
    return;
  }
  const std::size_t agent = row_agent(game, rows.front());
  cell.add("strong", fmt::format("s{}", agent)).bot(deal.agents[agent]);
  cell.text(" ");
  for (const GameRow& row : rows)
    add_throw(cell, game, index, row, shown);
  const auto seat = static_cast<std::size_t>(turn.seat);
  const rules::Definition& definition = game.rules->definition();
  gain.text(fmt::format("+{}", format_grouped(definition, turn_gain(rows, seat))));
  gain.add("small").text(format_grouped(definition, rows.back().last().after.totals[seat]));
}

std::string turn_id(const SharedTurn& turn) {
  return fmt::format("seat{}-{}", turn.seat + 1, turn.turn);
}

void add_row(Element body, const PageDeal& deal, const SharedTurn& turn, const PageSteps& shown) {
  Element tr = body.add("tr", turn.differs ? "x" : "");
  tr.set("id", turn_id(turn));
  tr.add("th", "n").set("scope", "row").text(fmt::format("{}, {}", turn.seat + 1, turn.turn));
  for (std::size_t i = 0; i < deal.games.size(); ++i)
    add_turn(tr, deal, i, turn, shown);
  tr.add("td").text(turn.differs ? "≠ differs" : "");
}

void add_head(Element table, const PageDeal& deal) {
  Element row = table.add("thead").add("tr");
  row.add("th", "n").set("scope", "col").text("Seat, turn");
  for (std::size_t i = 0; i < deal.games.size(); ++i) {
    const GameView& game = deal.games[i];
    const std::size_t begins = game.agent_at[static_cast<std::size_t>(game.first)];
    row.add("th")
        .set("scope", "col")
        .text(fmt::format("Game {}: ", i + 1))
        .bot(deal.agents[begins])
        .text(" begins");
    row.add("th", "n").set("scope", "col").text("Total");
  }
  row.add("th").set("scope", "col").text("Play");
}

void add_summary(Element section, const std::vector<SharedTurn>& turns) {
  const auto differs = std::ranges::count_if(turns, &SharedTurn::differs);
  Element text = section.add("p");
  text.text(
      "A line is one turn of one seat. The first throw is the same in all games, and the throws "
      "stay the same as long as the players decide alike. ");
  const auto first = std::ranges::find_if(turns, &SharedTurn::differs);
  if (first == turns.end()) {
    text.text("They never played differently.");
    return;
  }
  text.text("They first differ in ");
  Element place = text.add("a");
  if (first - turns.begin() < static_cast<std::ptrdiff_t>(kMostTurns))
    place.link("", turn_id(*first));
  place.text(fmt::format("turn {} of seat {}", first->turn, first->seat + 1));
  text.text(fmt::format(", and in {} of {} turns.", differs, turns.size()));
}

}  // namespace

std::vector<SharedTurn> shared_turns(const std::vector<GameView>& games) {
  const int first = games.front().first;
  const int seats = games.front().seats();
  std::map<std::pair<int, int>, SharedTurn> turns;  // by turn, then by seat from the first
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const GameRow& row : game_rows(games[i])) {
      const report::ViewedStep& step = row.first();
      SharedTurn& turn = turns[{step.turn, (step.made.seat - first + seats) % seats}];
      turn.seat = step.made.seat;
      turn.turn = step.turn;
      turn.rows.resize(games.size());
      turn.rows[i].push_back(row);
    }
  }
  std::vector<SharedTurn> in_order;
  for (auto& [place, turn] : turns) {
    const bool all_play =
        std::ranges::none_of(turn.rows, [](const auto& rows) { return rows.empty(); });
    turn.differs = all_play && !all_same(turn.rows);
    in_order.push_back(std::move(turn));
  }
  return in_order;
}

void add_same_dice(Element main, const PageDeal& deal) {
  const std::vector<SharedTurn> turns = shared_turns(deal.games);
  Element section = main.add("section", "same");
  section.set("id", "same");
  section.add("h2").text("Same dice, side by side");
  add_summary(section, turns);
  Element table = add_box(section, "Turns side by side").add("table");
  add_head(table, deal);
  Element body = table.add("tbody");
  const PageSteps shown = visible_steps(deal);
  for (std::size_t i = 0; i < std::min(turns.size(), kMostTurns); ++i)
    add_row(body, deal, turns[i], shown);
  if (turns.size() > kMostTurns)
    section.add("p", "soft small")
        .text(fmt::format("The first {} of {} turns.", kMostTurns, turns.size()));
}

}  // namespace danno::leagues::site
