// The conversation with one agent, from its launch to its end: what comes from it becomes answers,
// or the fault that it is lost for. Knows frames, clocks and how processes end; knows no games.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "referee/record/evidence.hpp"
#include "referee/talk/agent.hpp"
#include "referee/talk/agent_process.hpp"
#include "referee/talk/idle_agents.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::talk {

/// Thrown when the harness fails; never for what an agent does.
struct Trouble {
  std::string what;
};

/// What is made of the agents' words, by their numbers.
class AgentListener {
 public:
  AgentListener() = default;
  AgentListener(const AgentListener&) = delete;
  AgentListener& operator=(const AgentListener&) = delete;
  virtual ~AgentListener() = default;
  /// An answer, in time. A cause if it is to no open question: then the agent is lost.
  virtual std::optional<record::Cause> answered(std::size_t agent, const AnswerIn& answer) = 0;
  /// The agent broke a limit or the protocol, or its process ended. The fault has neither seat nor
  /// evidence yet. The agent is still there for its evidence; end it before this returns.
  virtual void lost(std::size_t agent, record::Fault fault) = 0;
  /// What the agent's process wrote to stderr since it was started or resumed, when it ends or is
  /// released: the last 64 KiB; not called if it wrote nothing.
  virtual void logged(std::size_t /*agent*/, std::string_view /*text*/) {}
};

/// What the conversations of one thread share.
struct Talk {
  using time_point = std::chrono::steady_clock::time_point;

  Talk(const Limits& limits_, bool exact_clock_, std::size_t games_, IdleAgents& idle,
       AgentListener& listener_)
      : limits(limits_),
        exact_clock(exact_clock_),
        games(games_),
        machine(idle.machine()),
        listener(listener_),
        own_wait(idle.own_wait()) {}

  [[nodiscard]] ThinkingClock::Mode mode() const {
    return exact_clock ? ThinkingClock::Mode::Exact : ThinkingClock::Mode::Cpu;
  }

  const Limits& limits;
  bool exact_clock;
  std::size_t games;  ///< In flight at most.
  sandbox::Machine& machine;
  AgentListener& listener;
  OwnWait& own_wait;
  time_point now;               ///< When agents were last listened to.
  bool halted = false;          ///< The listener is called no more.
  std::string_view last_bytes;  ///< Of the agent last heard or lost, while it is there.
};

class AgentLink {
 public:
  enum class State { Down, Greeting, Ready };

  /// Both references must outlive it. `number` is the listener's.
  AgentLink(const Agent& agent, std::size_t number, Talk& talk)
      : agent_(agent), number_(number), talk_(talk) {}

  /// Launches the agent and greets it. Throws as launch() does.
  void start();
  /// Goes on with a process of the agent that is idle; false if there is none.
  bool resume(IdleAgents& idle);
  /// Gives its process away, Ready before; Down from now on.
  [[nodiscard]] IdleAgent release();
  /// Kills and reaps; Down from now on.
  void end();

  [[nodiscard]] State state() const { return life_.state; }
  /// As told in Ready.
  [[nodiscard]] std::uint32_t games() const { return life_.games; }
  [[nodiscard]] bool wants_seen() const { return life_.wants_seen; }
  /// Null while Down.
  [[nodiscard]] AgentProcess* process() const { return life_.process.get(); }
  [[nodiscard]] bool stderr_is_open() const { return life_.stderr_open; }
  /// It is Ready and has open questions.
  [[nodiscard]] bool owes() const {
    return life_.state == State::Ready && life_.process->clock().open() > 0;
  }
  /// When check_deadline() is to be called at the latest; `latest` if it has no deadline.
  [[nodiscard]] Talk::time_point due(Talk::time_point latest) const;

  /// A question is among the frames to be sent.
  void question_put() { ++life_.fresh_asks; }
  /// Writes what the pipe takes; the clock runs for the questions in it.
  void flush(bool freezes);
  /// Reads answers; false if there was nothing to read.
  bool read_answers();
  // What poll found at its files; only while it is not Down.
  void read_stderr();
  void read_status();
  void check_deadline();
  /// To be called now and then: notices where an agent that owes something stands still. Throws
  /// Trouble where it does so for too long.
  void check_motion();

  /// As AgentPool::evidence().
  [[nodiscard]] record::Evidence evidence() const;
  [[nodiscard]] std::uint64_t log_bytes() const;
  /// As AgentPool::thinks().
  [[nodiscard]] std::chrono::nanoseconds thinks() const;
  /// Of games that its process was told of.
  std::uint32_t& games_told() { return life_.games_told; }
  [[nodiscard]] pid_t pid() const;
  [[nodiscard]] std::chrono::nanoseconds cpu() const;

 private:
  /// From a start to the next.
  struct Life {
    State state = State::Down;
    std::unique_ptr<AgentProcess> process;
    Talk::time_point started;
    Talk::time_point start_due;
    StolenTime::Mark start_stolen;
    std::chrono::nanoseconds start_waited{0};  ///< By agent and referee, as added to start_due.
    bool stderr_open = true;
    std::uint32_t games = 1;
    std::uint32_t games_told = 0;
    std::uint64_t earlier_log = 0;  ///< Bytes that it wrote before it was resumed.
    bool wants_seen = false;
    int fresh_asks = 0;
  };

  [[nodiscard]] record::Greeting greeting() const;
  [[nodiscard]] Terms terms() const;
  [[nodiscard]] bool readable_now(int file);
  void handle_input();
  void handle_end();
  std::optional<record::Cause> handle_frame(const Frame& frame);
  std::optional<record::Cause> take_ready(const v1::Ready& ready);
  void check_start();
  void spoil(record::Cause cause);
  void time_out();
  void log_time_out();
  void lose(record::Fault fault);
  void drain_stderr(std::uint64_t limit);
  void tell_log();

  const Agent& agent_;
  std::size_t number_;
  Talk& talk_;
  Life life_;
  /// Of its processes that are gone, less what others were charged with of the one that is here.
  std::chrono::nanoseconds earlier_cpu_{0};
};

}  // namespace danno::referee::talk
