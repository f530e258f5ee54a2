#include "referee/play/faults.hpp"

#include <memory>
#include <utility>

#include "referee/record/log.hpp"
#include "referee/talk/sent_frames.hpp"

namespace danno::referee::play {
namespace {

/// Of an agent whose process a signal ended before it was ready.
constexpr int kMoreStarts = 2;

record::Evidence evidence_of(const SessionOrder& order, const talk::AgentPool& pool,
                             std::size_t process, const SeatInGame& own) {
  const Game& game = own.flight->game;
  const auto seat = static_cast<std::size_t>(own.seat);
  const rules::Definition& rules = order.rules->definition();
  record::Evidence evidence = pool.evidence(process);
  evidence.question = record::NotAsked();
  if (own.is_asked())
    evidence.question = record::AskedInGame{&rules, game.position(), game.options().size()};
  evidence.game = record::FaultyGame{&rules, order.rules->parameters(), game.order().deal,
                                     game.record().seating};
  evidence.exchanges =
      talk::sent_frames(evidence.limits, {.rules = *order.rules,
                                          .record = game.record(),
                                          .position = game.position(),
                                          .options = game.options(),
                                          .seat = own.seat,
                                          .asked = own.is_asked(),
                                          .agent_seed = game.order().agent_seeds[seat],
                                          .resumed_at = own.flight->resumed_at[seat],
                                          .wants_seen = pool.wants_seen(process)});
  return evidence;
}

}  // namespace

record::Fault Faults::in_game(std::size_t process, const SeatInGame& own,
                              record::Fault fault) const {
  const Game& game = own.flight->game;
  fault.seat = own.seat;
  record::log_event("fault", {{"agent", order_.agents[game.agent_at(own.seat)].name},
                              {"pid", pool_.pid(process)},
                              {"kind", record::to_string(fault.kind)},
                              {"value", fault.value},
                              {"rules", order_.rules->id()},
                              {"deal", game.order().deal},
                              {"seating", game.order().seating},
                              {"seat", fault.seat},
                              {"detail", record::describe(fault.cause)}});
  fault.evidence =
      std::make_shared<const record::Evidence>(evidence_of(order_, pool_, process, own));
  if (order_.on_fault) order_.on_fault(game.agent_at(own.seat), fault);
  return fault;
}

bool Faults::is_final(std::size_t process, std::size_t agent, record::Fault fault) {
  const std::string& name = order_.agents[agent].name;
  // A signal may have come from outside: who starts then is not to blame.
  if (std::holds_alternative<record::Killed>(fault.cause) &&
      killed_starts_[agent]++ < kMoreStarts) {
    record::log_event("retry", {{"agent", name},
                                {"pid", pool_.pid(process)},
                                {"why", "killed by a signal before it was ready"}});
    return false;
  }
  record::log_event("fault", {{"agent", name},
                              {"pid", pool_.pid(process)},
                              {"kind", record::to_string(fault.kind)},
                              {"value", fault.value},
                              {"detail", record::describe(fault.cause)}});
  fault.evidence = std::make_shared<const record::Evidence>(pool_.evidence(process));
  if (order_.on_fault) order_.on_fault(agent, fault);
  start_faults_[agent] = std::move(fault);
  never_ready_.add(agent);
  return true;
}

record::Fault Faults::at_start(std::size_t agent, int seat) const {
  record::Fault fault = start_faults_[agent];
  fault.seat = seat;
  return fault;
}

}  // namespace danno::referee::play
