#include "referee/session.hpp"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <memory>
#include <system_error>

#include "referee/agent_process.hpp"
#include "referee/report.hpp"
#include "referee/rules/start.hpp"
#include "referee/wire.hpp"

namespace danno::referee {
namespace {

using namespace std::chrono_literals;
using rules::Phase;
using time_point = std::chrono::steady_clock::time_point;

std::atomic<bool> g_stop{false};

// Past this, output that nobody asked for is a flood and no mere mistake.
constexpr std::size_t kFloodBytes = 64 * 1024;
constexpr std::uint64_t kStderrLimit = 64ULL * 1024 * 1024;
// How long a closed stdout may precede the news of the process's end.
constexpr int kExitPatienceMs = 200;
constexpr int kGoodbyePatienceMs = 100;
constexpr auto kStopCheck = 100ms;

time_point now() { return std::chrono::steady_clock::now(); }

/// Thrown inside a session when the harness fails; caught in play_session.
struct Trouble {
  std::string what;
};

/// An agent of the session: its process, as it comes and goes, and the games it knows.
struct Link {
  enum class State { Down, Greeting, Ready, NeverReady };
  State state = State::Down;
  std::unique_ptr<AgentProcess> process;
  time_point start_due;
  bool stderr_open = true;
  std::uint32_t games = 1;  ///< At once.
  bool wants_seen = false;
  std::vector<std::uint32_t> slot_of;  ///< By the process's count of games.
  int fresh_asks = 0;                  ///< Put since the last flush.
};

/// A game in flight.
struct Slot {
  bool active = false;
  bool asked = false;     ///< The mover has an open question.
  std::size_t index = 0;  ///< Into SessionOrder::games.
  std::uint32_t seq = 0;
  rules::Position position;
  rules::Options options;
  std::optional<DiceStream> dice;
  std::array<std::uint32_t, rules::kMaxSeats> game_ids{};  ///< By seat.
  GameRecord record;
  std::vector<Fault>
      pending;  ///< Of seats that are not to move: they count after the open question.
};

class Session {
 public:
  explicit Session(const SessionOrder& order) : order_(order), links_(order.agents.size()) {
    result_.games.resize(order.games.size());
    slots_.resize(static_cast<std::size_t>(std::max(1, order.in_flight)));
  }

