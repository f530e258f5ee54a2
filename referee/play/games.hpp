// The games of a session: deals in flight, their open questions, and their results.
//
// Every change of a game is made here together with its consequences: other seats are informed, the
// throws of its deal are made, its next question is opened, or it ends.
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
  /// All references must outlive the object.
  Games(const SessionOrder& order, Seats& seats, const Faults& faults)
      : order_(order),
        seats_(seats),
        faults_(faults),
        options_(*order.rules),
        deals_(order.games_a_deal) {}

  /// Sets the games to play next, ordered by deal; all earlier games must be over.
  void take(std::span<const GameOrder> games);
  /// The first game of the next deal; null if all are started.
  [[nodiscard]] const GameOrder* next() const {
    return next_ < games_.size() ? &games_[next_] : nullptr;
  }
  /// The number of games in flight.
  [[nodiscard]] std::size_t going() const { return deals_.going(); }

  void start_deal();
  /// Puts those that can be put: put(flight) tells. One at a time if no other game is in flight by
  /// request.
  template <class Put>
  void put_questions(Put put) {
    questions_.put(order_.in_flight == 1, put);
  }
  /// Returns what `odds` would decide if the game is advised, or nullopt if it is not.
  [[nodiscard]] std::optional<talk::AdviceGiven> advice(const GameInFlight& flight);

  /// The mover's answer to the open question; what is wrong with it, if anything: then charge() it.
  [[nodiscard]] std::optional<record::Cause> answer(GameInFlight& flight,
                                                    const talk::AnswerIn& answer);
  /// These seats forfeit their games, each with its fault.
  struct Charge {
    SeatInGame own;
    record::Fault fault;
  };
  void charge(std::vector<Charge> charges);
  /// Withdraws the questions of a process that has ended. They wait for its replacement, which is
  /// sent its games as resumed.
  void withdraw(std::size_t process);
  /// Returns the same as Deals::seats().
  template <class Chosen>
  [[nodiscard]] std::vector<SeatInGame> seats(Chosen chosen) {
    return deals_.seats(chosen);
  }

  /// Marks the games in flight, or if there are none the next game, as void: the harness failed.
  void make_void();
  /// Returns the results of the games passed to take(), in their order. Call it once only.
  [[nodiscard]] std::vector<GameResult> results() { return std::move(results_); }
  /// The number of answers applied since take().
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
  talk::OptionCache options_;
  Deals deals_;
  Questions questions_;
  std::optional<solver::Odds> adviser_;
};

}  // namespace danno::referee::play
