// Maps the seats of games to agents' processes, and records which process was sent which game.
//
// An agent has one process for all its games. If a process accepts fewer games at once than a deal
// has, the agent gets as many processes as a deal needs. A process learns of a game with the first
// message about it. A process that replaces one that has ended gets the game as resumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/deals.hpp"
#include "referee/protocol/agent_pool.hpp"
#include "referee/protocol/wire.hpp"

namespace danno::referee::play {

class Seats {
 public:
  /// Both references must outlive the object. The pool holds processes_for(config).
  Seats(const SessionOptions& config, protocol::AgentPool& pool);

  /// Returns SessionOptions::agents, repeated once for each process that a deal may need.
  [[nodiscard]] static std::vector<protocol::Agent> processes_for(const SessionOptions& config);

  /// Starts the processes that the agent lacks for a deal; returns whether all are ready.
  bool start_processes(std::size_t agent);
  /// Returns how many games may be open at once, as far as known: up to `most`, at least a deal's.
  [[nodiscard]] std::size_t room(std::size_t most) const;
  /// Chooses the processes that play the game, which has just begun: see seat_process().
  void take(GameInFlight& flight) const;
  [[nodiscard]] static std::size_t seat_process(const GameInFlight& flight, int seat) {
    return flight.processes[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] std::size_t agent_index(std::size_t process) const {
    return process % holds_.size();
  }
  [[nodiscard]] std::vector<std::size_t> agent_processes(std::size_t agent) const;
  [[nodiscard]] protocol::Effort effort(std::size_t agent) const;

  /// Returns the game whose open question the answer is for; null if there is none.
  [[nodiscard]] GameInFlight* find(std::size_t process, const protocol::AnswerIn& answer) const;
  void ask(GameInFlight& flight, const std::optional<protocol::AdviceGiven>& advice);
  /// Reports a step to the observer and to the agents that asked to see other agents' moves.
  void report_step(GameInFlight& flight, const record::Step& step);
  /// Reports the end to all agents that play, even if they were never asked.
  void report_end(GameInFlight& flight);
  /// Forgets the games that a process was sent, because the process is gone. Games that play on
  /// announce themselves to its successor.
  void forget(std::size_t process) { announced_[process].games.clear(); }
  static void forget(GameInFlight& flight, int seat) {
    flight.ids[static_cast<std::size_t>(seat)] = GameInFlight::kNotAnnounced;
  }

 private:
  /// Returns the buffer for messages about the game; first tells the agent of it if necessary. The
  /// message to come tells of the last `told` events of the game.
  std::string& line_to(GameInFlight& flight, int seat, std::size_t told = 0);

  const SessionOptions& config_;
  protocol::AgentPool& pool_;
  protocol::GameStartForm form_;
  std::vector<std::size_t> holds_;  ///< Games per process, by agent; 0 until one is ready.
  /// The games that a process was sent in this session; it numbers them from `first` on.
  struct Announced {
    std::uint32_t first = 0;
    std::vector<GameInFlight*> games;
  };
  std::vector<Announced> announced_;  ///< Indexed by process.
};

}  // namespace danno::referee::play
