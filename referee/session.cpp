#include "referee/play/session.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <system_error>

#include "referee/agent_pool.hpp"
#include "referee/report.hpp"
#include "referee/rules/start.hpp"
#include "referee/solver/odds.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee {
namespace {

using rules::Phase;

std::atomic<bool> g_stop{false};

/// Room for all but the longest games, so that playing them allocates nothing.
constexpr std::size_t kUsualEvents = 96;

/// A game in flight.
struct Slot {
  bool active = false;
  bool asked = false;  ///< The mover has an open question.
  bool advised = false;
  std::size_t index = 0;  ///< Into the games of this call.
  std::uint32_t seq = 0;
  rules::Position position;
  rules::Options options;
  std::optional<DiceStream> dice;
  std::array<std::uint32_t, rules::kMaxSeats> game_ids{};  ///< By seat.
  GameRecord* record = nullptr;                            ///< Where the result will be.
  /// Of seats that are not to move: they count after the open question.
  std::vector<Fault> pending;
};

}  // namespace

class Session::Player : private AgentPool::Listener {
 public:
  explicit Player(const SessionOrder& order)
      : order_(order),
        slots_(static_cast<std::size_t>(std::max(1, order.in_flight))),
        slot_of_(order.agents.size()),
        form_(*order.rules),
        pool_(order_.agents, order_.limits, order.exact_clock, slots_.size(), *this) {
    for (std::size_t i = slots_.size(); i > 0; --i)
      free_.push_back(static_cast<std::uint32_t>(i - 1));
  }