  SessionResult run() {
    try {
      while (!finished()) {
        start_games();
        flush();
        wait();
      }
      say_goodbye();
    } catch (const Trouble& trouble) {
      give_up(GameResult::Kind::Void, trouble.what);
    } catch (const std::system_error& error) {
      give_up(GameResult::Kind::Void, error.what());
    }
    for (std::size_t a = 0; a < links_.size(); ++a)
      end_process(a);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool finished() const {
    if (aborted_ || stop_requested()) return true;
    return next_ == order_.games.size() && active_ == 0;
  }

  void give_up(GameResult::Kind kind, const std::string& why) {
    aborted_ = true;
    result_.trouble = why;
    // Nothing was in flight: the first game waiting bears it, so that the failure is counted.
    if (active_ == 0 && next_ < order_.games.size() && kind == GameResult::Kind::Void) {
      result_.games[next_].kind = kind;
    }
    for (Slot& slot : slots_) {
      if (slot.active) result_.games[slot.index].kind = kind;
    }
  }

  // --- games ---------------------------------------------------------------------------------

  [[nodiscard]] Link& link_at(const Slot& slot, int seat) {
    return links_[slot.record.agent_at[at(seat)]];
  }
  static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

  /// Fills free slots, as soon as all agents of the next game are there.
  void start_games() {
    while (next_ < order_.games.size() && active_ < in_flight()) {
      if (!agents_ready(order_.games[next_])) return;
      const auto free = std::ranges::find(slots_, false, &Slot::active);
      start_game(*free, static_cast<std::uint32_t>(free - slots_.begin()));
    }
  }

  [[nodiscard]] std::size_t in_flight() const {
    std::size_t most = slots_.size();
    for (const Link& link : links_) {
      if (link.state == Link::State::Ready) most = std::min<std::size_t>(most, link.games);
    }
    return most;
  }

  /// Starts what is down; true when every agent of the game is ready or will never be.
  bool agents_ready(const GameOrder& game) {
    bool ready = true;
    for (std::size_t seat = 0; seat < order_.agents.size(); ++seat) {
      if (((game.absent >> seat) & 1U) != 0) continue;
      const std::size_t agent = game.agent_at[seat];
      if (links_[agent].state == Link::State::Down) start_agent(agent);
      if (links_[agent].state == Link::State::Greeting) ready = false;
    }
    return ready;
  }

  void start_game(Slot& slot, std::uint32_t slot_index) {
    const GameOrder& game = order_.games[next_];
    slot = Slot();
    slot.active = true;
    slot.index = next_++;
    ++active_;
    slot.dice.emplace(game.key);
    GameRecord& record = slot.record;
    record.seats = static_cast<std::uint8_t>(order_.agents.size());
    record.seating = order_.seating;
    record.agent_at = game.agent_at;
    record.absent = game.absent;
    record.first = static_cast<std::uint8_t>(first_seat(slot, game));
    record.events.reserve(128);
    for (int seat = 0; seat < record.seats; ++seat) {
      const std::size_t agent = record.agent_at[at(seat)];
      const bool absent = ((game.absent >> seat) & 1U) != 0;
      if (absent || links_[agent].state != Link::State::NeverReady) continue;
      record.absent = static_cast<std::uint8_t>(record.absent | (1U << seat));
      Fault fault = never_ready_[agent];
      fault.seat = seat;
      record.faults.push_back(fault);
    }
    slot.position = first_position(*order_.rules, record);
    for (int seat = 0; seat < record.seats; ++seat) {
      if (((record.absent >> seat) & 1U) != 0) continue;
      Link& link = link_at(slot, seat);
      const auto id = static_cast<std::uint32_t>(link.slot_of.size());
      slot.game_ids[at(seat)] = id;
      link.slot_of.push_back(slot_index);
      append_game_start(link.process->out, *order_.rules, id, seat, record.first,
                        game.agent_seeds[at(seat)]);
    }
    advance(slot);
  }

  int first_seat(Slot& slot, const GameOrder& game) {
    if (game.first) return *game.first;
    return rules::roll_for_start(
               *order_.rules,
               [&](int seat, int round, int dice) { return slot.dice->start(seat, round, dice); })
        .first;
  }

  /// Lets chance move until somebody must be asked or the game is over.
  void advance(Slot& slot) {
    rules::Position& position = slot.position;
    slot.asked = false;
    for (;;) {
      apply_pending(slot);
      if (position.phase == Phase::Over) return finish(slot);
      if (position.phase != Phase::Throw) return ask(slot);
      throw_dice(slot);
    }
  }

  void throw_dice(Slot& slot) {
    rules::Position& position = slot.position;
    Step step;
    step.seat = position.mover;
    step.thrown = slot.dice->roll(position.mover, position.turns[position.mover], position.roll,
                                  position.turn.dice);
    step.outcome = rules::throw_dice(*order_.rules, position, step.thrown);
    if (step.outcome == rules::Thrown::Choice) return;  // recorded with what the mover decides
    slot.record.events.push_back(event_of_throw(step.thrown));
    tell(slot, step);
  }

  void ask(Slot& slot) {
    Link& link = link_at(slot, slot.position.mover);
    assert(link.state == Link::State::Ready);
    slot.options.clear();
    if (slot.position.phase == Phase::Choose)
      rules::list_options(*order_.rules, slot.position, slot.options);
    append_ask(link.process->out, slot.game_ids[slot.position.mover], slot.seq, slot.position,
               slot.options, advice(slot));
    slot.asked = true;
    ++link.fresh_asks;
  }

  std::optional<AdviceGiven> advice(const Slot& slot) const {
    if (!order_.games[slot.index].advised) return std::nullopt;
    return std::nullopt;
  }

  void finish(Slot& slot) {
    GameRecord& record = slot.record;
    record.capped = slot.position.capped;
    record.places = rules::places(*order_.rules, slot.position);
    record.totals = slot.position.totals;
    const auto cause = record.capped                                  ? v1::GameEnd::CAPPED
                       : slot.position.closer || slot.position.winner ? v1::GameEnd::FINISHED
                                                                      : v1::GameEnd::FORFEIT;
    for (int seat = 0; seat < record.seats; ++seat) {
      Link& link = link_at(slot, seat);
      if (((record.absent >> seat) & 1U) != 0 || link.state != Link::State::Ready) continue;
      if (!knows(link, slot, seat)) continue;
      append_game_end(link.process->out, slot.game_ids[at(seat)], record,
                      slot.position.is_out(seat) ? v1::GameEnd::YOU_FORFEIT : cause);
    }
    GameResult& result = result_.games[slot.index];
    result.kind = GameResult::Kind::Played;
    result.record = std::move(record);
    slot.active = false;
    --active_;
  }

  /// Whether the agent's present process is the one that was told of this game.
  [[nodiscard]] bool knows(const Link& link, const Slot& slot, int seat) const {
    const std::uint32_t id = slot.game_ids[at(seat)];
    return id < link.slot_of.size() && &slots_[link.slot_of[id]] == &slot;
  }

  void tell(Slot& slot, const Step& step) {
    for (int seat = 0; seat < slot.record.seats; ++seat) {
      Link& link = link_at(slot, seat);
      if (!link.wants_seen || seat == step.seat || slot.position.is_out(seat)) continue;
      if (link.state != Link::State::Ready || !knows(link, slot, seat)) continue;
      append_seen(link.process->out, slot.game_ids[at(seat)], step, slot.position);
    }
  }

  // --- answers -------------------------------------------------------------------------------

  /// Applies a readable answer; a message where it is to no open question.
  std::optional<std::string> take_answer(std::size_t agent, const AnswerIn& answer) {
    Link& link = links_[agent];
    if (answer.game >= link.slot_of.size())
      return "an answer for game " + std::to_string(answer.game) + ", which was never started";
    Slot& slot = slots_[link.slot_of[answer.game]];
    const int seat = slot.position.mover;
    const bool open = slot.active && slot.asked && slot.record.agent_at[at(seat)] == agent &&
                      slot.game_ids[at(seat)] == answer.game && slot.seq == answer.seq;
    if (!open) {
      return "an answer to no open question (game " + std::to_string(answer.game) + ", seq " +
             std::to_string(answer.seq) + ")";
    }
    link.process->clock().settle(1, now_);
    if (auto problem = decide(slot, answer)) {
      fault_in(slot, make_fault(slot, FaultKind::Illegal, seat, 0, *problem));
    } else {
      ++result_.decisions;
      ++slot.seq;
      advance(slot);
    }
    return std::nullopt;
  }

  /// Applies the decision; a message where the options do not allow it.
  std::optional<std::string> decide(Slot& slot, const AnswerIn& answer) {
    return slot.position.phase == Phase::Offer ? decide_offer(slot, answer)
                                               : decide_keep(slot, answer);
  }

  std::optional<std::string> decide_offer(Slot& slot, const AnswerIn& answer) {
    if (answer.action != v1::ACCEPT && answer.action != v1::DECLINE) {
      return "answered " + action_name(answer.action) + " to an offer; expected ACCEPT or DECLINE";
    }
    Step step;
    step.kind = Step::Kind::Offer;
    step.seat = slot.position.mover;
    step.action = answer.action == v1::ACCEPT ? rules::Action::Accept : rules::Action::Decline;
    if (step.action == rules::Action::Accept) {
      rules::accept_offer(*order_.rules, slot.position);
    } else {
      rules::decline_offer(*order_.rules, slot.position);
    }
    slot.record.events.push_back(step.action == rules::Action::Accept ? kOfferAccepted
                                                                      : kOfferDeclined);
    tell(slot, step);
    return std::nullopt;
  }

  std::optional<std::string> decide_keep(Slot& slot, const AnswerIn& answer) {
    if (answer.option >= slot.options.size()) {
      return "chose option " + std::to_string(answer.option) + " of " +
             std::to_string(slot.options.size()) + " (they count from 0)";
    }
    Step step;
    step.kind = Step::Kind::Choice;
    step.seat = slot.position.mover;
    step.thrown = slot.position.thrown;
    step.option_index = answer.option;
    step.option = slot.options[answer.option];
    const bool rolls = answer.action == v1::ROLL;
    if (!(rolls && step.option.may_roll) && !(answer.action == v1::BANK && step.option.may_bank)) {
      return "answered " + action_name(answer.action) + " with option " +
             std::to_string(answer.option) + ", which allows " +
             (step.option.may_roll ? "ROLL" : "") +
             (step.option.may_roll && step.option.may_bank ? " or " : "") +
             (step.option.may_bank ? "BANK" : "");
    }
    step.action = rolls ? rules::Action::Roll : rules::Action::Bank;
    slot.record.events.push_back(event_of_choice(step.thrown, step.option_index, step.action));
    if (rolls) {
      rules::keep_and_roll(*order_.rules, slot.position, step.option);
    } else {
      rules::keep_and_bank(*order_.rules, slot.position, step.option);
    }
    tell(slot, step);
    return std::nullopt;
  }

  static std::string action_name(v1::Action action) {
    return v1::Action_IsValid(action) && action != v1::ACTION_UNSPECIFIED
               ? v1::Action_Name(action)
               : "no action (" + std::to_string(action) + ")";
  }

  // --- faults --------------------------------------------------------------------------------

  Fault make_fault(const Slot& slot, FaultKind kind, int seat, int value, std::string detail) {
    Fault fault;
    fault.kind = kind;
    fault.seat = seat;
    fault.value = value;
    fault.detail = std::move(detail);
    const std::size_t agent = slot.record.agent_at[at(seat)];
    const Link& link = links_[agent];
    ReportInput input{.rules = *order_.rules,
                      .agent = order_.agents[agent].name,
                      .greeting = greeting(),
                      .record = slot.record,
                      .position = slot.position,
                      .options = slot.options,
                      .asked = slot.asked && slot.position.mover == seat,
                      .agent_seed = order_.games[slot.index].agent_seeds[at(seat)],
                      .advised = order_.games[slot.index].advised,
                      .wants_seen = link.wants_seen,
                      .deal = order_.games[slot.index].deal,
                      .fault = fault};
    if (link.process) {
      input.received = last_bytes_;
      input.stderr_lines = link.process->log().lines(20);
    }
    fault.report = make_report(input);
    return fault;
  }

  /// The seat forfeits the game; at once if it is to move or nobody is asked, else after the
  /// answer.
  void fault_in(Slot& slot, Fault fault) {
    if (slot.asked && slot.position.mover != fault.seat) {
      slot.pending.push_back(std::move(fault));
      return;
    }
    apply_forfeit(slot, std::move(fault));
    advance(slot);
  }

  void apply_pending(Slot& slot) {
    while (!slot.pending.empty()) {
      Fault fault = std::move(slot.pending.front());
      slot.pending.erase(slot.pending.begin());
      if (slot.position.phase != Phase::Over) apply_forfeit(slot, std::move(fault));
    }
  }

  void apply_forfeit(Slot& slot, Fault fault) {
    if (slot.position.phase == Phase::Choose)
      slot.record.events.push_back(event_of_throw(slot.position.thrown));
    slot.record.events.push_back(event_of_forfeit(fault.seat));
    rules::forfeit(*order_.rules, slot.position, fault.seat);
    Step step;
    step.kind = Step::Kind::Forfeit;
    step.seat = fault.seat;
    slot.record.faults.push_back(std::move(fault));
    tell(slot, step);
  }

  [[nodiscard]] bool plays(const Slot& slot, int seat, std::size_t agent) const {
    if (!slot.active || slot.record.agent_at[at(seat)] != agent || slot.position.is_out(seat))
      return false;
    return std::ranges::find(slot.pending, seat, &Fault::seat) == slot.pending.end();
  }

  /// The agent's process is at an end, by its own fault.
  void lose(std::size_t agent, FaultKind kind, int value, const std::string& detail) {
    Link& link = links_[agent];
    if (link.state == Link::State::Greeting) {
      const bool wire =
          kind == FaultKind::Garbled || kind == FaultKind::Flood || kind == FaultKind::Memory;
      return never_ready(agent, wire ? kind : FaultKind::NeverReady, value, detail);
    }
    std::vector<std::pair<Slot*, int>> games;
    for (Slot& slot : slots_) {
      for (int seat = 0; seat < slot.record.seats; ++seat) {
        if (plays(slot, seat, agent)) games.emplace_back(&slot, seat);
      }
    }
    if (games.size() > 1) {
      // Which of them did it? One in flight will tell.
      for (const Slot& slot : slots_) {
        if (slot.active) result_.games[slot.index].kind = GameResult::Kind::Unattributed;
      }
      aborted_ = true;
      return;
    }
    std::optional<Fault> fault;
    if (!games.empty())
      fault = make_fault(*games.front().first, kind, games.front().second, value, detail);
    end_process(agent);
    if (fault) fault_in(*games.front().first, std::move(*fault));
  }

  void never_ready(std::size_t agent, FaultKind kind, int value, const std::string& detail) {
    Fault& fault = never_ready_[agent];
    fault.kind = kind;
    fault.value = value;
    fault.detail = detail;
    fault.report = make_start_report(order_.agents[agent].name, greeting(), fault, last_bytes_,
                                     links_[agent].process->log().lines(20));
    end_process(agent);
    links_[agent].state = Link::State::NeverReady;
    result_.never_ready = static_cast<std::uint8_t>(result_.never_ready | (1U << agent));
  }

  // --- processes -----------------------------------------------------------------------------

  [[nodiscard]] Greeting greeting() const {
    return {static_cast<std::uint32_t>(order_.limits.answer.count()),
            static_cast<std::uint32_t>(order_.limits.start.count()),
            static_cast<std::uint32_t>(order_.limits.memory_mb),
            static_cast<std::uint32_t>(slots_.size())};
  }

  void start_agent(std::size_t agent) {
    LaunchOrder launch;
    launch.command = order_.agents[agent].command;
    launch.folder = order_.agents[agent].folder;
    launch.isolation = order_.limits.isolation;
    launch.memory_mb = order_.limits.memory_mb;
    Link& link = links_[agent];
    link = Link();
    const auto mode = order_.exact_clock ? ThinkingClock::Mode::Exact : ThinkingClock::Mode::Cpu;
    link.process = std::make_unique<AgentProcess>(launch, mode, order_.limits.answer, own_);
    link.state = Link::State::Greeting;
    link.slot_of.reserve(order_.games.size());
    append_hello(link.process->out, greeting());
    link.start_due = now() + order_.limits.start;
  }

  void end_process(std::size_t agent) {
    Link& link = links_[agent];
    if (link.process) {
      result_.cpu[agent] += link.process->process().cpu_time();
      link.process->process().end();
      link.process.reset();
    }
    if (link.state != Link::State::NeverReady) link.state = Link::State::Down;
  }

  void say_goodbye() {
    for (Link& link : links_) {
      if (link.state != Link::State::Ready) continue;
      append_goodbye(link.process->out);
      if (link.process->flush()) link.process->process().close_stdin();
    }
    // Who leaves by itself may still log or count coverage; nobody is waited for long.
    const time_point due = now() + std::chrono::milliseconds(kGoodbyePatienceMs);
    for (Link& link : links_) {
      if (link.state != Link::State::Ready) continue;
      while (!link.process->process().exit()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(due - now()).count();
        pollfd status{link.process->process().status_fd(), POLLIN, 0};
        if (left <= 0 || ::poll(&status, 1, static_cast<int>(left)) <= 0) break;
      }
    }
  }

  // --- input and output ----------------------------------------------------------------------

  void flush() {
    now_ = now();
    for (Link& link : links_) {
      if (!link.process || !link.process->pending()) continue;
      if (link.fresh_asks > 0) link.process->clock().asked(link.fresh_asks, now_);
      link.fresh_asks = 0;
      link.process->flush();
    }
  }

  struct Watched {
    std::size_t agent = 0;
    enum class What { Stdout, Stderr, Status, Stdin } what = What::Stdout;
  };

  void wait() {
    collect_fds();
    if (fds_.empty()) return;
    const int ready = ::poll(fds_.data(), fds_.size(), timeout_ms());
    if (ready < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "poll");
    now_ = now();
    if (ready > 0) handle_ready();
    if (!aborted_) handle_deadlines();
  }

  void collect_fds() {
    fds_.clear();
    watched_.clear();
    for (std::size_t agent = 0; agent < links_.size(); ++agent) {
      Link& link = links_[agent];
      if (!link.process) continue;
      const Process& process = link.process->process();
      watch(agent, Watched::What::Stdout, process.stdout_fd(), POLLIN);
      if (link.stderr_open) watch(agent, Watched::What::Stderr, process.stderr_fd(), POLLIN);
      watch(agent, Watched::What::Status, process.status_fd(), POLLIN);
      if (link.process->pending()) watch(agent, Watched::What::Stdin, process.stdin_fd(), POLLOUT);
    }
  }

  void watch(std::size_t agent, Watched::What what, int fd, short events) {
    fds_.push_back({fd, events, 0});
    watched_.push_back({agent, what});
  }

  int timeout_ms() const {
    time_point due = now_ + kStopCheck;
    for (const Link& link : links_) {
      if (!link.process) continue;
      if (link.state == Link::State::Greeting) due = std::min(due, link.start_due);
      if (link.process->clock().open() > 0) due = std::min(due, link.process->clock().due());
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - now_).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
  }

  void handle_ready() {
    for (std::size_t i = 0; i < fds_.size() && !aborted_; ++i) {
      if (fds_[i].revents == 0) continue;
      const std::size_t agent = watched_[i].agent;
      Link& link = links_[agent];
      if (!link.process || link.process->process().stdout_fd() < 0) continue;  // ended a moment ago
      switch (watched_[i].what) {
        case Watched::What::Stdout:
          handle_stdout(agent);
          break;
        case Watched::What::Stderr:
          handle_stderr(agent);
          break;
        case Watched::What::Status:
          handle_status(agent);
          break;
        case Watched::What::Stdin:
          link.process->flush();
          break;
      }
    }
  }

  void handle_stdout(std::size_t agent) {
    switch (links_[agent].process->read_stdout()) {
      case AgentProcess::Read::Data:
        return handle_input(agent);
      case AgentProcess::Read::Closed:
        return handle_end(agent);
      case AgentProcess::Read::Nothing:
        return;
    }
  }

  void handle_stderr(std::size_t agent) {
    Link& link = links_[agent];
    link.stderr_open = link.process->read_stderr();
    if (link.process->log().total() > kStderrLimit) {
      lose(agent, FaultKind::Flood, 0,
           "more than " + std::to_string(kStderrLimit >> 20) + " MiB on stderr");
    }
  }

  /// The process has ended or danno-init has news: first whatever it still said.
  void handle_status(std::size_t agent) {
    Link& link = links_[agent];
    if (!link.process->process().exit()) return;
    for (;;) {
      const auto read = link.process->read_stdout();
      if (read != AgentProcess::Read::Data) break;
      AgentProcess* const same = link.process.get();
      handle_input(agent);
      if (aborted_ || link.process.get() != same) return;
    }
    handle_end(agent);
  }

  void handle_end(std::size_t agent) {
    Link& link = links_[agent];
    while (link.stderr_open && stderr_waits(link))
      link.stderr_open = link.process->read_stderr();
    auto exit = link.process->process().exit();
    const time_point due = now() + std::chrono::milliseconds(kExitPatienceMs);
    while (!exit) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due - now()).count();
      pollfd status{link.process->process().status_fd(), POLLIN, 0};
      if (left <= 0 || ::poll(&status, 1, static_cast<int>(left)) <= 0) break;
      exit = link.process->process().exit();
    }
    last_bytes_ = std::string(link.process->inbox().substr(0, kShownBytes));
    if (!exit) return lose(agent, FaultKind::Closed, 0, "closed its stdout and lives on");
    switch (exit->kind) {
      case Exit::Kind::Code:
        return lose(agent, FaultKind::Exit, exit->value,
                    "exited with code " + std::to_string(exit->value));
      case Exit::Kind::Signal:
        return lose(agent, FaultKind::Crash, exit->value,
                    "killed by signal " + std::to_string(exit->value));
      case Exit::Kind::Memory:
        return lose(agent, FaultKind::Memory, exit->value, exit->detail);
      case Exit::Kind::ExecFailed:
        return lose(agent, FaultKind::NeverReady, exit->value, exit->detail);
      case Exit::Kind::Harness:
        throw Trouble{exit->detail};
    }
  }

