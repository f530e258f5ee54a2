// What is read from league.db as it is shown under other names: Reader::show_as().
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "leagues/scores/deal_sums.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/rows.hpp"
#include "leagues/store/store.hpp"
#include "referee/record/evidence.hpp"
#include "referee/talk/report.hpp"

namespace danno::leagues::store {
namespace {

using referee::record::Fault;
using referee::record::FaultKind;
using referee::record::GameRecord;

/// As shown, of the agent that has this index in the stored line-up.
int shown_index(std::span<const std::size_t> order, std::size_t stored) {
  return static_cast<int>(std::ranges::find(order, stored) - order.begin());
}

std::vector<std::size_t> order_of(std::span<const std::string> names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::string_view(names[i]); });
  return order;
}

using NamesById = std::unordered_map<Id, std::string>;

/// At once: line-ups are many.
NamesById names_by_id(std::span<const StoredAgent> agents) {
  NamesById names;
  for (const StoredAgent& agent : agents)
    names.emplace(agent.id, agent.name);
  return names;
}

std::vector<std::string> names_among(const NamesById& names, std::span<const Id> agents) {
  std::vector<std::string> own;
  for (const Id id : agents) {
    const auto found = names.find(id);
    if (found == names.end()) throw Damaged(fmt::format("league.db: agent {} is missing", id));
    own.push_back(found->second);
  }
  return own;
}

/// Its words may name the agent's files, as other faults' never do.
void hide_words(Fault& fault) {
  if (fault.kind == FaultKind::NeverReady) fault.cause = referee::record::InWords{};
}

}  // namespace

void reseat(std::vector<GameRecord>& games, std::span<const std::size_t> order) {
  if (order.empty()) return;
  for (GameRecord& game : games) {
    for (std::size_t seat = 0; seat < game.seats; ++seat)
      game.agent_at.at(seat) =
          static_cast<std::uint8_t>(shown_index(order, game.agent_at.at(seat)));
    std::ranges::for_each(game.faults, hide_words);
  }
  std::ranges::sort(games, {}, [](const GameRecord& game) { return game.agent_at.front(); });
  for (std::size_t seating = 0; seating < games.size(); ++seating)
    games[seating].seating = static_cast<std::uint8_t>(seating);
}

void Reader::show_as(std::map<std::string, std::string> names) {
  other_names_ = std::move(names);
  std::set<std::string> stored;
  Query rows(*database_, "SELECT DISTINCT name FROM agent");
  while (rows.next())
    stored.insert(rows.text(0));
  std::set<std::string> taken;
  for (const std::string& name : stored) {
    const auto other = other_names_.find(name);
    const std::string& shown = other == other_names_.end() ? name : other->second;
    if (!taken.insert(shown).second)
      throw std::invalid_argument(fmt::format("two agents would be shown as '{}'", shown));
  }
}

StoredAgent Reader::shown(StoredAgent agent) const {
  const auto other = other_names_.find(agent.name);
  if (other == other_names_.end()) return agent;
  agent.name = other->second;
  agent.author.clear();
  agent.hash.clear();
  agent.command.clear();
  agent.folder.clear();
  return agent;
}

std::vector<std::size_t> Reader::shown_order(std::span<const Id> agents) const {
  if (other_names_.empty()) return {};
  std::vector<std::string> names;
  for (const Id id : agents)
    names.push_back(agent(id).name);
  return order_of(names);
}

std::vector<std::size_t> Reader::shown_order(Id line_up) const {
  if (other_names_.empty()) return {};
  Query row(*database_, "SELECT agents FROM line_up WHERE id = ?", line_up);
  if (!row.next()) throw Damaged(fmt::format("league.db: line-up {} is missing", line_up));
  return shown_order(read_agents(line_up, row.bytes(0)));
}

StoredLineUp Reader::shown(StoredLineUp line_up) const {
  std::vector<Id> agents;
  for (const std::size_t i : shown_order(line_up.agents))
    agents.push_back(line_up.agents[i]);
  if (!agents.empty()) line_up.agents = std::move(agents);
  return line_up;
}

std::vector<StoredLineUp> Reader::shown(std::vector<StoredLineUp> line_ups) const {
  if (other_names_.empty()) return line_ups;
  const NamesById names = names_by_id(all_agents());
  for (StoredLineUp& line_up : line_ups) {
    const std::vector<Id> stored = std::move(line_up.agents);
    line_up.agents.clear();
    for (const std::size_t i : order_of(names_among(names, stored)))
      line_up.agents.push_back(stored[i]);
  }
  return line_ups;
}

void Reader::sort_as_shown(std::vector<StoredLineUp>& line_ups) const {
  if (other_names_.empty()) return;
  const NamesById names = names_by_id(all_agents());
  std::unordered_map<Id, std::vector<std::string>> of;
  for (const StoredLineUp& line_up : line_ups)
    of.emplace(line_up.id, names_among(names, line_up.agents));
  std::ranges::sort(line_ups, {}, [&](const StoredLineUp& line_up) {
    return std::tuple<bool, const std::vector<std::string>&, Id>(line_up.planned == 0,
                                                                 of.at(line_up.id), line_up.id);
  });
}

StoredBlock Reader::shown(StoredBlock block) const {
  const std::vector<std::size_t> order = shown_order(block.line_up);
  if (order.empty()) return block;
  if (const auto sums = scores::decode_sums(block.sums))
    block.sums = scores::encode_sums(scores::reordered(*sums, order));
  if (const auto luck = scores::decode_luck(block.luck, order.size()))
    block.luck = scores::encode_luck(scores::reordered(*luck, order));
  return block;
}

int Reader::shown_seating(std::span<const std::size_t> order, std::uint64_t deal, int seating) {
  if (order.empty()) return seating;
  const auto seats = referee::play::seating_order(static_cast<int>(order.size()), deal, seating);
  return shown_index(order, static_cast<std::size_t>(seats.front()));
}

StoredFault Reader::shown(StoredFault fault) const {
  if (other_names_.empty()) return fault;
  fault.seating = shown_seating(shown_order(fault.line_up), fault.deal, fault.seating);
  hide_words(fault.fault);
  return fault;
}

std::string Reader::shown_report(std::string report, Id line_up, std::uint64_t deal,
                                 Id agent) const {
  if (other_names_.empty()) return report;
  Fault fault = referee::talk::parse_report(report);
  referee::record::Evidence evidence = *fault.evidence;
  evidence.agent = this->agent(agent).name;
  if (evidence.game)
    evidence.game->seating = shown_seating(shown_order(line_up), deal, evidence.game->seating);
  fault.evidence = std::make_shared<const referee::record::Evidence>(std::move(evidence));
  return referee::talk::report_json(fault);
}

}  // namespace danno::leagues::store
