// The conversation with one agent, from its launch to its end. Input from the agent becomes
// answers, or the fault that ends the conversation. This file knows frames, clocks and how
// processes end, but no games.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "referee/protocol/agent.hpp"
#include "referee/protocol/agent_process.hpp"
#include "referee/protocol/process_cache.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/evidence.hpp"

namespace danno::referee::protocol {

/// Thrown if the harness fails; never for what an agent does.
struct HarnessError {
  std::string what;
};

/// Receives what agents say; agents are identified by their numbers.
class AgentListener {
 public:
  AgentListener() = default;
  AgentListener(const AgentListener&) = delete;
  AgentListener& operator=(const AgentListener&) = delete;
  virtual ~AgentListener() = default;
  /// Takes an answer that came in time. Returns a cause if it belongs to no open question; the
  /// agent is then lost.
  virtual std::optional<record::Cause> answered(std::size_t agent, const AnswerIn& answer) = 0;
  /// Called if the agent broke a limit or the protocol, or if its process ended. The fault has
  /// neither seat nor evidence yet. The agent still exists so that evidence can be collected; the
  /// listener must end it before returning.
  virtual void lost(std::size_t agent, record::Fault fault) = 0;
  /// Called when a process ends or is released, with what it wrote to stderr since it was started
  /// or resumed: the last 64 KiB. Not called if it wrote nothing.
  virtual void logged(std::size_t /*agent*/, std::string_view /*text*/) {}
};

/// State that the conversations of one thread share.
struct SharedContext {
  using time_point = std::chrono::steady_clock::time_point;

  SharedContext(const Limits& limits_, bool exact_clock_, std::size_t games_, ProcessCache& idle,
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
  std::size_t games;  ///< The largest number of games in flight.
  sandbox::Machine& machine;
  AgentListener& listener;
  RefereeDelay& own_wait;
  time_point now;       ///< The time when agents were last read.
  bool halted = false;  ///< The listener is not called any more.
  bool some_want_seen = false;
  /// Bytes of the agent that was last heard or lost, while it exists.
  std::string_view last_bytes;
};

class AgentConnection {
 public:
  enum class State { Down, Greeting, Ready };

  /// Both references must outlive the object. `number` identifies the agent to the listener.
  AgentConnection(const Agent& agent, std::size_t number, SharedContext& context)
      : agent_(agent), number_(number), context_(context) {}

  /// Launches the agent and sends Hello. Throws what launch() throws.
  void start();
  /// Continues with an idle process of the agent; returns false if there is none.
  bool resume(ProcessCache& idle);
  /// Returns the process, which must be Ready. The connection is Down afterwards.
  [[nodiscard]] IdleAgent release();
  /// Kills and reaps the process. The connection is Down afterwards.
  void end();

  [[nodiscard]] State state() const { return current_.state; }
  /// The number of games that the agent accepts at once, as stated in Ready.
  [[nodiscard]] std::uint32_t games() const { return current_.games; }
  [[nodiscard]] bool wants_seen() const { return current_.wants_seen; }
  /// The agent's process; null while Down.
  [[nodiscard]] AgentProcess* process() const { return current_.process.get(); }
  [[nodiscard]] bool stderr_is_open() const { return current_.stderr_open; }
  /// Returns whether the agent is Ready and has open questions.
  [[nodiscard]] bool has_open_questions() const {
    return current_.state == State::Ready && current_.process->clock().open() > 0;
  }
  /// Returns when check_deadline() must be called, or `latest` if there is no earlier deadline.
  [[nodiscard]] SharedContext::time_point due(SharedContext::time_point latest) const;

  /// The frames to send with the next flush(); the connection must not be Down.
  [[nodiscard]] std::string& out() const { return current_.process->out; }
  /// Notes that one of those frames is a question; the agent's clock starts at the flush.
  void question_put() { ++current_.fresh_asks; }
  /// Writes as much as the pipe accepts; the clock starts for the questions written.
  void flush(bool freezes);
  /// Reads answers; returns false if there was nothing to read.
  bool read_answers();
  // These handle what poll reported for the agent's files; the connection must not be Down.
  void read_stderr();
  void read_status();
  void check_deadline();
  /// Checks whether an agent that owes an answer was stopped from outside; must be called
  /// regularly. Throws HarnessError if it has been stopped for too long.
  void check_motion();

  /// Returns the evidence against an agent that was last heard or lost, while it still exists: the
  /// bytes received and the limits. The evidence names no game, and its question is that of an
  /// agent that did not get ready.
  [[nodiscard]] record::Evidence evidence() const;
  /// Returns the number of bytes that the process has written to stderr since it was started or
  /// resumed.
  [[nodiscard]] std::uint64_t log_bytes() const;
  /// Returns the time that the agent has thought since its oldest open question was sent or its
  /// last answer came: wall time minus what the agent or the referee waited for a processor. The
  /// agent must owe an answer.
  [[nodiscard]] std::chrono::nanoseconds thinks() const;
  /// Starts the time bank of a game that is announced to the process. Returns the game's number in
  /// that process.
  std::uint32_t begin_game();
  /// Ends the time bank of a game; the connection must not be Down.
  void end_game();
  /// The process id of danno-init, as in Process::root_pid(); 0 while Down.
  [[nodiscard]] pid_t pid() const;
  /// Returns whether the agent runs or waits for a processor; false while Down.
  [[nodiscard]] bool runnable() const;
  /// Returns the effort of all the agent's processes so far.
  [[nodiscard]] Effort effort() const;

 private:
  /// The state from one start to the next.
  struct ProcessState : GreetedProcess {
    State state = State::Down;
    SharedContext::time_point started;
    SharedContext::time_point start_due;
    RefereeDelay::StolenMark start_stolen;
    /// Waits of agent and referee, and stolen time, that start_due includes.
    std::chrono::nanoseconds start_waited{0};
    std::uint64_t earlier_log = 0;  ///< Bytes that the process wrote before it was resumed.
    int fresh_asks = 0;
    std::string spoiled;  ///< The bytes that ended the conversation.
  };

  [[nodiscard]] record::Greeting greeting() const;
  [[nodiscard]] Terms terms() const;
  [[nodiscard]] bool readable_now(int file);
  void handle_input();
  void count_answers(int answers, std::chrono::nanoseconds used);
  void handle_end();
  std::optional<record::Cause> handle_frame(const Frame& frame);
  std::optional<record::Cause> take_answer(const AnswerIn& answer);
  std::optional<record::Cause> take_ready(const v1::Ready& ready);
  void check_start();
  void fail(record::Cause cause);
  void time_out();
  void log_time_out();
  void report_lost(record::Fault fault);
  void drain_stderr(std::uint64_t limit);
  void report_log();

  const Agent& agent_;
  std::size_t number_;
  SharedContext& context_;
  ProcessState current_;
  /// The answers of all processes. The CPU time is that of ended ones, minus what earlier line-ups
  /// already used of the current one.
  Effort effort_;
};

}  // namespace danno::referee::protocol