  static bool stderr_waits(const Link& link) {
    pollfd ready{link.process->process().stderr_fd(), POLLIN, 0};
    return ::poll(&ready, 1, 0) > 0 && link.process->log().total() <= kStderrLimit;
  }

  void handle_input(std::size_t agent) {
    Link& link = links_[agent];
    AgentProcess* const process = link.process.get();
    if (process->clock().open() > 0 && process->clock().late(now_)) return time_out(agent);
    while (!aborted_ && links_[agent].process.get() == process) {
      const auto next = next_frame(process->inbox());
      if (std::holds_alternative<NeedMore>(next)) {
        if (!looks_like_text(process->inbox())) return;
        return spoil(agent, "text on stdout, which is the wire; print to stderr");
      }
      if (const auto* long_frame = std::get_if<FrameTooLong>(&next)) {
        return spoil(agent, "a frame of " + std::to_string(long_frame->length) +
                                " bytes; the limit is " + std::to_string(kMaxFrame));
      }
      const Frame frame = std::get<Frame>(next);
      last_bytes_ = std::string_view(process->inbox()).substr(0, std::min(frame.size, kShownBytes));
      if (auto problem = handle_frame(agent, frame.payload, frame.size))
        return spoil(agent, *problem);
    }
  }

  /// A message where the frame is garbled.
  std::optional<std::string> handle_frame(std::size_t agent, std::string_view payload,
                                          std::size_t size) {
    const auto message = parse_from_agent(payload);
    AgentProcess* const process = links_[agent].process.get();
    if (std::holds_alternative<Unreadable>(message))
      return "bytes that are no message of the protocol";
    process->consume(size);
    if (const auto* answer = std::get_if<AnswerIn>(&message)) {
      if (links_[agent].state == Link::State::Greeting) return "an answer before Ready";
      return take_answer(agent, *answer);
    }
    return take_ready(agent, std::get<v1::Ready>(message));
  }