  ~Player() override {
    if (over_) return;
    try {
      pool_.say_goodbye();
    } catch (const std::system_error&) {
      // They are ended all the same.
    }
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  [[nodiscard]] bool over() const { return over_; }

  SessionResult play(std::span<const GameOrder> games) {
    games_ = games;
    next_ = 0;
    result_ = SessionResult();
    result_.games.resize(games.size());
    for (GameResult& game : result_.games)
      game.record.events.reserve(kUsualEvents);
    try {
      if (!over_) pool_.resume();
      while (!finished()) {
        start_games();
        pool_.flush();
        pool_.wait();
      }
      if (active_ > 0) abort();  // they were told of games that go on no more
      if (!over_) pool_.rest();
    } catch (const Trouble& trouble) {
      give_up(GameResult::Kind::Void, trouble.what);
    } catch (const std::system_error& error) {
      give_up(GameResult::Kind::Void, error.what());
    }
    for (std::size_t agent = 0; agent < order_.agents.size(); ++agent) {
      if (over_) pool_.end(agent);
      const auto cpu = pool_.cpu(agent);
      result_.cpu[agent] = cpu - cpu_told_[agent];
      cpu_told_[agent] = cpu;
    }
    result_.never_ready = never_ready_;
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool finished() const {
    if (over_ || stop_requested()) return true;
    return next_ == games_.size() && active_ == 0;
  }

  void give_up(GameResult::Kind kind, const std::string& why) {
    abort();
    result_.trouble = why;
    // Nothing was in flight: the first game waiting bears it, so that the failure is counted.
    if (active_ == 0 && next_ < games_.size() && kind == GameResult::Kind::Void) {
      result_.games[next_].kind = kind;
    }
    for (Slot& slot : slots_) {
      if (slot.active) result_.games[slot.index].kind = kind;
    }
  }

  void abort() {
    over_ = true;
    pool_.halt();
  }

  // --- games ---------------------------------------------------------------------------------

  [[nodiscard]] static std::size_t agent_at(const Slot& slot, int seat) {
    return slot.record->agent_at[at(seat)];
  }
  [[nodiscard]] bool never_ready(std::size_t agent) const {
    return ((never_ready_ >> agent) & 1U) != 0;
  }
  [[nodiscard]] bool ready(std::size_t agent) const {
    return pool_.state(agent) == AgentPool::State::Ready;
  }
  static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

  /// Fills free slots, as soon as all agents of the next game are there.
  void start_games() {
    while (next_ < games_.size() && active_ < in_flight()) {
      if (!agents_ready(games_[next_])) return;
      const std::uint32_t slot = free_.back();
      free_.pop_back();
      start_game(slots_[slot], slot);
    }
  }

  [[nodiscard]] std::size_t in_flight() const {
    std::size_t most = slots_.size();
    for (std::size_t agent = 0; agent < order_.agents.size(); ++agent) {
      if (ready(agent)) most = std::min<std::size_t>(most, pool_.games(agent));
    }
    return most;
  }

  /// Starts what is down; true when every agent of the game is ready or will never be.
  bool agents_ready(const GameOrder& game) {
    bool all = true;
    for (std::size_t seat = 0; seat < order_.agents.size(); ++seat) {
      const std::size_t agent = game.agent_at[seat];
      if (((game.absent >> seat) & 1U) != 0 || never_ready(agent)) continue;
      if (pool_.state(agent) == AgentPool::State::Down) {
        slot_of_[agent].clear();
        slot_of_[agent].reserve(games_.size());
        pool_.start(agent);
      }
      all = all && ready(agent);
    }
    return all;
  }

  void start_game(Slot& slot, std::uint32_t slot_index) {
    const GameOrder& game = games_[next_];
    slot.active = true;
    slot.asked = false;
    slot.index = next_++;
    slot.seq = 0;
    slot.advised = game.advised;
    ++active_;
    slot.dice.emplace(game.key);
    slot.record = &result_.games[slot.index].record;
    GameRecord& record = *slot.record;
    record.seats = static_cast<std::uint8_t>(order_.agents.size());
    record.seating = order_.seating;
    record.agent_at = game.agent_at;
    record.absent = game.absent;
    record.first = static_cast<std::uint8_t>(first_seat(slot, game));
    for (int seat = 0; seat < record.seats; ++seat) {
      const std::size_t agent = record.agent_at[at(seat)];
      const bool absent = ((game.absent >> seat) & 1U) != 0;
      if (absent || !never_ready(agent)) continue;
      record.absent = static_cast<std::uint8_t>(record.absent | (1U << seat));
      Fault fault = start_faults_[agent];
      fault.seat = seat;
      record.faults.push_back(fault);
    }
    slot.position = first_position(*order_.rules, record);
    for (int seat = 0; seat < record.seats; ++seat) {
      if (((record.absent >> seat) & 1U) != 0) continue;
      const std::size_t agent = agent_at(slot, seat);
      const auto id = static_cast<std::uint32_t>(slot_of_[agent].size());
      slot.game_ids[at(seat)] = id;
      slot_of_[agent].push_back(slot_index);
      form_.append(pool_.out(agent), id, seat, record.first, game.agent_seeds[at(seat)]);
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
    slot.record->events.push_back(event_of_throw(step.thrown));
    tell(slot, step);
  }

  void ask(Slot& slot) {
    const std::size_t agent = agent_at(slot, slot.position.mover);
    assert(ready(agent));
    slot.options.clear();
    if (slot.position.phase == Phase::Choose)
      rules::list_options(*order_.rules, slot.position, slot.options);
    append_ask(pool_.out(agent), slot.game_ids[slot.position.mover], slot.seq, slot.position,
               slot.options, advice(slot));
    slot.asked = true;
    pool_.question_put(agent);
  }

  /// What `odds` would do, in an advised game.
  std::optional<AdviceGiven> advice(const Slot& slot) {
    if (!slot.advised) return std::nullopt;
    if (!adviser_) adviser_.emplace(*order_.rules);
    const solver::Judgement judgement = adviser_->judge(slot.position, slot.options.all());
    return AdviceGiven{static_cast<std::uint32_t>(judgement.option), judgement.action};
  }

  void finish(Slot& slot) {
    GameRecord& record = *slot.record;
    record.capped = slot.position.capped;
    record.places = rules::places(*order_.rules, slot.position);
    record.totals = slot.position.totals;
    const auto cause = record.capped                                  ? v1::GameEnd::CAPPED
                       : slot.position.closer || slot.position.winner ? v1::GameEnd::FINISHED
                                                                      : v1::GameEnd::FORFEIT;
    for (int seat = 0; seat < record.seats; ++seat) {
      if (!knows(slot, seat)) continue;
      append_game_end(pool_.out(agent_at(slot, seat)), slot.game_ids[at(seat)], record,
                      slot.position.is_out(seat) ? v1::GameEnd::YOU_FORFEIT : cause);
    }
    result_.games[slot.index].kind = GameResult::Kind::Played;
    slot.active = false;
    free_.push_back(static_cast<std::uint32_t>(&slot - slots_.data()));
    --active_;
  }

  /// Whether the agent there is ready and its present process is the one that was told of this
  /// game.
  [[nodiscard]] bool knows(const Slot& slot, int seat) const {
    const std::size_t agent = agent_at(slot, seat);
    if (((slot.record->absent >> seat) & 1U) != 0 || !ready(agent)) return false;
    const std::uint32_t id = slot.game_ids[at(seat)];
    return id < slot_of_[agent].size() && &slots_[slot_of_[agent][id]] == &slot;
  }

  void tell(const Slot& slot, const Step& step) {
    for (int seat = 0; seat < slot.record->seats; ++seat) {
      const std::size_t agent = agent_at(slot, seat);
      if (!pool_.wants_seen(agent) || seat == step.seat || slot.position.is_out(seat) ||
          !knows(slot, seat))
        continue;
      append_seen(pool_.out(agent), slot.game_ids[at(seat)], step, slot.position);
    }
  }

  // --- answers -------------------------------------------------------------------------------

  std::optional<std::string> answered(std::size_t agent, const AnswerIn& answer) override {
    if (answer.game >= slot_of_[agent].size()) return to_nothing_open(answer);
    Slot& slot = slots_[slot_of_[agent][answer.game]];
    const int seat = slot.position.mover;
    const bool open = slot.active && slot.asked && agent_at(slot, seat) == agent &&
                      slot.game_ids[at(seat)] == answer.game && slot.seq == answer.seq;
    if (!open) return to_nothing_open(answer);
    if (auto problem = decide(slot, answer)) {
      fault_in(slot, make_fault(slot, FaultKind::Illegal, seat, 0, *problem));
    } else {
      ++result_.decisions;
      ++slot.seq;
      advance(slot);
    }
    return std::nullopt;
  }

  static std::string to_nothing_open(const AnswerIn& answer) {
    return "an answer to no open question (game " + std::to_string(answer.game) + ", seq " +
           std::to_string(answer.seq) + ")";
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
    slot.record->events.push_back(step.action == rules::Action::Accept ? kOfferAccepted
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
    slot.record->events.push_back(event_of_choice(step.thrown, step.option_index, step.action));
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
    const std::size_t agent = agent_at(slot, seat);
    const ReportInput input{.rules = *order_.rules,
                            .agent = order_.agents[agent].name,
                            .greeting = pool_.greeting(),
                            .record = *slot.record,
                            .position = slot.position,
                            .options = slot.options,
                            .asked = slot.asked && slot.position.mover == seat,
                            .agent_seed = games_[slot.index].agent_seeds[at(seat)],
                            .advised = slot.advised,
                            .wants_seen = pool_.wants_seen(agent),
                            .deal = games_[slot.index].deal,
                            .fault = fault,
                            .received = pool_.last_bytes(),
                            .stderr_lines = pool_.log_tail(agent)};
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
      slot.record->events.push_back(event_of_throw(slot.position.thrown));
    slot.record->events.push_back(event_of_forfeit(fault.seat));
    rules::forfeit(*order_.rules, slot.position, fault.seat);
    Step step;
    step.kind = Step::Kind::Forfeit;
    step.seat = fault.seat;
    slot.record->faults.push_back(std::move(fault));
    tell(slot, step);
  }

  [[nodiscard]] bool plays(const Slot& slot, int seat, std::size_t agent) const {
    if (!slot.active || slot.record->agent_at[at(seat)] != agent || slot.position.is_out(seat))
      return false;
    return std::ranges::find(slot.pending, seat, &Fault::seat) == slot.pending.end();
  }

  void lost(std::size_t agent, FaultKind kind, int value, const std::string& detail) override {
    if (!ready(agent)) return lost_at_start(agent, kind, value, detail);
    std::vector<std::pair<Slot*, int>> games;
    for (Slot& slot : slots_) {
      for (int seat = 0; seat < order_.rules->seats(); ++seat) {
        if (plays(slot, seat, agent)) games.emplace_back(&slot, seat);
      }
    }
    if (games.size() > 1) {
      // Which of them did it? One in flight will tell.
      for (const Slot& slot : slots_) {
        if (slot.active) result_.games[slot.index].kind = GameResult::Kind::Unattributed;
      }
      return abort();
    }
    std::optional<Fault> fault;
    if (!games.empty())
      fault = make_fault(*games.front().first, kind, games.front().second, value, detail);
    pool_.end(agent);
    if (fault) fault_in(*games.front().first, std::move(*fault));
  }

  /// Before Ready; what came over the wire keeps its name.
  void lost_at_start(std::size_t agent, FaultKind kind, int value, const std::string& detail) {
    const bool wire =
        kind == FaultKind::Garbled || kind == FaultKind::Flood || kind == FaultKind::Memory;
    Fault& fault = start_faults_[agent];
    fault.kind = wire ? kind : FaultKind::NeverReady;
    fault.value = value;
    fault.detail = detail;
    fault.report = make_start_report(order_.agents[agent].name, pool_.greeting(), fault,
                                     pool_.last_bytes(), pool_.log_tail(agent));
    pool_.end(agent);
    never_ready_ = static_cast<std::uint8_t>(never_ready_ | (1U << agent));
  }

  const SessionOrder order_;
  std::span<const GameOrder> games_;  ///< Of this call.
  SessionResult result_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;                  ///< Slots that are not active.
  std::vector<std::vector<std::uint32_t>> slot_of_;  ///< By agent and its process's count of games.
  GameStartForm form_;
  AgentPool pool_;
  std::array<Fault, rules::kMaxSeats> start_faults_;
  std::uint8_t never_ready_ = 0;  ///< SessionResult::never_ready, of all calls.
  std::array<std::chrono::nanoseconds, rules::kMaxSeats> cpu_told_{};
  std::optional<solver::Odds> adviser_;
  std::size_t next_ = 0;
  std::size_t active_ = 0;
  bool over_ = false;
};

Session::Session(const SessionOrder& order) {
  assert(order.rules != nullptr && std::cmp_equal(order.agents.size(), order.rules->seats()));
  player_ = std::make_unique<Player>(order);
}
Session::~Session() = default;

SessionResult Session::play(std::span<const GameOrder> games) { return player_->play(games); }
bool Session::over() const { return player_->over(); }

void request_stop() { g_stop.store(true, std::memory_order_relaxed); }
bool stop_requested() { return g_stop.load(std::memory_order_relaxed); }

}  // namespace danno::referee
