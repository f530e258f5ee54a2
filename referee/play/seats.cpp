#include "referee/play/seats.hpp"

#include <algorithm>

namespace danno::referee::play {

using rules::at;

Seats::Seats(const SessionOptions& config, protocol::AgentPool& pool)
    : config_(config),
      pool_(pool),
      form_(*config.rules),
      announced_(config.agents.size() * config.games_a_deal) {
  // A process that plays one game only need not be asked how many it can hold.
  for (const protocol::Agent& agent : config.agents)
    holds_.push_back(
        protocol::restart_policy(agent, config.limits) == protocol::RestartPolicy::Game ? 1 : 0);
}

std::vector<protocol::Agent> Seats::processes_for(const SessionOptions& config) {
  std::vector<protocol::Agent> processes;
  for (std::size_t copy = 0; copy < config.games_a_deal; ++copy)
    processes.insert(processes.end(), config.agents.begin(), config.agents.end());
  return processes;
}

bool Seats::start_processes(std::size_t agent) {
  bool ready = true;
  // The number of processes depends on how many games each holds, which only Ready tells. The first
  // process is therefore started alone.
  for (std::size_t copy = 0, held = 0; held < config_.games_a_deal; ++copy) {
    const std::size_t process = agent + copy * holds_.size();
    if (pool_[process].state() == protocol::AgentPool::State::Down) pool_.start(process);
    const bool is_ready = pool_[process].state() == protocol::AgentPool::State::Ready;
    if (is_ready && holds_[agent] == 0) holds_[agent] = pool_[process].games();
    if (holds_[agent] == 0) return false;
    ready = ready && is_ready;
    held += holds_[agent];
  }
  return ready;
}

std::size_t Seats::room(std::size_t most) const {
  for (const std::size_t games : holds_) {
    // The agent that holds the fewest games limits the deals in flight. A whole deal must always
    // fit.
    if (games > 0) most = std::min(most, games);
  }
  return std::max(most, config_.games_a_deal);
}

void Seats::take(GameInFlight& flight) const {
  for (int seat = 0; seat < flight.game.record().seats; ++seat) {
    const std::size_t agent = flight.game.agent_at(seat);
    const std::size_t games = holds_[agent];
    // The first process takes as many games of a deal as it holds, the next one those that follow.
    const std::size_t copy = games == 0 ? 0 : flight.index_in_deal / games;
    flight.processes[at(seat)] = static_cast<std::uint8_t>(agent + copy * holds_.size());
  }
}

std::vector<std::size_t> Seats::agent_processes(std::size_t agent) const {
  std::vector<std::size_t> processes;
  // The pool holds all agents once, then all again: an agent's copies are holds_.size() apart.
  for (std::size_t process = agent; process < announced_.size(); process += holds_.size())
    processes.push_back(process);
  return processes;
}

protocol::Effort Seats::effort(std::size_t agent) const {
  protocol::Effort sum;
  for (const std::size_t process : agent_processes(agent))
    sum += pool_[process].effort();
  return sum;
}

GameInFlight* Seats::find(std::size_t process, const protocol::AnswerIn& answer) const {
  const Announced& announced = announced_[process];
  // The process numbers its games over all its sessions; this session's numbers begin at `first`.
  if (answer.game < announced.first || answer.game - announced.first >= announced.games.size())
    return nullptr;
  GameInFlight* const flight = announced.games[answer.game - announced.first];
  const int mover = flight->game.position().mover;
  // A late answer to an earlier question of the game has another `seq`; it answers nothing.
  const bool open = flight->asked && seat_process(*flight, mover) == process &&
                    flight->ids[at(mover)] == answer.game && flight->game.seq() == answer.seq;
  return open ? flight : nullptr;
}

std::string& Seats::line_to(GameInFlight& flight, int seat, std::size_t told) {
  const std::size_t process = seat_process(flight, seat);
  std::string& out = pool_[process].out();
  std::uint32_t& id = flight.ids[at(seat)];
  if (id != GameInFlight::kNotAnnounced) return out;
  Announced& announced = announced_[process];
  id = pool_[process].begin_game();
  if (announced.games.empty()) announced.first = id;
  announced.games.push_back(&flight);
  // An earlier process of the agent has seen the game if its seat was announced before.
  const bool resumed = flight.announced_to.has(seat);
  if (resumed) flight.resumed_at[at(seat)] = flight.game.record().events.size() - told;
  form_.append(out, id, seat, flight.game.record().first, flight.game.spec().agent_seeds[at(seat)],
               resumed);
  flight.announced_to.add(seat);
  return out;
}

void Seats::ask(GameInFlight& flight, const std::optional<protocol::AdviceGiven>& advice) {
  const Game& game = flight.game;
  const int mover = game.position().mover;
  std::string& out = line_to(flight, mover);
  protocol::append_ask(out, flight.ids[at(mover)], game.seq(), game.position(),
                       game.encoded_options(), advice);
  pool_[seat_process(flight, mover)].question_put();
}

void Seats::report_step(GameInFlight& flight, const record::Step& step) {
  if (config_.on_step) config_.on_step(step, flight.game.position());
  if (!pool_.some_want_seen()) return;
  // A throw that leaves a choice is no event yet.
  const bool is_event =
      step.kind != record::Step::Kind::Throw || step.outcome != rules::Thrown::Choice;
  for (int seat = 0; seat < flight.game.record().seats; ++seat) {
    const std::size_t process = seat_process(flight, seat);
    if (!pool_[process].wants_seen() || pool_[process].state() != protocol::AgentPool::State::Ready)
      continue;
    // An agent knows its own steps, and a seat that is out gets no more news of the game.
    if (seat == step.seat || flight.game.position().is_out(seat)) continue;
    std::string& out = line_to(flight, seat, is_event ? 1 : 0);
    protocol::append_seen(out, flight.ids[at(seat)], step, flight.game.position());
  }
}

void Seats::report_end(GameInFlight& flight) {
  const Game& game = flight.game;
  for (int seat = 0; seat < game.record().seats; ++seat) {
    const bool is_out = game.position().is_out(seat);
    const bool is_announced = flight.ids[at(seat)] != GameInFlight::kNotAnnounced;
    const bool is_ready =
        pool_[seat_process(flight, seat)].state() == protocol::AgentPool::State::Ready;
    if (!is_announced && (is_out || !is_ready)) continue;
    std::string& out = line_to(flight, seat);  // a game that was over before it decided anything
    if (is_ready) pool_[seat_process(flight, seat)].end_game();
    protocol::append_game_end(out, flight.ids[at(seat)], game.record(),
                              is_out ? v1::GameEnd::YOU_FORFEIT : game.cause());
  }
}

}  // namespace danno::referee::play
