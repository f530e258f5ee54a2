// Agents' processes between two line-ups. A process that may play again waits here, stopped, so
// that an agent is started once and not for every line-up. Used by one thread.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "referee/record/evidence.hpp"
#include "referee/talk/agent.hpp"
#include "referee/talk/agent_process.hpp"

namespace danno::referee::talk {

/// The terms on which a process was started and greeted. It is reused only if all are equal.
struct Terms {
  Agent agent;
  record::Greeting greeting;
  sandbox::Isolation isolation = sandbox::Isolation::Strict;
  ThinkingClock::Mode mode = ThinkingClock::Mode::Cpu;
  friend bool operator==(const Terms&, const Terms&) = default;
};

/// A process that is Ready and has no game.
struct IdleAgent {
  Terms terms;
  std::unique_ptr<AgentProcess> process;
  std::uint32_t games = 1;       ///< Games that it accepts at once.
  std::uint32_t games_told = 0;  ///< Games that were sent to it so far; it numbers its games.
  bool wants_seen = false;
  bool stderr_open = true;
  bool may_stay = true;             ///< If false, it is only sent Goodbye and ended.
  std::chrono::nanoseconds cpu{0};  ///< CPU time that was charged to line-ups.
};

class IdleAgents {
 public:
  /// The machine must outlive the object. `most` is the number of processes, idle and playing, that
  /// may live at once; playing ones are never refused.
  explicit IdleAgents(sandbox::Machine& machine, std::size_t most = 0)
      : machine_(machine), most_(most), own_wait_(machine) {}
  /// Says goodbye to all processes and ends them.
  ~IdleAgents();
  IdleAgents(const IdleAgents&) = delete;
  IdleAgents& operator=(const IdleAgents&) = delete;

  [[nodiscard]] sandbox::Machine& machine() { return machine_; }
  /// The waiting times of this thread, for the clocks of all its agents.
  [[nodiscard]] OwnWait& own_wait() { return own_wait_; }

  /// Stops these processes so that they use no processor. Those that exceed the limit are ended.
  void put(std::vector<IdleAgent> agents);
  /// Returns the most recent process with these terms, running again; nullopt if there is none. A
  /// process that ended or wrote something while idle is discarded, without a fault.
  [[nodiscard]] std::optional<IdleAgent> take(const Terms& terms);
  /// Ends the least recently used processes so that one can be started beside `in_play` others.
  void make_room(std::size_t in_play);
  /// Ends the least recently used process; returns false if there is none.
  bool end_oldest();
  /// Ends all processes at once, without Goodbye.
  void end_all();

 private:
  void dismiss(std::size_t count);

  sandbox::Machine& machine_;
  std::size_t most_;
  OwnWait own_wait_;
  std::list<IdleAgent> agents_;  ///< Sorted by last use; the most recent one is last.
};

}  // namespace danno::referee::talk
