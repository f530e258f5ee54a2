#include "referee/play/in_flight.hpp"

#include <algorithm>
#include <iterator>

namespace danno::referee::play {

GameInFlight* Deal::next_to_throw() {
  record::ThrowPlace below = ~record::ThrowPlace{0};
  for (const GameInFlight& flight : games)
    below = std::min(below, flight.game.throws_let());
  for (GameInFlight& flight : games) {
    if (flight.game.may_throw(below)) return &flight;
  }
  return nullptr;
}

Deal& Deals::add(const record::Key& key) {
  if (free_.empty()) {
    free_.push_back(&deals_.emplace_back());
    free_.back()->games.resize(games_a_deal_);
  }
  Deal& deal = *free_.back();
  free_.pop_back();
  deal.dice.emplace(key);
  deal.going = games_a_deal_;
  going_ += games_a_deal_;
  for (std::size_t place = 0; place < games_a_deal_; ++place) {
    deal.games[place].deal = &deal;
    deal.games[place].place = place;
  }
  return deal;
}

bool Deals::end_game(Deal& deal) {
  --going_;
  if (--deal.going > 0) return false;
  free_.push_back(&deal);
  return true;
}

void Questions::add(GameInFlight& flight) {
  if (flight.question != 0) return;
  flight.question = ++last_;
  waiting_.push_back({&flight, flight.question});
}

void Questions::drop(GameInFlight& flight) {
  if (flight.asked) --asked_;
  flight.asked = false;
  flight.question = 0;
}

void Questions::put_back(GameInFlight& flight) {
  --asked_;
  flight.asked = false;
  waiting_.push_back({&flight, flight.question});
  std::ranges::sort(waiting_, {}, &Waiting::number);
}

SeatInGame bearer(std::span<const SeatInGame> seats) {
  const SeatInGame* oldest = nullptr;
  for (const SeatInGame& own : seats) {
    if (own.is_asked() && (oldest == nullptr || own.flight->question < oldest->flight->question))
      oldest = &own;
  }
  if (oldest != nullptr) return *oldest;
  const SeatInGame& first =
      *std::ranges::min_element(seats, {}, [](const SeatInGame& own) { return own.flight->index; });
  std::vector<SeatInGame> drawn;
  std::ranges::copy_if(seats, std::back_inserter(drawn), [&](const SeatInGame& own) {
    return own.flight->deal == first.flight->deal;
  });
  return drawn[first.flight->game.order().key[0] % drawn.size()];
}

}  // namespace danno::referee::play
