// What is held against the agents of a session: faults with their evidence, and who forfeits all
// games because it does not get ready.
#pragma once

#include <array>
#include <cstdint>

#include "referee/play/in_flight.hpp"
#include "referee/play/session.hpp"
#include "referee/record/evidence.hpp"
#include "referee/talk/agent_pool.hpp"

namespace danno::referee::play {

class Faults {
 public:
  /// Both references must outlive it. Processes are those of the pool.
  Faults(const SessionOrder& order, const talk::AgentPool& pool) : order_(order), pool_(pool) {}

  /// The fault that a process shows in one of its games, with seat and evidence.
  [[nodiscard]] record::Fault in_game(std::size_t process, const SeatInGame& own,
                                      record::Fault fault) const;

  /// A fault before Ready. False: whoever killed the process may do so from outside, and the agent
  /// is to be started again. True: the agent is never ready, see at_start().
  [[nodiscard]] bool is_final(std::size_t process, std::size_t agent, record::Fault fault);
  /// A process of the agent was ready.
  void was_ready(std::size_t agent) { killed_starts_[agent] = 0; }

  [[nodiscard]] bool never_ready(std::size_t agent) const {
    return ((never_ready_ >> agent) & 1U) != 0;
  }
  /// SessionResult::never_ready.
  [[nodiscard]] std::uint8_t never_ready() const { return never_ready_; }
  /// Of an agent that is never ready, for one of its games.
  [[nodiscard]] record::Fault at_start(std::size_t agent, int seat) const;

 private:
  const SessionOrder& order_;
  const talk::AgentPool& pool_;
  std::array<record::Fault, rules::kMaxSeats> start_faults_;  ///< By agent.
  std::array<int, rules::kMaxSeats> killed_starts_{};         ///< By agent, since one was ready.
  std::uint8_t never_ready_ = 0;
};

}  // namespace danno::referee::play
