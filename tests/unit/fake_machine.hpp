// A machine without processes and without real time: agents are a few lines each, and time passes
// when somebody waits for it, and a little with every call.
//
// An agent's command is what tests/fault/rogue takes: MODE [QUESTION]; it plays honestly until that
// question of each game (Ask.seq, default 2) and then does what its mode says. One that wears out
// exits at its question of that number, whatever the games are.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "referee/protocol/wire.hpp"
#include "referee/sandbox/machine.hpp"

namespace danno::referee::protocol {

using namespace std::chrono_literals;

class FakeMachine;

class FakeProcess final : public sandbox::Process {
 public:
  using time_point = sandbox::Machine::time_point;
  using nanoseconds = std::chrono::nanoseconds;

  FakeProcess(FakeMachine& machine, int number, const sandbox::LaunchOptions& order);
  ~FakeProcess() override;
  FakeProcess(const FakeProcess&) = delete;
  FakeProcess& operator=(const FakeProcess&) = delete;

  [[nodiscard]] int stdin_fd() const override { return file(0); }
  [[nodiscard]] int stdout_fd() const override { return file(1); }
  [[nodiscard]] int stderr_fd() const override { return file(2); }
  [[nodiscard]] int status_fd() const override { return file(3); }
  [[nodiscard]] pid_t root_pid() const override { return 1000 + number_; }
  [[nodiscard]] pid_t agent_pid() const override { return 2000 + number_; }
  void close_stdin() override { stdin_closed_ = true; }
  std::optional<sandbox::Exit> exit() override { return exit_; }
  sandbox::Exit end() override;
  [[nodiscard]] nanoseconds cpu_time() const override;
  [[nodiscard]] nanoseconds wait_time() const override;
  [[nodiscard]] sandbox::TreeTimes look_at_tree() override;
  [[nodiscard]] bool runnable() const override;
  [[nodiscard]] std::optional<time_point> still_since() const override;
  [[nodiscard]] std::int64_t peak_memory_kib() const override { return 1; }
  void freeze() override;
  void thaw() override;
  void follow() override;
  // The kernel's side of its pipes; `which` as the last digit of its files.
  [[nodiscard]] std::size_t waiting() const { return input_.size(); }
  [[nodiscard]] bool is_readable(int which) const;
  ssize_t give(std::string_view bytes, std::size_t pipe_bytes);
  ssize_t take(int which, std::span<char> buffer);
  /// It stands still from now on for so long; where nobody else does, that shows.
  void stand_still(nanoseconds time, bool alone);

 private:
  struct Interval {
    time_point begin;
    time_point end;
  };

  [[nodiscard]] int file(int which) const { return 100 * number_ + which; }
  [[nodiscard]] nanoseconds sum(const std::vector<Interval>& intervals) const;
  [[nodiscard]] bool is_in(const std::vector<Interval>& intervals) const;
  void begin();
  void act();
  void hear(const v1::ToAgent& message);
  void think(const v1::Ask& ask);
  [[nodiscard]] v1::FromAgent honest(const v1::Ask& ask) const;
  void misbehave(const v1::Ask& ask);
  void say(const v1::FromAgent& message);
  void misbehave_idle();
  void drip(const std::string& bytes, nanoseconds pause);
  void burn();
  void die(sandbox::Exit::Kind kind, int value, const std::string& detail = "");
  void later(nanoseconds delay, std::function<void(FakeProcess&)> what);

  FakeMachine& machine_;
  int number_;
  std::string mode_;
  std::uint32_t question_ = 2;
  std::uint32_t questions_ = 0;  ///< It has been asked so many, in all games.
  std::string input_;            ///< Written by the referee, not yet read.
  std::string heard_;            ///< Read, and no whole frame yet.
  std::string output_;           ///< To be read by the referee.
  std::string endless_;          ///< What stdout goes on with for ever.
  bool endless_log_ = false;     ///< The same of stderr.
  bool stdin_closed_ = false;
  bool stdout_closed_ = false;
  bool frozen_ = false;
  bool begun_ = false;
  bool hung_ = false;
  bool will_act_ = false;
  std::optional<sandbox::Exit> exit_;
  std::vector<Interval> runs_;
  std::vector<Interval> waits_;
  nanoseconds seen_waits_{0};
  nanoseconds seen_cpu_{0};
  std::optional<Interval> stop_;
  std::optional<time_point> burns_since_;
  nanoseconds burnt_{0};
  time_point free_at_;
  time_point drips_until_;
  std::set<std::uint32_t> resumed_;
};

/// Deterministic. What is public may be set at any time.
class FakeMachine final : public sandbox::Machine {
 public:
  using nanoseconds = std::chrono::nanoseconds;

