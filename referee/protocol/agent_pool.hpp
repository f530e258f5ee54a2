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

  /// All references must outlive the pool. `games` is the largest number of games in flight. The
  /// listener is called from wait() only.
  /// Processes are taken from `idle` if it has suitable ones.
  AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
            std::size_t games, ProcessCache& idle, AgentListener& listener);
  ~AgentPool();
  AgentPool(const AgentPool&) = delete;
  AgentPool& operator=(const AgentPool&) = delete;

  /// Continues with an idle process of the agent, which is then Ready, or launches one and sends
  /// Hello. Throws what launch() throws.
  void start(std::size_t agent);
  /// Returns the conversation with an agent.
  [[nodiscard]] AgentConnection& operator[](std::size_t agent) { return connections_[agent]; }
  [[nodiscard]] const AgentConnection& operator[](std::size_t agent) const {
    return connections_[agent];
  }
  /// Returns whether any agent has ever wanted to see what others do.
  [[nodiscard]] bool some_want_seen() const { return context_.some_want_seen; }

  void flush();
  /// Sleeps once, then handles everything that happened.
  void wait();
  /// Stops all further calls to the listener, also within the current wait().
  void halt() { context_.halted = true; }
  /// Makes all agents that are Ready idle, or ends them. All are Down afterwards.
  void release();

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
