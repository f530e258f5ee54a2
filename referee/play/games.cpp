#include "referee/play/games.hpp"

#include <utility>

namespace danno::referee::play {
namespace {

/// Room for all but the longest games, so that playing them allocates nothing.
constexpr std::size_t kUsualEvents = 96;

}  // namespace

void Games::take(std::span<const GameOrder> games) {
  games_ = games;
  next_ = 0;
  decisions_ = 0;
  results_ = std::vector<GameResult>(games.size());
  for (GameResult& game : results_)
    game.record.events.reserve(kUsualEvents);
}

void Games::start_deal() {
  Deal& deal = deals_.add(games_[next_].key);
  for (Table& table : deal.tables) {
    table.index = next_++;
    begin(table);
  }
  for (Table& table : deal.tables)
    settle(table);
  advance(deal);
}

void Games::begin(Table& table) {
  const GameOrder& order = games_[table.index];
  record::GameRecord& record = results_[table.index].record;
  for (std::size_t seat = 0; seat < order_.agents.size(); ++seat) {
    const std::size_t agent = order.agent_at[seat];
    if (((order.absent >> seat) & 1U) != 0 || !faults_.never_ready(agent)) continue;
    record.absent = static_cast<std::uint8_t>(record.absent | (1U << seat));
    record.faults.push_back(faults_.at_start(agent, static_cast<int>(seat)));
  }
  table.told_before = 0;
  table.ids.fill(Table::kUntold);
  table.resumed_at.fill(std::nullopt);
  table.game.begin(*order_.rules, order, *table.deal->dice, record);
}

void Games::advance(Deal& deal) {
  while (Table* const table = deal.next_to_throw()) {
    seats_.tell(*table, table->game.throw_dice());
    settle(*table);
  }
}

/// After something happened in a game: forfeits that are due, its next question, its end.
void Games::settle(Table& table) {
  Game& game = table.game;
  if (!game.has_question()) questions_.drop(table);
  while (const auto step = game.settle()) {
    questions_.drop(table);
    seats_.tell(table, *step);
  }
  if (game.over()) return finish(table);
  if (game.has_question()) questions_.add(table);
}

void Games::finish(Table& table) {
  table.game.finish();
  seats_.tell_end(table);
  results_[table.index].kind = GameResult::Kind::Played;
  deals_.end_game(*table.deal);
}

std::optional<talk::AdviceGiven> Games::advice(const Game& game) {
  if (!game.order().advised) return std::nullopt;
  if (!adviser_) adviser_.emplace(*order_.rules);
  const solver::Judgement judgement = adviser_->judge(game.position(), game.options().all());
  return talk::AdviceGiven{static_cast<std::uint32_t>(judgement.option), judgement.action};
}

std::optional<record::Cause> Games::answer(Table& table, const talk::AnswerIn& answer) {
  record::Step step;
  if (auto illegal = table.game.decide(answer, step)) return illegal;
  ++decisions_;
  seats_.tell(table, step);
  settle(table);
  advance(*table.deal);
  return std::nullopt;
}

void Games::charge(std::vector<Charge> charges) {
  for (Charge& each : charges) {
    each.part.table->game.charge(std::move(each.fault));
    settle(*each.part.table);
  }
  for (const Charge& each : charges)
    advance(*each.part.table->deal);
}

void Games::withdraw(std::size_t process) {
  deals_.for_each_going([&](Table& table) {
    for (int seat = 0; seat < order_.rules->seats(); ++seat) {
      if (seats_.process_of(table, seat) != process) continue;
      if (Part{&table, seat}.is_asked()) questions_.put_back(table);
      Seats::forget(table, seat);
    }
  });
  seats_.forget(process);
}

void Games::make_void() {
  if (deals_.going() == 0 && next_ < games_.size()) results_[next_].kind = GameResult::Kind::Void;
  deals_.for_each_going([&](Table& table) { results_[table.index].kind = GameResult::Kind::Void; });
}

}  // namespace danno::referee::play
