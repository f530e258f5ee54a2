// The games of a session: deals in flight, the questions that they wait for, what came of them.
//
// Whatever happens to a game happens here, so that everything that follows from it does, too: other
// seats are told, its deal's throws are made, its next question comes up, it ends.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "referee/play/faults.hpp"
#include "referee/play/in_flight.hpp"
#include "referee/play/seats.hpp"
#include "referee/solver/odds.hpp"

namespace danno::referee::play {

class Games {
 public:
  /// All references must outlive it.
  Games(const SessionOrder& order, Seats& seats, const Faults& faults)
      : order_(order), seats_(seats), faults_(faults), deals_(order.games_a_deal) {}

  /// Games to be played now, deal after deal; earlier ones are over.
  void take(std::span<const GameOrder> games);
  /// The first game of the next deal; null if all are started.
  [[nodiscard]] const GameOrder* next() const {
    return next_ < games_.size() ? &games_[next_] : nullptr;
  }
  /// In flight.
  [[nodiscard]] std::size_t going() const { return deals_.going(); }

  void start_deal();
  /// Puts those that can be put: put(flight) tells. One at a time if no other game is in flight by
  /// request.
  template <class Put>
  void put_questions(Put put) {
    questions_.put(order_.in_flight == 1, put);
  }
  /// What `odds` would do, in an advised game.
  [[nodiscard]] std::optional<talk::AdviceGiven> advice(const Game& game);

  /// The mover's answer to the open question; what is wrong with it, if anything: then charge() it.
  [[nodiscard]] std::optional<record::Cause> answer(GameInFlight& flight,
                                                    const talk::AnswerIn& answer);
  /// These seats forfeit their games, each with its fault.
  struct Charge {
    SeatInGame own;
    record::Fault fault;
  };
  void charge(std::vector<Charge> charges);
  /// The process is gone: its questions wait for the next one, which is told of its games anew.
  void withdraw(std::size_t process);
  /// As Deals::seats().
  template <class Chosen>
  [[nodiscard]] std::vector<SeatInGame> seats(Chosen chosen) {
    return deals_.seats(chosen);
  }

  /// The harness failed: games in flight are void, or the next one, so that the failure counts.
  void make_void();
  /// Of the games taken, as ordered; called once.
  [[nodiscard]] std::vector<GameResult> results() { return std::move(results_); }
  /// Answers that were taken since take().
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }

 private:
  void begin(GameInFlight& flight);
  void advance(Deal& deal);
  void settle(GameInFlight& flight);
  void finish(GameInFlight& flight);

  const SessionOrder& order_;
  Seats& seats_;
  const Faults& faults_;
  std::span<const GameOrder> games_;
  std::vector<GameResult> results_;
  std::uint64_t decisions_ = 0;
  std::size_t next_ = 0;
  Deals deals_;
  Questions questions_;
  std::optional<solver::Odds> adviser_;
};

}  // namespace danno::referee::play
