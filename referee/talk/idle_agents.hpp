// Agents' processes between two line-ups: who may play again waits here, stopped, so that an agent
// is started once and not for every line-up. Of one thread.
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

/// What a process was started and greeted with: it plays on only where all of it is the same.
struct Terms {
  Agent agent;
  record::Greeting greeting;
  sandbox::Isolation isolation = sandbox::Isolation::Strict;
  ThinkingClock::Mode mode = ThinkingClock::Mode::Cpu;
  friend bool operator==(const Terms&, const Terms&) = default;
};

/// A process that has said Ready and has no game.
struct IdleAgent {
  Terms terms;
  std::unique_ptr<AgentProcess> process;
  std::uint32_t games = 1;       ///< That it holds at once.
  std::uint32_t games_told = 0;  ///< It counts its games: those it was told of so far.
  bool wants_seen = false;
  bool stderr_open = true;
  bool may_stay = true;             ///< False: it only takes its leave.
  std::chrono::nanoseconds cpu{0};  ///< That line-ups were charged with.
};

class IdleAgents {
 public:
  /// The machine must outlive it. `most`: processes that may live at once, idle ones and those in
  /// play; who plays always may.
  explicit IdleAgents(sandbox::Machine& machine, std::size_t most = 0)
      : machine_(machine), most_(most), own_wait_(machine) {}
  /// Says goodbye to all.
  ~IdleAgents();
  IdleAgents(const IdleAgents&) = delete;
  IdleAgents& operator=(const IdleAgents&) = delete;

  [[nodiscard]] sandbox::Machine& machine() { return machine_; }
  /// Of the thread, for the clocks of all its agents.
  [[nodiscard]] OwnWait& own_wait() { return own_wait_; }

  /// Stops them, so that they use no processor. Those that there is no room for are ended.
  void put(std::vector<IdleAgent> agents);
  /// One with these terms, the last that came, running again. Who ended, or said anything, while
  /// nobody asked is ended, which is nobody's fault.
  [[nodiscard]] std::optional<IdleAgent> take(const Terms& terms);
  /// One more is to be started beside `in_play`: ends those that were used least recently.
  void make_room(std::size_t in_play);
  /// Ends the one that was used least recently; false if there is none.
  bool end_oldest();
  /// All, at once and without a goodbye.
  void end_all();

 private:
  void dismiss(std::size_t count);

  sandbox::Machine& machine_;
  std::size_t most_;
  OwnWait own_wait_;
  std::list<IdleAgent> agents_;  ///< The last used at the end.
};

}  // namespace danno::referee::talk
