#include "referee/play/games.hpp"

#include <memory>
#include <utility>

#include "referee/protocol/sent_frames.hpp"
#include "referee/record/log.hpp"

namespace danno::referee::play {
namespace {

/// The number of further starts for an agent whose process a signal ended before it was ready.
constexpr int kMoreStarts = 2;

/// Collects what a report needs to show and to repeat the fault. The parts are the question, the
/// game, and all frames that the process was sent in it.
record::Evidence make_evidence(const SessionOptions& config, const protocol::AgentPool& pool,
                               std::size_t process, const SeatInGame& own) {
  const Game& game = own.flight->game;
  const auto seat = static_cast<std::size_t>(own.seat);
  const rules::Definition& rules = config.rules->definition();
  record::Evidence evidence = pool[process].evidence();
  evidence.question = record::NotAsked();
  if (own.is_asked())
    evidence.question = record::AskedInGame{&rules, game.position(), game.options().size()};
  evidence.game = record::FaultyGame{&rules, config.rules->parameters(), game.spec().deal,
                                     game.record().seating};
  evidence.exchanges =
      protocol::sent_frames(evidence.limits, {.rules = *config.rules,
                                              .record = game.record(),
                                              .position = game.position(),
                                              .options = game.options(),
                                              .seat = own.seat,
                                              .asked = own.is_asked(),
                                              .agent_seed = game.spec().agent_seeds[seat],
                                              .resumed_at = own.flight->resumed_at[seat],
                                              .wants_seen = pool[process].wants_seen()});
  return evidence;
}

}  // namespace

record::Fault Faults::in_game(std::size_t process, const SeatInGame& own,
                              record::Fault fault) const {
  const Game& game = own.flight->game;
  fault.seat = own.seat;
  record::log_event("fault", {{"agent", config_.agents[game.agent_at(own.seat)].name},
                              {"pid", pool_[process].pid()},
                              {"kind", record::to_string(fault.kind)},
                              {"value", fault.value},
                              {"rules", config_.rules->id()},
                              {"deal", game.spec().deal},
                              {"seating", game.spec().seating},
                              {"seat", fault.seat},
                              {"detail", record::describe(fault.cause)}});
  // The observer may write the report at once, so the evidence must be complete before the call.
  fault.evidence =
      std::make_shared<const record::Evidence>(make_evidence(config_, pool_, process, own));
  if (config_.on_fault) config_.on_fault(game.agent_at(own.seat), fault);
  return fault;
}

bool Faults::is_final(std::size_t process, std::size_t agent, record::Fault fault) {
  const std::string& name = config_.agents[agent].name;
  // A signal during a start may have come from outside, so the agent is not blamed.
  if (std::holds_alternative<record::Killed>(fault.cause) &&
      killed_starts_[agent]++ < kMoreStarts) {
    record::log_event("retry", {{"agent", name},
                                {"pid", pool_[process].pid()},
                                {"why", "killed by a signal before it was ready"}});
    return false;
  }
  record::log_event("fault", {{"agent", name},
                              {"pid", pool_[process].pid()},
                              {"kind", record::to_string(fault.kind)},
                              {"value", fault.value},
                              {"detail", record::describe(fault.cause)}});
  fault.evidence = std::make_shared<const record::Evidence>(pool_[process].evidence());
  if (config_.on_fault) config_.on_fault(agent, fault);
  start_faults_[agent] = std::move(fault);
  never_ready_.add(agent);
  return true;
}

record::Fault Faults::at_start(std::size_t agent, int seat) const {
  record::Fault fault = start_faults_[agent];
  fault.seat = seat;
  return fault;
}

namespace {

/// Room for all but the longest games, so that playing them allocates nothing.
constexpr std::size_t kUsualEvents = 96;

}  // namespace

Games::Games(const SessionOptions& config, Seats& seats, const Faults& faults,
             std::span<const GameSpec> games)
    : config_(config),
      seats_(seats),
      faults_(faults),
      games_(games),
      results_(games.size()),
      options_(*config.rules),
      deals_(config.games_a_deal) {
  for (GameResult& game : results_)
    game.record.events.reserve(kUsualEvents);
}

void Games::start_deal() {
  Deal& deal = deals_.add(games_[next_].key);
  for (GameInFlight& flight : deal.games) {
    flight.index = next_++;
    begin(flight);
  }
  // All games have begun before the first one advances, since a throw may be shown only if no game
  // of the deal stands before it.
  for (GameInFlight& flight : deal.games)
    advance_game(flight);
  advance(deal);
}

void Games::begin(GameInFlight& flight) {
  const GameSpec& spec = games_[flight.index];
  record::GameRecord& record = results_[flight.index].record;
  for (std::size_t seat = 0; seat < config_.agents.size(); ++seat) {
    // An agent may have failed to start after the game was requested. Its seat is then out as well.
    const std::size_t agent = spec.agent_at[seat];
    if (spec.absent.has(seat) || !faults_.never_ready(agent)) continue;
    record.absent.add(seat);
    record.faults.push_back(faults_.at_start(agent, static_cast<int>(seat)));
  }
  // The object has played a game of an earlier deal, so its fields about processes are reset.
  flight.advised = spec.advised;
  flight.announced_to = {};
  flight.ids.fill(GameInFlight::kNotAnnounced);
  flight.resumed_at.fill(std::nullopt);
  flight.game.begin(options_, spec, *flight.deal->dice, record);
  seats_.take(flight);
}

/// Throws dice in the games of the deal until none may throw. Each throw may open a question that
/// holds back the other games, so the next game to throw is chosen anew each time.
void Games::advance(Deal& deal) {
  while (GameInFlight* const flight = deal.next_to_throw()) {
    seats_.report_step(*flight, flight->game.throw_dice());
    advance_game(*flight);
  }
}

/// Advances a game after an event: applies due forfeits, opens the next question, or ends the game.
void Games::advance_game(GameInFlight& flight) {
  Game& game = flight.game;
  // The event may have been the answer to the question.
  if (!game.has_question()) questions_.drop(flight);
  // When no forfeit is due any more, apply_forfeits() has opened the next question if there is one.
  while (const auto step = game.apply_forfeits()) {
    questions_.drop(flight);
    seats_.report_step(flight, *step);
  }
  if (game.over()) return finish(flight);
  if (game.has_question()) questions_.add(flight);
}

void Games::finish(GameInFlight& flight) {
  flight.game.finish();
  seats_.report_end(flight);
  results_[flight.index].kind = GameResult::Kind::Played;
  const bool is_last = deals_.end_game(*flight.deal);
  // The window learns how many deals to begin at once from how soon whole deals end.
  if (is_last && config_.window != nullptr) config_.window->end_deal(config_.machine->now());
}

std::optional<protocol::AdviceGiven> Games::advice(const GameInFlight& flight) {
  if (!flight.advised) return std::nullopt;
  const Game& game = flight.game;
  if (!adviser_) adviser_.emplace(*config_.rules);
  const solver::Judgement judgement = adviser_->judge(game.position(), game.options());
  return protocol::AdviceGiven{static_cast<std::uint32_t>(judgement.option), judgement.action};
}

std::optional<record::Cause> Games::answer(GameInFlight& flight, const protocol::AnswerIn& answer) {
  record::Step step;
  if (auto illegal = flight.game.decide(answer, step)) return illegal;
  ++decisions_;
  seats_.report_step(flight, step);
  advance_game(flight);
  // Shown throws depend on all games of the deal, so the answer may release throws in the others.
  advance(*flight.deal);
  return std::nullopt;
}

void Games::charge(std::vector<Charge> charges) {
  // All forfeits are applied before any game throws. Otherwise a game could show a throw of a seat
  // whose forfeit is still to come.
  for (Charge& each : charges) {
    each.own.flight->game.charge(std::move(each.fault));
    advance_game(*each.own.flight);
  }
  for (const Charge& each : charges)
    advance(*each.own.flight->deal);
}

void Games::withdraw(std::size_t process) {
  deals_.for_each_unfinished([&](GameInFlight& flight) {
    for (int seat = 0; seat < config_.rules->seats(); ++seat) {
      if (Seats::seat_process(flight, seat) != process) continue;
      // A question that was sent is asked again; the next process has to answer it.
      if (SeatInGame{&flight, seat}.is_asked()) questions_.put_back(flight);
      Seats::forget(flight, seat);
    }
  });
  seats_.forget(process);
}

void Games::make_void() {
  // The harness failed while it started the agents of the next game.
  if (deals_.unfinished() == 0 && next_ < games_.size())
    results_[next_].kind = GameResult::Kind::Void;
  deals_.for_each_unfinished(
      [&](GameInFlight& flight) { results_[flight.index].kind = GameResult::Kind::Void; });
}

}  // namespace danno::referee::play
