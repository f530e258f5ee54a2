// The event loop over agents' processes: drain every readable agent, hand over what it said, flush
// each once, sleep in poll until the nearest deadline. Knows frames, clocks and how processes end;
// knows no games.
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "referee/talk/agent_process.hpp"
#include "referee/fault.hpp"
#include "referee/play/session.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee {

/// Thrown when the harness fails; never for what an agent does.
struct Trouble {
  std::string what;
};

class AgentPool {
 public:
  enum class State { Down, Greeting, Ready };

  /// What the pool's owner makes of the agents. Calls come from wait() and resume() only.
  class Listener {
   public:
    Listener() = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener() = default;
    /// An answer, in time. A message where it is to no open question: that is Garbled.
    virtual std::optional<std::string> answered(std::size_t agent, const AnswerIn& answer) = 0;
    /// The agent broke a limit or the protocol, or its process ended. It is still there for its
    /// evidence; end() it before this returns.
    virtual void lost(std::size_t agent, FaultKind kind, int value, const std::string& detail) = 0;
  };

  /// All references must outlive the pool. `games`: in flight at most.
  AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
            std::size_t games, Listener& listener);
  ~AgentPool();
  AgentPool(const AgentPool&) = delete;
  AgentPool& operator=(const AgentPool&) = delete;

  /// Launches the agent and greets it. Throws as launch() does.
  void start(std::size_t agent);
  /// Kills and reaps; Down from now on.
  void end(std::size_t agent);
  [[nodiscard]] State state(std::size_t agent) const { return links_[agent].state; }
  /// As told in Ready.
  [[nodiscard]] std::uint32_t games(std::size_t agent) const { return links_[agent].games; }
  [[nodiscard]] bool wants_seen(std::size_t agent) const { return links_[agent].wants_seen; }

  /// Frames to send with the next flush(); only while not Down.
  std::string& out(std::size_t agent) { return links_[agent].process->out; }
  /// One of those frames is a question: the agent's clock runs from the flush.
  void question_put(std::size_t agent) { ++links_[agent].fresh_asks; }

  /// Stops the agents until resume(): others play meanwhile, perhaps the same deals, and nobody who
  /// knows their dice shall be able to make himself felt.
  void rest();
  /// The time of the rest was nobody's, and who is gone since then is lost now.
  void resume();
  void flush();
  /// One sleep, and all that came of it.
  void wait();
  /// No more calls to the listener in this wait(), nor later.
  void halt() { halted_ = true; }
  /// Goodbye to all; who leaves by itself is given a moment.
  void say_goodbye();

  /// The evidence of the agent that was last heard or lost; valid while it is there.
  [[nodiscard]] std::string_view last_bytes() const { return last_bytes_; }
  [[nodiscard]] std::vector<std::string> log_tail(std::size_t agent) const;
  /// What the agent's process wrote to stderr so far.
  [[nodiscard]] std::uint64_t log_bytes(std::size_t agent) const;
  [[nodiscard]] Greeting greeting() const;
  /// CPU time of all the agent's processes so far.
  [[nodiscard]] std::chrono::nanoseconds cpu(std::size_t agent) const;

 private:
  using time_point = std::chrono::steady_clock::time_point;

  struct Link {
    State state = State::Down;
    std::unique_ptr<AgentProcess> process;
    time_point start_due;
    std::chrono::nanoseconds start_waited{0};
    bool stderr_open = true;
    std::uint32_t games = 1;
    bool wants_seen = false;
    int fresh_asks = 0;
    std::chrono::nanoseconds cpu{0};
  };
  struct Watched {
    std::size_t agent = 0;
    enum class What { Stdout, Stderr, Status, Stdin } what = What::Stdout;
  };

  [[nodiscard]] bool hand_over();
  bool read_answers();
  [[nodiscard]] bool any_owes() const;
  [[nodiscard]] static bool owes(const Link& link);
  void collect_fds();
  void watch(std::size_t agent, Watched::What what, int fd, short events);
  [[nodiscard]] int timeout_ms() const;
  void handle_ready();
  void handle_stdout(std::size_t agent);
  void take(std::size_t agent, AgentProcess::Read read);
  void handle_stderr(std::size_t agent);
  void handle_status(std::size_t agent);
  void handle_end(std::size_t agent);
  void handle_input(std::size_t agent);
  std::optional<std::string> handle_frame(std::size_t agent, const Frame& frame);
  std::optional<std::string> take_ready(std::size_t agent, const v1::Ready& ready);
  void handle_deadlines();
  void check_start(std::size_t agent);
  void spoil(std::size_t agent, const std::string& detail);
  void time_out(std::size_t agent);
  void lose(std::size_t agent, FaultKind kind, int value, const std::string& detail);
  std::optional<Exit> await_exit(Link& link, time_point due);

  std::span<const Agent> agents_;
  const Limits& limits_;
  bool exact_clock_;
  bool freezes_;
  std::size_t games_;
  Listener& listener_;
  OwnWait own_wait_;
  time_point heard_ = std::chrono::steady_clock::now();  ///< When it last stopped listening.
  std::vector<Link> links_;
  bool halted_ = false;
  time_point now_;
  time_point looked_;            ///< When all descriptors and deadlines were last looked at.
  std::uint32_t skip_ = 0;       ///< Rounds to go without hand_over().
  std::uint32_t next_skip_ = 1;  ///< Rounds to skip if the next one is in vain.
  std::string_view last_bytes_;
  std::vector<pollfd> fds_;
  std::vector<Watched> watched_;
};

}  // namespace danno::referee
