// The games of a session: deals in flight, their open questions, and their results.
//
// Every change of a game is made here together with its consequences: other seats are informed, the
// throws of its deal are made, its next question is opened, or it ends.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "referee/play/deals.hpp"
#include "referee/play/seats.hpp"
#include "referee/play/session_options.hpp"
#include "referee/protocol/agent_pool.hpp"
#include "referee/record/agent_set.hpp"
#include "referee/record/evidence.hpp"
#include "referee/solver/odds.hpp"

namespace danno::referee::play {

/// The faults of a session's agents with their evidence, and the agents that forfeit all games
/// because they do not get ready.
class Faults {
 public:
  /// Both references must outlive the object. Processes are numbered as in the pool.
  Faults(const SessionOptions& config, const protocol::AgentPool& pool)
      : config_(config), pool_(pool) {}

  /// Returns the process's fault as one of this game, with seat and evidence.
  [[nodiscard]] record::Fault in_game(std::size_t process, const SeatInGame& own,
                                      record::Fault fault) const;

  /// Records a fault before Ready and returns whether it is final. If true, the agent is never
  /// ready, and at_start() returns the fault. If false, the process was killed, perhaps from
  /// outside, and the agent should be started again.
  [[nodiscard]] bool is_final(std::size_t process, std::size_t agent, record::Fault fault);
  /// Notes that a process of the agent became ready.
  void was_ready(std::size_t agent) { killed_starts_[agent] = 0; }

  [[nodiscard]] bool never_ready(std::size_t agent) const { return never_ready_.has(agent); }
  /// Returns the agents that never got ready.
  [[nodiscard]] record::AgentSet never_ready() const { return never_ready_; }
  /// Returns the fault of an agent that is never ready, for one of its games.
  [[nodiscard]] record::Fault at_start(std::size_t agent, int seat) const;

 private:
  const SessionOptions& config_;
  const protocol::AgentPool& pool_;
  std::array<record::Fault, rules::kMaxSeats> start_faults_;  ///< Indexed by agent.
  /// Indexed by agent; starts killed since one was ready.
  std::array<int, rules::kMaxSeats> killed_starts_{};
  record::AgentSet never_ready_;
};

class Games {
 public:
  /// All references must outlive the object. `games` are ordered by deal.
  Games(const SessionOptions& config, Seats& seats, const Faults& faults,
        std::span<const GameSpec> games);

  /// Returns the first game of the next deal; null if all are started.
  [[nodiscard]] const GameSpec* next() const {
    return next_ < games_.size() ? &games_[next_] : nullptr;
  }
  /// Returns the number of games in flight.
  [[nodiscard]] std::size_t unfinished() const { return deals_.unfinished(); }

  void start_deal();
  /// Calls put(flight), which returns whether it sent the question, for each question that waits.
  /// Sends one at a time if `in_flight` is 1.
  template <class Put>
  void put_questions(Put put) {
    questions_.put(config_.in_flight == 1, put);
  }
  /// Returns what `odds` would decide if the game is advised, or nullopt if it is not.
  [[nodiscard]] std::optional<protocol::AdviceGiven> advice(const GameInFlight& flight);

  /// Applies the mover's answer. Returns what is wrong with it; the caller must then charge() it.
  [[nodiscard]] std::optional<record::Cause> answer(GameInFlight& flight,
                                                    const protocol::AnswerIn& answer);
  /// A seat that forfeits its game, with its fault.
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
  /// Returns the results of the games, in their order. Call it once only.
  [[nodiscard]] std::vector<GameResult> results() { return std::move(results_); }
  /// Returns the number of answers applied.
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }

 private:
  void begin(GameInFlight& flight);
  void advance(Deal& deal);
  void advance_game(GameInFlight& flight);
  void finish(GameInFlight& flight);

  const SessionOptions& config_;
  Seats& seats_;
  const Faults& faults_;
  const std::span<const GameSpec> games_;
  std::vector<GameResult> results_;
  std::uint64_t decisions_ = 0;
  std::size_t next_ = 0;
  OptionCache options_;
  Deals deals_;
  Questions questions_;
  std::optional<solver::Odds> adviser_;
};

}  // namespace danno::referee::play