  // How agents think: so long they wait for a processor, then compute, then sleep.
  nanoseconds waits{0};
  nanoseconds computes = 20us;
  nanoseconds sleeps{0};
  nanoseconds starts_after = 1ms;
  nanoseconds waits_to_start{0};  ///< Before that it waits for a processor.
  bool hides_waits = false;       ///< Its account lacks its waits, like those of a child process.

  // The kernel's behaviour.
  std::size_t pipe_bytes = 256 * 1024;    ///< Of each stdin.
  std::size_t read_bytes = SIZE_MAX;      ///< At most, of each read().
  std::size_t interrupts_every = 0;       ///< That call fails with EINTR; 0: none.
  std::size_t blocks_every = 0;           ///< That read() or write() fails with EAGAIN; 0: none.
  std::size_t most_processes = SIZE_MAX;  ///< More cannot be launched.
  bool is_virtual = false;                ///< It has lost time to a hypervisor before.
  std::function<void()> after_poll;       ///< It was woken.
  std::function<void()> before_write;
  /// Runs when a process has read a message. Processes are numbered from 1, as they are launched.
  std::function<void(int process, const v1::ToAgent&)> on_heard;
  /// Changes the answer that a process is about to give honestly.
  std::function<void(int process, const v1::Ask&, v1::Answer&)> on_answer;
  bool want_seen = false;  ///< Agents want to see what the others do.

  // Ways for time to pass.
  /// Everybody goes on.
  void pass(nanoseconds time);
  /// The referee's thread stands in the queue for a processor, the agents go on.
  void preempt_referee(nanoseconds time);
  /// A hypervisor stops the machine, agents and all.
  void steal(nanoseconds time);
  /// Referee and agents are stopped or frozen, and no account tells.
  void freeze_all(nanoseconds time);
  /// Agents are stopped, the referee goes on.
  void stop_agents(nanoseconds time);

  [[nodiscard]] int launches() const { return launches_; }
  /// Processes that have not been ended.
  [[nodiscard]] std::size_t lives() const { return processes_.size(); }
  /// Processes that came to the processors of another thread.
  [[nodiscard]] int follows() const { return follows_; }
  [[nodiscard]] std::size_t calls() const { return calls_; }
  /// How often the referee gave its processor to others.
  [[nodiscard]] std::size_t yields() const { return yields_; }

  std::unique_ptr<sandbox::Process> launch(const sandbox::LaunchOptions& order) override;
  int poll(std::span<pollfd> files, int timeout_ms) override;
  ssize_t read(int file, std::span<char> buffer) override;
  ssize_t write(int file, std::string_view bytes) override;
  void yield() override {
    ++yields_;
    pass(5us);
  }
  time_point now() override { return now_; }
  nanoseconds own_wait() override { return own_wait_; }
  std::vector<std::int64_t> stolen_ticks() override;

 private:
  friend class FakeProcess;
  struct Event {
    time_point at;
    std::uint64_t order = 0;
    int process = 0;
    std::function<void(FakeProcess&)> what;
  };

  [[nodiscard]] bool fails(std::size_t every, int error);
  [[nodiscard]] FakeProcess& find_process(int file) { return *processes_.at(file / 100); }
  int wait(std::span<pollfd> files, int timeout_ms);
  int mark_ready(std::span<pollfd> files);
  [[nodiscard]] std::vector<Event>::iterator next_event();
  void run_until(time_point when);
  void delay_agents(nanoseconds time, bool alone);

  time_point now_ = time_point(1h);
  nanoseconds own_wait_{0};
  nanoseconds stolen_{0};
  int launches_ = 0;
  std::uint64_t order_ = 0;
  std::size_t calls_ = 0;
  std::size_t yields_ = 0;
  std::map<int, FakeProcess*> processes_;
  int follows_ = 0;
  std::vector<Event> events_;
};

}  // namespace danno::referee::protocol
