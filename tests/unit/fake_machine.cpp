#include "tests/unit/fake_machine.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <tuple>
#include <utility>

namespace danno::referee::protocol {
namespace {

using sandbox::Exit;

std::string framed(const v1::FromAgent& message) {
  std::string frame;
  append_frame(frame, message);
  return frame;
}

ssize_t fail(int error) {
  errno = error;
  return -1;
}

}  // namespace

// --- an agent --------------------------------------------------------------------------------

FakeProcess::FakeProcess(FakeMachine& machine, int number, const sandbox::LaunchOptions& order)
    : machine_(machine), number_(number), mode_(order.command.at(0)), free_at_(machine.now_) {
  if (order.command.size() > 1)
    question_ = static_cast<std::uint32_t>(std::stoul(order.command[1]));
  machine_.processes_[number_] = this;
  waits_.push_back({machine_.now_, machine_.now_ + machine_.waits_to_start});
  later(machine_.waits_to_start + machine_.starts_after, &FakeProcess::begin);
}

FakeProcess::~FakeProcess() { machine_.processes_.erase(number_); }

void FakeProcess::begin() {
  begun_ = true;
  if (mode_ == "cannot-execute") die(Exit::Kind::ExecFailed, ENOENT, "cannot execute './bot'");
  if (mode_ == "lost-init") die(Exit::Kind::Harness, 0, "danno-init was lost");
  const bool starts_again = mode_ == "starts-once" && number_ > 2;  // of two agents
  if (mode_ == "early-exit" || starts_again) die(Exit::Kind::Code, 5);
  if (mode_ == "early-crash") die(Exit::Kind::Signal, SIGTERM);
  if (mode_ == "early-memory") die(Exit::Kind::Memory, 0);
  if (mode_ == "early-close") stdout_closed_ = hung_ = true;
  if (mode_ == "early-nonsense") output_ = "Hello, I am ready to play!\n";
  if (mode_ == "early-word") output_ = "hello\n";  // and Ready in the same read
  if (mode_ == "early-letter") output_ = "1\n";
  if (mode_ == "early-page") output_ = std::string(200, 'a') + '\n';
  if (mode_ == "early-flood") endless_ = "x";
  if (mode_ == "early-drip") drip(std::string(2000, 'x'), 15ms);
  act();
}

void FakeProcess::act() {
  will_act_ = false;
  if (!begun_ || frozen_ || hung_ || exit_) return;
  heard_ += std::exchange(input_, {});
  for (;;) {
    const auto next = next_frame(heard_);
    const auto* const frame = std::get_if<Frame>(&next);
    if (frame == nullptr || hung_ || exit_) return;
    v1::ToAgent message;
    [[maybe_unused]] const bool parsed =
        message.ParseFromArray(frame->payload.data(), static_cast<int>(frame->payload.size()));
    assert(parsed && "the referee writes messages only");
    heard_.erase(0, frame->size);
    hear(message);
  }
}

void FakeProcess::hear(const v1::ToAgent& message) {
  if (machine_.on_heard) machine_.on_heard(number_, message);
  if (message.has_hello() && mode_ != "never-ready") {
    v1::FromAgent greeting;
    greeting.mutable_ready()->set_name(mode_);
    greeting.mutable_ready()->set_seen(machine_.want_seen);
    greeting.mutable_ready()->set_games(mode_ == "one-game" ? 1 : 1000);
    if (mode_ == "answer-first") greeting.mutable_answer()->set_action(v1::BANK);
    say(greeting);
  }
  if (message.has_game_start() && message.game_start().resumed())
    resumed_.insert(message.game_start().game());
  if (message.has_ask()) think(message.ask());
  if (message.has_goodbye()) die(Exit::Kind::Code, 0);
}

/// One question after the other.
void FakeProcess::think(const v1::Ask& ask) {
  const time_point begin = std::max(machine_.now_, free_at_);
  const time_point run = begin + machine_.waits;
  const time_point rest = run + machine_.computes;
  free_at_ = rest + machine_.sleeps + (mode_ == "think" ? 40ms : 0ms);
  waits_.push_back({begin, run});
  runs_.push_back({run, rest});
  if (mode_ == "ponder") burn();
  const bool plays_on = mode_ == "unless-resumed" && resumed_.contains(ask.game());
  ++questions_;
  const bool bad =
      mode_ == "wears-out" ? questions_ == question_ : ask.seq() >= question_ && !plays_on;
  later(free_at_ - machine_.now_,
        [ask, bad](FakeProcess& self) { bad ? self.misbehave(ask) : self.say(self.honest(ask)); });
}

v1::FromAgent FakeProcess::honest(const v1::Ask& ask) const {
  v1::FromAgent message;
  v1::Answer& answer = *message.mutable_answer();
  answer.set_game(ask.game());
  answer.set_seq(ask.seq());
  if (ask.offer_dice() > 0) {
    answer.set_action(v1::DECLINE);
  } else {
    answer.set_action((ask.may(0) & 2U) != 0 ? v1::BANK : v1::ROLL);
  }
  if (machine_.on_answer) machine_.on_answer(number_, ask, answer);
  return message;
}

/// Does the one bad thing; where it is survived, an answer follows.
void FakeProcess::misbehave(const v1::Ask& ask) {
  v1::FromAgent message = honest(ask);
  v1::Answer& answer = *message.mutable_answer();
  if (mode_ == "crash") return die(Exit::Kind::Signal, SIGSEGV);
  if (mode_ == "exit" || mode_ == "unless-resumed" || mode_ == "wears-out" ||
      mode_ == "starts-once")
    return die(Exit::Kind::Code, 7);
  if (mode_ == "memory") return die(Exit::Kind::Memory, 0);
  if (mode_ == "lost-init-later") return die(Exit::Kind::Harness, 0, "danno-init was lost");
  hung_ = mode_ == "hang" || mode_ == "spin" || mode_ == "half" || mode_ == "close" ||
          mode_ == "flood-stderr" || mode_ == "close-then-exit";
  endless_log_ = mode_ == "flood-stderr";
  if (mode_ == "spin") burn();
  if (mode_ == "close" || mode_ == "close-then-exit") stdout_closed_ = true;
  if (mode_ == "close-then-exit")
    later(50ms, [](FakeProcess& self) { self.die(Exit::Kind::Code, 7); });
  if (mode_ == "half") output_ += framed(message).substr(0, 2);
  if (hung_) return;
  if (mode_ == "drip-slowly") return drip(framed(message), 400ms);
  if (mode_ == "flood") endless_ = "x";
  if (mode_ == "flood-frames") endless_ = std::string("\x04\x12\x02\x08\x63", 5);
  if (mode_ == "nonsense") output_ += "I keep the two fives\n";
  if (mode_ == "giant") output_ += "\xff\xff\xff\xff\x7f";
  if (mode_ == "unreadable") output_ += std::string("\x02\xff\xff", 3);
  if (mode_ == "illegal-option") answer.set_option(99);
  if (mode_ == "illegal-action") answer.set_action(static_cast<v1::Action>(9));
  if (mode_ == "no-action") answer.clear_action();
  if (mode_ == "wrong-kind") answer.set_action(ask.offer_dice() > 0 ? v1::ROLL : v1::ACCEPT);
  if (mode_ == "wrong-seq") answer.set_seq(ask.seq() + 1);
  if (mode_ == "wrong-game") answer.set_game(ask.game() + 1000);
  if (mode_ == "twice") say(message);
  if (mode_ == "second-ready") message.mutable_ready()->set_name("again");
  say(message);
}

void FakeProcess::say(const v1::FromAgent& message) {
  if (hung_ || exit_ || stdout_closed_) return;
  mode_ == "drip" ? drip(framed(message), 1us) : void(output_ += framed(message));
}

/// Does what was on its way when the process was stopped.
void FakeProcess::misbehave_idle() {
  if (mode_ == "leaves-idle") die(Exit::Kind::Signal, SIGKILL);
  if (mode_ == "talks-idle") output_ += "Where is everybody?\n";
}

/// Byte by byte, after what still drips.
void FakeProcess::drip(const std::string& bytes, nanoseconds pause) {
  drips_until_ = std::max(drips_until_, machine_.now_);
  for (const char byte : bytes) {
    later(drips_until_ - machine_.now_, [byte](FakeProcess& self) { self.output_ += byte; });
    drips_until_ += pause;
  }
}

void FakeProcess::burn() {
  if (!burns_since_) burns_since_ = machine_.now_;
}

void FakeProcess::die(Exit::Kind kind, int value, const std::string& detail) {
  exit_ = Exit{kind, value, detail};
}

Exit FakeProcess::end() {
  if (!exit_) die(Exit::Kind::Signal, SIGKILL, "ended by the referee");
  return *exit_;
}

void FakeProcess::later(nanoseconds delay, std::function<void(FakeProcess&)> what) {
  const time_point begin = still_since() ? stop_->end : machine_.now_;
  machine_.events_.push_back({begin + delay, ++machine_.order_, number_, std::move(what)});
}

FakeProcess::nanoseconds FakeProcess::sum(const std::vector<Interval>& intervals) const {
  nanoseconds sum{0};
  for (const Interval& interval : intervals) {
    if (interval.begin < machine_.now_)
      sum += std::min(interval.end, machine_.now_) - interval.begin;
  }
  return sum;
}

bool FakeProcess::is_in(const std::vector<Interval>& intervals) const {
  return std::ranges::any_of(intervals, [this](const Interval& interval) {
    return interval.begin <= machine_.now_ && machine_.now_ < interval.end;
  });
}

FakeProcess::nanoseconds FakeProcess::cpu_time() const {
  const nanoseconds burning =
      burns_since_ && !frozen_ ? machine_.now_ - *burns_since_ : nanoseconds(0);
  return sum(runs_) + burnt_ + burning;
}

FakeProcess::nanoseconds FakeProcess::wait_time() const {
  return machine_.hides_waits ? nanoseconds(0) : sum(waits_);
}

sandbox::TreeTimes FakeProcess::look_at_tree() {
  const nanoseconds waits_before = std::exchange(seen_waits_, sum(waits_));
  const nanoseconds cpu_before = std::exchange(seen_cpu_, cpu_time());
  return {seen_waits_ - waits_before, seen_cpu_ - cpu_before};
}

bool FakeProcess::runnable() const {
  return !exit_ && ((burns_since_ && !frozen_) || is_in(runs_) || is_in(waits_));
}

std::optional<FakeProcess::time_point> FakeProcess::still_since() const {
  if (!stop_ || exit_ || machine_.now_ >= stop_->end) return std::nullopt;
  return stop_->begin;
}

void FakeProcess::freeze() {
  if (burns_since_) burnt_ += machine_.now_ - *burns_since_;
  frozen_ = true;
  misbehave_idle();
}

void FakeProcess::follow() { ++machine_.follows_; }

void FakeProcess::thaw() {
  if (burns_since_) burns_since_ = machine_.now_;
  frozen_ = false;
  later(10us, &FakeProcess::act);
}

void FakeProcess::stand_still(nanoseconds time, bool alone) {
  std::vector<Interval> rests;
  for (std::vector<Interval>* intervals : {&runs_, &waits_}) {
    rests.clear();
    for (Interval& interval : *intervals) {
      if (interval.end <= machine_.now_) continue;
      const time_point begin = std::max(interval.begin, machine_.now_);
      rests.push_back({begin + time, interval.end + time});
      interval.end = begin;
    }
    intervals->insert(intervals->end(), rests.begin(), rests.end());
  }
  if (alone) {
    stop_ = {machine_.now_, machine_.now_ + time};
    waits_.push_back(*stop_);
  }
  if (burns_since_) *burns_since_ += time;
  free_at_ = std::max(free_at_, machine_.now_) + time;
}

// --- its pipes -------------------------------------------------------------------------------

bool FakeProcess::is_readable(int which) const {
  if (exit_) return true;
  if (which == 1) return !output_.empty() || !endless_.empty() || stdout_closed_;
  return which == 2 && endless_log_;
}

ssize_t FakeProcess::give(std::string_view bytes, std::size_t pipe_bytes) {
  if (exit_ || stdin_closed_) return fail(EPIPE);
  const std::size_t room = pipe_bytes - std::min(pipe_bytes, input_.size());
  if (room == 0) return fail(EAGAIN);
  const std::string_view taken = bytes.substr(0, room);
  input_ += taken;
  if (!will_act_) later(10us, &FakeProcess::act);
  will_act_ = true;
  return static_cast<ssize_t>(taken.size());
}

ssize_t FakeProcess::take(int which, std::span<char> buffer) {
  if (which == 1 && !output_.empty()) {
    const std::size_t size = std::min(buffer.size(), output_.size());
    std::copy_n(output_.begin(), size, buffer.begin());
    output_.erase(0, size);
    return static_cast<ssize_t>(size);
  }
  static const std::string kLog(4096, 'e');
  const std::string_view more = which == 1     ? std::string_view(endless_)
                                : endless_log_ ? std::string_view(kLog)
                                               : std::string_view();
  if (!exit_ && !more.empty()) {
    for (std::size_t i = 0; i < buffer.size(); i += more.size())
      more.copy(&buffer[i], buffer.size() - i);
    return static_cast<ssize_t>(buffer.size());
  }
  return exit_ || (which == 1 && stdout_closed_) ? 0 : fail(EAGAIN);
}

// --- the machine -----------------------------------------------------------------------------

void FakeMachine::pass(nanoseconds time) { run_until(now_ + time); }

void FakeMachine::preempt_referee(nanoseconds time) {
  own_wait_ += time;
  pass(time);
}

void FakeMachine::delay_agents(nanoseconds time, bool alone) {
  for (const auto& [number, process] : processes_)
    process->stand_still(time, alone);
  for (Event& event : events_)
    event.at += time;
}

void FakeMachine::steal(nanoseconds time) {
  stolen_ += time;
  freeze_all(time);
}

void FakeMachine::freeze_all(nanoseconds time) {
  delay_agents(time, /*alone=*/false);
  now_ += time;
}

void FakeMachine::stop_agents(nanoseconds time) { delay_agents(time, /*alone=*/true); }

std::unique_ptr<sandbox::Process> FakeMachine::launch(const sandbox::LaunchOptions& order) {
  if (processes_.size() >= most_processes) throw std::runtime_error("no more processes");
  return std::make_unique<FakeProcess>(*this, ++launches_, order);
}

bool FakeMachine::fails(std::size_t every, int error) {
  if (every == 0 || calls_ % every != 0) return false;
  errno = error;
  return true;
}

int FakeMachine::poll(std::span<pollfd> files, int timeout_ms) {
  ++calls_;
  pass(1us);
  const int ready = fails(interrupts_every, EINTR) ? -1 : wait(files, timeout_ms);
  if (after_poll) after_poll();
  return ready;
}

ssize_t FakeMachine::read(int file, std::span<char> buffer) {
  ++calls_;
  pass(1us);
  if (fails(interrupts_every, EINTR) || fails(blocks_every, EAGAIN)) return -1;
  return find_process(file).take(file % 100, buffer.first(std::min(buffer.size(), read_bytes)));
}

ssize_t FakeMachine::write(int file, std::string_view bytes) {
  ++calls_;
  if (before_write) before_write();
  pass(1us);
  if (fails(interrupts_every, EINTR) || fails(blocks_every, EAGAIN)) return -1;
  return find_process(file).give(bytes, pipe_bytes);
}

std::vector<std::int64_t> FakeMachine::stolen_ticks() {
  const std::int64_t before = is_virtual ? 100 : 0;
  return {before, before + stolen_ / 10ms};
}

int FakeMachine::wait(std::span<pollfd> files, int timeout_ms) {
  assert(timeout_ms >= 0 && "the referee always has a deadline");
  const time_point due = now_ + std::chrono::milliseconds(timeout_ms);
  for (;;) {
    if (const int ready = mark_ready(files); ready > 0) return ready;
    const auto next = next_event();
    if (next == events_.end() || next->at > due) {
      run_until(due);
      return 0;
    }
    run_until(next->at);
  }
}

int FakeMachine::mark_ready(std::span<pollfd> files) {
  int ready = 0;
  for (pollfd& file : files) {
    const FakeProcess& process = find_process(file.fd);
    const int which = file.fd % 100;
    const bool is_ready = which == 0 ? process.waiting() < pipe_bytes : process.is_readable(which);
    file.revents = is_ready ? file.events : static_cast<short>(0);
    ready += is_ready ? 1 : 0;
  }
  return ready;
}

std::vector<FakeMachine::Event>::iterator FakeMachine::next_event() {
  return std::ranges::min_element(
      events_, {}, [](const Event& event) { return std::pair(event.at, event.order); });
}

void FakeMachine::run_until(time_point when) {
  for (;;) {
    const auto next = next_event();
    if (next == events_.end() || next->at > when) break;
    const Event event = std::move(*next);
    events_.erase(next);
    now_ = std::max(now_, event.at);
    const auto process = processes_.find(event.process);
    if (process != processes_.end()) event.what(*process->second);
  }
  now_ = std::max(now_, when);
}

}  // namespace danno::referee::protocol
