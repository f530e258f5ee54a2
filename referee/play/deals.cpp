#include "referee/play/deals.hpp"

#include <algorithm>
#include <iterator>

#include "referee/record/throw_order.hpp"

namespace danno::referee::play {

/// Chooses the game of the deal that may show its next throw.
///
/// Each game states the earliest throw that can still come in it. The minimum over the games is the
/// bound below which a throw is safe to show. Conservative parallel simulation computes its lower
/// bound on time stamps in the same way (Chandy and Misra, 1979). Here the order of throws stands
/// for time.
///
/// A game that stands before a throw states the place after it. All games before the same throw may
/// therefore show it. The game that holds the minimum has an open question, or it may throw itself;
/// so the deal cannot deadlock. record/throw_order.hpp proves that no agent learns a throw too
/// early.
GameInFlight* Deal::next_to_throw() {
  record::ThrowIndex below = ~record::ThrowIndex{0};
  for (const GameInFlight& flight : games)
    below = std::min(below, flight.game.throw_limit());
  for (GameInFlight& flight : games) {
    if (flight.game.may_throw(below)) return &flight;
  }
  return nullptr;
}

Deal& Deals::add(const record::Key& key) {
  // Deals are reused, so that playing allocates nothing in the long run. A std::deque never moves
  // them.
  if (free_.empty()) {
    free_.push_back(&deals_.emplace_back());
    free_.back()->games.resize(games_a_deal_);
  }
  Deal& deal = *free_.back();
  free_.pop_back();
  deal.dice.emplace(key);
  deal.unfinished = games_a_deal_;
  unfinished_ += games_a_deal_;
  for (std::size_t i = 0; i < games_a_deal_; ++i) {
    deal.games[i].deal = &deal;
    deal.games[i].index_in_deal = i;
  }
  return deal;
}

bool Deals::end_game(Deal& deal) {
  --unfinished_;
  if (--deal.unfinished > 0) return false;
  free_.push_back(&deal);
  return true;
}

void Questions::add(GameInFlight& flight) {
  if (flight.question != 0) return;
  flight.question = ++last_;
  // The game may have a stale entry of an earlier question; put() recognises it by the number.
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
  // The question keeps its number, and so its turn before younger ones.
  std::ranges::sort(waiting_, {}, &Waiting::number);
}

SeatInGame game_to_charge(std::span<const SeatInGame> seats) {
  // The agent most likely worked on its oldest question when it ended, so that game is charged.
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
  // The key is secret, so an agent cannot choose which game it loses by a crash. Drawing by the key
  // also gives the same result in every replay.
  return drawn[first.flight->game.spec().key[0] % drawn.size()];
}

}  // namespace danno::referee::play
