// The event loop over agents' processes: drain every readable agent, hand over what it said, flush
// each once, sleep in poll until the nearest deadline.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "referee/talk/agent_link.hpp"

namespace danno::referee::talk {

class AgentPool {
 public:
  using State = AgentLink::State;
  /// Calls come from wait() and look() only.
  using Listener = AgentListener;

  /// All references must outlive the pool. `games`: in flight at most. Processes come from `idle`
  /// where it has them.
  AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
            std::size_t games, IdleAgents& idle, Listener& listener);
  ~AgentPool();
  AgentPool(const AgentPool&) = delete;
  AgentPool& operator=(const AgentPool&) = delete;

  /// Goes on with an idle process of the agent, which is Ready, or launches one and greets it.
  /// Throws as launch() does.
  void start(std::size_t agent);
  /// Kills and reaps; Down from now on.
  void end(std::size_t agent) { links_[agent].end(); }
  [[nodiscard]] State state(std::size_t agent) const { return links_[agent].state(); }
  /// As told in Ready.
  [[nodiscard]] std::uint32_t games(std::size_t agent) const { return links_[agent].games(); }
  [[nodiscard]] bool wants_seen(std::size_t agent) const { return links_[agent].wants_seen(); }

  /// Frames to send with the next flush(); only while not Down.
  std::string& out(std::size_t agent) { return links_[agent].process()->out; }
  /// One of those frames is a question: the agent's clock runs from the flush.
  void question_put(std::size_t agent) { links_[agent].question_put(); }

  /// After a pause, in which nobody listened: who is gone since then is lost now.
  void look();
  void flush();
  /// One sleep, and all that came of it.
  void wait();
  /// No more calls to the listener in this wait(), nor later.
  void halt() { talk_.halted = true; }
  /// All that are Ready become idle, or take their leave; Down from now on.
  void release();

  /// Against the agent that was last heard or lost, while it is there: what came from it, under
  /// which limits. No game; the question is that of an agent that did not get ready.
  [[nodiscard]] record::Evidence evidence(std::size_t agent) const {
    return links_[agent].evidence();
  }
  /// How many games the agent's process was told of; to be counted by who tells it.
  std::uint32_t& games_told(std::size_t agent) { return links_[agent].games_told(); }
  /// What the agent's process wrote to stderr so far, since it was started or resumed.
  [[nodiscard]] std::uint64_t log_bytes(std::size_t agent) const {
    return links_[agent].log_bytes();
  }
  /// How long the agent thinks since the oldest open question was put, or its last answer came: by
  /// the wall, less what it or the referee waited for a processor. While it owes an answer.
  [[nodiscard]] std::chrono::nanoseconds thinks(std::size_t agent) const {
    return links_[agent].thinks();
  }
  /// As Process::root_pid(); 0 while Down.
  [[nodiscard]] pid_t pid(std::size_t agent) const { return links_[agent].pid(); }
  /// CPU time of all the agent's processes so far.
  [[nodiscard]] std::chrono::nanoseconds cpu(std::size_t agent) const {
    return links_[agent].cpu();
  }

 private:
  using time_point = Talk::time_point;

  struct Watched {
    std::size_t agent = 0;
    enum class What { Stdout, Stderr, Status, Stdin } what = What::Stdout;
  };

  [[nodiscard]] time_point now() { return talk_.machine.now(); }
  [[nodiscard]] bool hand_over();
  bool read_answers();
  [[nodiscard]] bool any_owes() const;
  void check_motions();
  void collect_fds();
  void watch(std::size_t agent, Watched::What what, int fd, short events);
  [[nodiscard]] std::chrono::milliseconds timeout() const;
  void handle_ready();
  void handle_deadlines();

  bool freezes_;
  IdleAgents& idle_;
  Talk talk_;
  std::vector<AgentLink> links_;
  time_point looked_;  ///< When all descriptors and deadlines were last looked at.
  time_point motion_looked_;
  std::uint32_t skip_ = 0;       ///< Rounds to go without hand_over().
  std::uint32_t next_skip_ = 1;  ///< Rounds to skip if the next one is in vain.
  std::vector<pollfd> fds_;
  std::vector<Watched> watched_;
};

}  // namespace danno::referee::talk
