// The event loop over agents' processes: reads every readable agent, passes on what it said,
// flushes each agent once, and sleeps in poll until the nearest deadline.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "referee/protocol/agent_connection.hpp"

namespace danno::referee::protocol {

class AgentPool {
 public:
  using State = AgentConnection::State;
  /// It is called from wait() only.
  using Listener = AgentListener;

  /// All references must outlive the pool. `games` is the largest number of games in flight.
  /// Processes are taken from `idle` if it has suitable ones.
  AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
            std::size_t games, ProcessCache& idle, Listener& listener);
  ~AgentPool();
  AgentPool(const AgentPool&) = delete;
  AgentPool& operator=(const AgentPool&) = delete;

  /// Continues with an idle process of the agent, which is then Ready, or launches one and sends
  /// Hello. Throws what launch() throws.
  void start(std::size_t agent);
  /// Kills and reaps the process. The agent is Down afterwards.
  void end(std::size_t agent) { connections_[agent].end(); }
  [[nodiscard]] State state(std::size_t agent) const { return connections_[agent].state(); }
  /// The number of games that the agent accepts at once, as stated in Ready.
  [[nodiscard]] std::uint32_t games(std::size_t agent) const { return connections_[agent].games(); }
  [[nodiscard]] bool wants_seen(std::size_t agent) const {
    return connections_[agent].wants_seen();
  }
  /// Returns whether wants_seen() has been true of any agent.
  [[nodiscard]] bool some_want_seen() const { return context_.some_want_seen; }

  /// The frames to send with the next flush(); the agent must not be Down.
  std::string& out(std::size_t agent) { return connections_[agent].process()->out; }
  /// Notes that one of those frames is a question; the agent's clock starts at the flush.
  void question_put(std::size_t agent) { connections_[agent].question_put(); }

  void flush();
  /// Sleeps once, then handles everything that happened.
  void wait();
  /// Stops all further calls to the listener, also within the current wait().
  void halt() { context_.halted = true; }
  /// Makes all agents that are Ready idle, or ends them. All are Down afterwards.
  void release();

  /// Returns the evidence against the agent that was last heard or lost, while it still exists: the
  /// bytes received and the limits. The evidence names no game, and its question is that of an
  /// agent that did not get ready.
  [[nodiscard]] record::Evidence evidence(std::size_t agent) const {
    return connections_[agent].evidence();
  }
  /// Starts the time bank of a game that is announced to the agent's process. Returns the game's
  /// number in that process.
  std::uint32_t begin_game(std::size_t agent) { return connections_[agent].begin_game(); }
  /// Ends the time bank of a game; the agent must not be Down.
  void end_game(std::size_t agent) { connections_[agent].end_game(); }
  /// Returns the number of bytes that the agent's process has written to stderr since it was
  /// started or resumed.
  [[nodiscard]] std::uint64_t log_bytes(std::size_t agent) const {
    return connections_[agent].log_bytes();
  }
  /// Returns the time that the agent has thought since its oldest open question was sent or its
  /// last answer came: wall time minus what the agent or the referee waited for a processor. The
  /// agent must owe an answer.
  [[nodiscard]] std::chrono::nanoseconds thinks(std::size_t agent) const {
    return connections_[agent].thinks();
  }
  /// The process id of danno-init, as in Process::root_pid(); 0 while Down.
  [[nodiscard]] pid_t pid(std::size_t agent) const { return connections_[agent].pid(); }
  /// Returns whether the agent runs or waits for a processor; false while Down.
  [[nodiscard]] bool runnable(std::size_t agent) const { return connections_[agent].runnable(); }
  /// Returns the effort of all the agent's processes so far.
  [[nodiscard]] Effort effort(std::size_t agent) const { return connections_[agent].effort(); }

 private:
  using time_point = SharedContext::time_point;

  struct Watched {
    std::size_t agent = 0;
    enum class What { Stdout, Stderr, Status, Stdin } what = What::Stdout;
  };

  [[nodiscard]] time_point now() { return context_.machine.now(); }
  [[nodiscard]] bool hand_over();
  bool read_answers();
  [[nodiscard]] bool any_has_open_questions() const;
  void check_motions();
  void collect_fds();
  void watch(std::size_t agent, Watched::What what, int fd, short events);
  [[nodiscard]] std::chrono::milliseconds timeout() const;
  void handle_ready();
  void handle_deadlines();

  bool freezes_;
  ProcessCache& idle_;
  SharedContext context_;
  std::vector<AgentConnection> connections_;
  time_point looked_;  ///< The time when all descriptors and deadlines were last checked.
  time_point motion_looked_;
  std::uint32_t skip_ = 0;       ///< Rounds left without hand_over().
  std::uint32_t next_skip_ = 1;  ///< Rounds to skip if the next hand_over() is in vain.
  std::vector<pollfd> fds_;
  std::vector<Watched> watched_;
};

}  // namespace danno::referee::protocol
