// The faults of a session's agents with their evidence, and the agents that forfeit all games
// because they do not get ready.
#pragma once

#include <array>
#include <cstdint>

#include "referee/play/in_flight.hpp"
#include "referee/play/order.hpp"
#include "referee/record/agent_set.hpp"
#include "referee/record/evidence.hpp"
#include "referee/talk/agent_pool.hpp"

namespace danno::referee::play {

class Faults {
 public:
  /// Both references must outlive the object. Processes are numbered as in the pool.
  Faults(const SessionOrder& order, const talk::AgentPool& pool) : order_(order), pool_(pool) {}

  /// The fault that a process shows in one of its games, with seat and evidence.
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
  const SessionOrder& order_;
  const talk::AgentPool& pool_;
  std::array<record::Fault, rules::kMaxSeats> start_faults_;  ///< Indexed by agent.
  /// Indexed by agent; starts killed since one was ready.
  std::array<int, rules::kMaxSeats> killed_starts_{};
  record::AgentSet never_ready_;
};

}  // namespace danno::referee::play
