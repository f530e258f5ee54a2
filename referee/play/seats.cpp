#include "referee/play/seats.hpp"

#include <algorithm>

namespace danno::referee::play {
namespace {

std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

}  // namespace

Seats::Seats(const SessionOrder& order, talk::AgentPool& pool)
    : order_(order),
      pool_(pool),
      form_(*order.rules),
      told_(order.agents.size() * order.games_a_deal) {
  for (const talk::Agent& agent : order.agents)
    holds_.push_back(talk::freshness(agent, order.limits) == talk::Fresh::Game ? 1 : 0);
}

std::vector<talk::Agent> Seats::processes_for(const SessionOrder& order) {
  std::vector<talk::Agent> processes;
  for (std::size_t copy = 0; copy < order.games_a_deal; ++copy)
    processes.insert(processes.end(), order.agents.begin(), order.agents.end());
  return processes;
}

bool Seats::bring(std::size_t agent) {
  bool ready = true;
  for (std::size_t copy = 0, held = 0; held < order_.games_a_deal; ++copy) {
    const std::size_t process = agent + copy * holds_.size();
    if (pool_.state(process) == talk::AgentPool::State::Down) pool_.start(process);
    const bool is_ready = pool_.state(process) == talk::AgentPool::State::Ready;
    if (is_ready && holds_[agent] == 0) holds_[agent] = pool_.games(process);
    if (holds_[agent] == 0) return false;
    ready = ready && is_ready;
    held += holds_[agent];
  }
  return ready;
}

std::size_t Seats::room(std::size_t most) const {
  for (const std::size_t games : holds_) {
    if (games > 0) most = std::min(most, games);
  }
  return std::max(most, order_.games_a_deal);
}

std::size_t Seats::process_of(const Table& table, int seat) const {
  const std::size_t agent = table.game.agent_at(seat);
  const std::size_t games = holds_[agent];
  const std::size_t copy = games == 0 ? 0 : table.place / games;
  return agent + copy * holds_.size();
}

std::vector<std::size_t> Seats::processes_of(std::size_t agent) const {
  std::vector<std::size_t> processes;
  for (std::size_t process = agent; process < told_.size(); process += holds_.size())
    processes.push_back(process);
  return processes;
}

std::chrono::nanoseconds Seats::cpu(std::size_t agent) const {
  std::chrono::nanoseconds sum{0};
  for (const std::size_t process : processes_of(agent))
    sum += pool_.cpu(process);
  return sum;
}

Table* Seats::find(std::size_t process, const talk::AnswerIn& answer) const {
  const Told& told = told_[process];
  if (answer.game < told.first || answer.game - told.first >= told.tables.size()) return nullptr;
  Table* const table = told.tables[answer.game - told.first];
  const int mover = table->game.position().mover;
  const bool open = table->asked && process_of(*table, mover) == process &&
                    table->ids[at(mover)] == answer.game && table->game.seq() == answer.seq;
  return open ? table : nullptr;
}

std::string& Seats::line_to(Table& table, int seat) {
  const std::size_t process = process_of(table, seat);
  std::string& out = pool_.out(process);
  std::uint32_t& id = table.ids[at(seat)];
  if (id != Table::kUntold) return out;
  Told& told = told_[process];
  id = pool_.games_told(process)++;
  if (told.tables.empty()) told.first = id;
  told.tables.push_back(&table);
  const bool resumed = ((table.told_before >> seat) & 1U) != 0;
  if (resumed) table.resumed_at[at(seat)] = table.game.record().events.size();
  form_.append(out, id, seat, table.game.record().first, table.game.order().agent_seeds[at(seat)],
               resumed);
  table.told_before = static_cast<std::uint8_t>(table.told_before | (1U << seat));
  return out;
}

void Seats::ask(Table& table, const std::optional<talk::AdviceGiven>& advice) {
  const Game& game = table.game;
  const int mover = game.position().mover;
  std::string& out = line_to(table, mover);
  talk::append_ask(out, table.ids[at(mover)], game.seq(), game.position(), game.options(), advice);
  pool_.question_put(process_of(table, mover));
}

void Seats::tell(Table& table, const record::Step& step) {
  if (order_.on_step) order_.on_step(step, table.game.position());
  for (int seat = 0; seat < table.game.record().seats; ++seat) {
    const std::size_t process = process_of(table, seat);
    if (!pool_.wants_seen(process) || pool_.state(process) != talk::AgentPool::State::Ready)
      continue;
    if (seat == step.seat || table.game.position().is_out(seat)) continue;
    std::string& out = line_to(table, seat);
    talk::append_seen(out, table.ids[at(seat)], step, table.game.position());
  }
}

void Seats::tell_end(Table& table) {
  const Game& game = table.game;
  for (int seat = 0; seat < game.record().seats; ++seat) {
    const bool is_out = game.position().is_out(seat);
    const bool is_told = table.ids[at(seat)] != Table::kUntold;
    const bool is_ready = pool_.state(process_of(table, seat)) == talk::AgentPool::State::Ready;
    if (!is_told && (is_out || !is_ready)) continue;
    std::string& out = line_to(table, seat);  // a game that was over before it decided anything
    talk::append_game_end(out, table.ids[at(seat)], game.record(),
                          is_out ? v1::GameEnd::YOU_FORFEIT : game.cause());
  }
}

}  // namespace danno::referee::play
