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
  for (GameInFlight& flight : deal.games) {
    flight.index = next_++;
    begin(flight);
  }
  for (GameInFlight& flight : deal.games)
    settle(flight);
  advance(deal);
}

void Games::begin(GameInFlight& flight) {
  const GameOrder& order = games_[flight.index];
  record::GameRecord& record = results_[flight.index].record;
  for (std::size_t seat = 0; seat < order_.agents.size(); ++seat) {
    const std::size_t agent = order.agent_at[seat];
    if (order.absent.has(seat) || !faults_.never_ready(agent)) continue;
    record.absent.add(seat);
    record.faults.push_back(faults_.at_start(agent, static_cast<int>(seat)));
  }
  flight.advised = order.advised;
  flight.told_before = {};
  flight.ids.fill(GameInFlight::kUntold);
  flight.resumed_at.fill(std::nullopt);
  flight.game.begin(options_, order, *flight.deal->dice, record);
  seats_.take(flight);
}

void Games::advance(Deal& deal) {
  while (GameInFlight* const flight = deal.next_to_throw()) {
    seats_.tell(*flight, flight->game.throw_dice());
    settle(*flight);
  }
}

/// After something happened in a game: forfeits that are due, its next question, its end.
void Games::settle(GameInFlight& flight) {
  Game& game = flight.game;
  if (!game.has_question()) questions_.drop(flight);
  while (const auto step = game.settle()) {
    questions_.drop(flight);
    seats_.tell(flight, *step);
  }
  if (game.over()) return finish(flight);
  if (game.has_question()) questions_.add(flight);
}

void Games::finish(GameInFlight& flight) {
  flight.game.finish();
  seats_.tell_end(flight);
  results_[flight.index].kind = GameResult::Kind::Played;
  const bool is_last = deals_.end_game(*flight.deal);
  if (is_last && order_.window != nullptr) order_.window->end_deal(order_.machine->now());
}

std::optional<talk::AdviceGiven> Games::advice(const GameInFlight& flight) {
  if (!flight.advised) return std::nullopt;
  const Game& game = flight.game;
  if (!adviser_) adviser_.emplace(*order_.rules);
  const solver::Judgement judgement = adviser_->judge(game.position(), game.options());
  return talk::AdviceGiven{static_cast<std::uint32_t>(judgement.option), judgement.action};
}

std::optional<record::Cause> Games::answer(GameInFlight& flight, const talk::AnswerIn& answer) {
  record::Step step;
  if (auto illegal = flight.game.decide(answer, step)) return illegal;
  ++decisions_;
  seats_.tell(flight, step);
  settle(flight);
  advance(*flight.deal);
  return std::nullopt;
}

void Games::charge(std::vector<Charge> charges) {
  for (Charge& each : charges) {
    each.own.flight->game.charge(std::move(each.fault));
    settle(*each.own.flight);
  }
  for (const Charge& each : charges)
    advance(*each.own.flight->deal);
}

void Games::withdraw(std::size_t process) {
  deals_.for_each_going([&](GameInFlight& flight) {
    for (int seat = 0; seat < order_.rules->seats(); ++seat) {
      if (Seats::process_of(flight, seat) != process) continue;
      if (SeatInGame{&flight, seat}.is_asked()) questions_.put_back(flight);
      Seats::forget(flight, seat);
    }
  });
  seats_.forget(process);
}

void Games::make_void() {
  if (deals_.going() == 0 && next_ < games_.size()) results_[next_].kind = GameResult::Kind::Void;
  deals_.for_each_going(
      [&](GameInFlight& flight) { results_[flight.index].kind = GameResult::Kind::Void; });
}

}  // namespace danno::referee::play