  std::optional<std::string> take_ready(std::size_t agent, const v1::Ready& ready) {
    Link& link = links_[agent];
    if (link.state != Link::State::Greeting) return "a second Ready";
    link.state = Link::State::Ready;
    link.games = std::max(1U, ready.games());
    link.wants_seen = ready.seen();
    return std::nullopt;
  }

  /// Garbled, or a flood where much more of it follows.
  void spoil(std::size_t agent, const std::string& detail) {
    AgentProcess& process = *links_[agent].process;
    last_bytes_ = std::string(process.inbox().substr(0, kShownBytes));
    const bool flood = process.floods(kFloodBytes);
    lose(agent, flood ? FaultKind::Flood : FaultKind::Garbled, 0, detail);
  }

  void time_out(std::size_t agent) {
    AgentProcess& process = *links_[agent].process;
    last_bytes_ = std::string(process.inbox().substr(0, kShownBytes));
    const auto ms = std::chrono::duration<double, std::milli>(process.clock().charged()).count();
    lose(agent, FaultKind::Timeout, static_cast<int>(ms),
         "no answer within " + std::to_string(order_.limits.answer.count()) + " ms (charged " +
             std::to_string(static_cast<int>(ms)) + " ms)");
  }

  void handle_deadlines() {
    for (std::size_t agent = 0; agent < links_.size() && !aborted_; ++agent) {
      Link& link = links_[agent];
      if (!link.process) continue;
      if (link.state == Link::State::Greeting) {
        if (now_ >= link.start_due) check_start(agent);
        continue;
      }
      ThinkingClock& clock = link.process->clock();
      if (clock.open() > 0 && now_ >= clock.due() && clock.overdue(now_)) time_out(agent);
    }
  }

