#include "referee/play/session.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <system_error>
#include <utility>

#include "referee/play/games.hpp"
#include "referee/protocol/answer_check.hpp"
#include "referee/record/log.hpp"

namespace danno::referee::play {
namespace {

// The event loop of a session: a single-threaded reactor over poll(2).
//
// Each round starts the deals for which there is room and puts the waiting questions into the
// agents' buffers. It then writes each buffer once and sleeps until a pipe is readable or a
// deadline is due. The pool reports answers and lost processes through answered() and lost(). These
// change games, and so open the questions of the next round.
//
// After each round every unfinished game is in one of three states. Its question was sent; its
// agent is starting; or it waits for a throw that another game of its deal holds back
// (record/throw_order.hpp).
class Session : private protocol::AgentListener {
 public:
  /// Both references must outlive the object.
  Session(const SessionOptions& config, std::span<const GameSpec> games)
      : config_(config),
        processes_(Seats::processes_for(config_)),
        no_cache_(*config_.machine),
        pool_(processes_, config_.limits, config_.exact_clock, in_flight(),
              config_.idle != nullptr ? *config_.idle : no_cache_, *this),
        seats_(config_, pool_),
        faults_(config_, pool_),
        games_(config_, seats_, faults_, games) {}

  /// Says goodbye to the agents that do not stay, and ends them.
  ~Session() override {
    if (over_) return;
    try {
      pool_.release();
    } catch (const std::system_error&) {
      // They are ended all the same.
    }
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  SessionResult play() {
    std::string trouble;
    try {
      while (!finished()) {
        start_deals();
        put_questions();
        pool_.flush();
        pool_.wait();
      }
      if (games_.unfinished() > 0) abort();  // the agents were sent games that do not go on
      if (!over_) pool_.flush();
    } catch (const protocol::HarnessError& failed) {
      trouble = give_up(failed.what);
    } catch (const std::system_error& error) {
      trouble = give_up(error.what());
    }
    return end(trouble);
  }

 private:
  [[nodiscard]] std::size_t in_flight() const {
    return std::max(static_cast<std::size_t>(std::max(1, config_.in_flight)), config_.games_a_deal);
  }

  [[nodiscard]] bool finished() const {
    if (over_) return true;
    if (games_.unfinished() > 0) return halt_requested();
    return games_.next() == nullptr || !may_begin(*games_.next());
  }

  /// Returns whether a game may begin. After the time limit only further games of a begun deal may,
  /// one by one unless they share dice.
  [[nodiscard]] bool may_begin(const GameSpec& next) const {
    if (stop_requested()) return false;
    // The first deal always begins, so that a session with a short time limit makes progress.
    return !begun_ || begun_ == next.deal || !config_.until ||
           config_.machine->now() < *config_.until;
  }

  /// Returns how many games may be in flight now.
  [[nodiscard]] std::size_t room() const {
    const std::size_t most = in_flight();
    return seats_.room(config_.window == nullptr
                           ? most
                           : std::min(most, config_.window->deals() * config_.games_a_deal));
  }

  std::string give_up(const std::string& why) {
    abort();
    record::log_event("trouble", {{"detail", why}, {"games_in_flight", games_.unfinished()}});
    games_.make_void();
    return why;
  }

  void abort() {
    over_ = true;
    pool_.halt();
  }

  SessionResult end(const std::string& trouble) {
    SessionResult result;
    result.trouble = trouble;
    for (std::size_t agent = 0; agent < config_.agents.size(); ++agent) {
      // No process may be used again after an abort: it knows games that will never end.
      if (over_) {
        for (const std::size_t process : seats_.agent_processes(agent))
          pool_[process].end();
      }
      result.effort[agent] = seats_.effort(agent);
    }
    result.games = games_.results();
    result.decisions = games_.decisions();
    result.never_ready = faults_.never_ready();
    return result;
  }

  void start_deals() {
    while (const GameSpec* const next = games_.next()) {
      if (games_.unfinished() + config_.games_a_deal > room() || !may_begin(*next)) return;
      // A start takes many rounds. The loop comes back here until all agents of the deal are ready.
      if (!agents_ready(*next)) return;
      if (config_.window != nullptr) config_.window->begin_deal(config_.machine->now());
      begun_ = next->deal;
      games_.start_deal();
    }
  }

  /// Starts what is down; true when every agent of the deal is ready or will never be.
  bool agents_ready(const GameSpec& game) {
    bool all = true;
    for (std::size_t seat = 0; seat < config_.agents.size(); ++seat) {
      const std::size_t agent = game.agent_at[seat];
      if (game.absent.has(seat) || faults_.never_ready(agent)) continue;
      all = seats_.start_processes(agent) && all;
    }
    return all;
  }

  void put_questions() {
    games_.put_questions([this](GameInFlight& flight) {
      const std::size_t process = Seats::seat_process(flight, flight.game.position().mover);
      // The process may have ended since the game began. Its replacement is sent the game as
      // resumed.
      if (pool_[process].state() == protocol::AgentPool::State::Down) pool_.start(process);
      if (pool_[process].state() != protocol::AgentPool::State::Ready) return false;
      seats_.ask(flight, games_.advice(flight));
      return true;
    });
  }

  std::optional<record::Cause> answered(std::size_t process,
                                        const protocol::AnswerIn& answer) override {
    GameInFlight* const flight = seats_.find(process, answer);
    if (flight == nullptr) return protocol::nothing_open(answer);
    // An illegal answer costs this game only. The process plays on in its other games.
    if (auto illegal = games_.answer(*flight, answer)) {
      const SeatInGame own{flight, flight->game.position().mover};
      games_.charge(
          {{own, faults_.in_game(process, own, record::make_fault(*std::move(illegal)))}});
    }
    return std::nullopt;
  }

  void lost(std::size_t process, record::Fault fault) override {
    if (stop_requested()) return abort();  // it may have been signalled, too
    if (pool_[process].state() != protocol::AgentPool::State::Ready)
      return lost_at_start(process, std::move(fault));
    faults_.was_ready(seats_.agent_index(process));
    // Only one of the games that the process played bears the fault; the others get a new process.
    const auto played = games_.seats([&](const GameInFlight& flight, int seat) {
      return Seats::seat_process(flight, seat) == process;
    });
    if (played.empty()) return end_process(process);
    const SeatInGame own = game_to_charge(played);
    // The evidence is collected while the process still exists.
    fault = faults_.in_game(process, own, std::move(fault));
    end_process(process);
    games_.charge({{own, std::move(fault)}});
  }

  void logged(std::size_t process, std::string_view text) override {
    if (config_.on_log) config_.on_log(process % config_.agents.size(), text);
  }

  /// Handles a process that ended before Ready. The agent forfeits all its games.
  void lost_at_start(std::size_t process, record::Fault fault) {
    const std::size_t agent = seats_.agent_index(process);
    if (!faults_.is_final(process, agent, std::move(fault))) return end_process(process);
    for (const std::size_t each : seats_.agent_processes(agent))
      end_process(each);
    // The agent will never be ready, so it forfeits all its games, also those of its other
    // processes.
    const auto played = games_.seats(
        [&](const GameInFlight& flight, int seat) { return flight.game.agent_at(seat) == agent; });
    std::vector<Games::Charge> charges;
    for (const SeatInGame& own : played)
      charges.push_back({own, faults_.at_start(agent, own.seat)});
    games_.charge(std::move(charges));
  }

  void end_process(std::size_t process) {
    games_.withdraw(process);
    pool_[process].end();
  }

  const SessionOptions& config_;
  const std::vector<protocol::Agent> processes_;
  protocol::ProcessCache no_cache_;
  protocol::AgentPool pool_;
  Seats seats_;
  Faults faults_;
  Games games_;
  bool over_ = false;
  std::optional<std::uint64_t> begun_;  ///< The last deal that was.
};

}  // namespace

SessionResult play_session(const SessionOptions& options, std::span<const GameSpec> games) {
  assert(options.rules != nullptr && std::cmp_equal(options.agents.size(), options.rules->seats()));
  assert(games.size() % options.games_a_deal == 0);
  return Session(options, games).play();
}

}  // namespace danno::referee::play