  /// Past its start time: unless it spent that time waiting for a processor.
  void check_start(std::size_t agent) {
    Link& link = links_[agent];
    const auto waited = link.process->process().wait_time();
    const time_point due = link.start_due + waited - link_waited_[agent];
    link_waited_[agent] = waited;
    link.start_due = due;
    if (now_ < due) return;
    last_bytes_ = std::string(link.process->inbox().substr(0, kShownBytes));
    lose(agent, FaultKind::NeverReady, 0,
         "no Ready within " + std::to_string(order_.limits.start.count()) + " ms");
  }

  static constexpr std::size_t kShownBytes = 256;

  const SessionOrder& order_;
  SessionResult result_;
  OwnWait own_;
  std::vector<Link> links_;
  std::vector<Slot> slots_;
  std::array<Fault, rules::kMaxSeats> never_ready_;
  std::array<std::chrono::nanoseconds, rules::kMaxSeats> link_waited_{};
  std::size_t next_ = 0;
  std::size_t active_ = 0;
  bool aborted_ = false;
  time_point now_;
  std::string last_bytes_;  ///< Of the agent last heard, for its report.
  std::vector<pollfd> fds_;
  std::vector<Watched> watched_;
};

}  // namespace

SessionResult play_session(const SessionOrder& order) {
  // An agent that is gone is noticed by its pipes; writing to it must not end the referee.
  std::signal(SIGPIPE, SIG_IGN);
  assert(order.rules != nullptr && std::cmp_equal(order.agents.size(), order.rules->seats()));
  return Session(order).run();
}

void request_stop() { g_stop.store(true, std::memory_order_relaxed); }
bool stop_requested() { return g_stop.load(std::memory_order_relaxed); }

}  // namespace danno::referee
