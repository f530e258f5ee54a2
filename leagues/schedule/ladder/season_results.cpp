#include "leagues/schedule/ladder/season_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <variant>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/schedule/ladder/season.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

/// Returns the agents' numbers; empty if one has none.
std::vector<int> find_numbers(const std::vector<store::Id>& agents,
                              const std::map<store::Id, int>& numbers) {
  std::vector<int> found;
  for (const store::Id agent : agents) {
    const auto number = numbers.find(agent);
    if (number == numbers.end()) return {};
    found.push_back(number->second);
  }
  return found;
}

}  // namespace

std::unique_ptr<const ratings::SolvedGame> find_season_values(
    const store::Reader& store, const store::StoredDivision& division) {
  const std::vector<store::StoredRound> rounds = store.rounds(division);
  // The first round fixes the values for the season: others would change old claims.
  const std::string wanted = rounds.empty() ? "" : read_round(rounds.front()).values;
  if (!rounds.empty() && wanted.empty()) return nullptr;
  ratings::SolvedOrNot found = ratings::find_solved(*division.definition, division.parameters);
  // Raw results decide a rule set that has no solved values when its first round is planned.
  const auto* const not_solved = std::get_if<ratings::NotSolved>(&found);
  if (rounds.empty() && not_solved != nullptr) return nullptr;
  if (not_solved != nullptr) {
    throw std::runtime_error(fmt::format("the ladder is decided by the solved values {}: {}",
                                         wanted, not_solved->reason));
  }
  auto solved = std::get<std::unique_ptr<const ratings::SolvedGame>>(std::move(found));
  if (!rounds.empty() && solved->name() != wanted) {
    throw std::runtime_error(fmt::format(
        "the ladder is decided by the solved values {}; {} are here", wanted, solved->name()));
  }
  return solved;
}

SeasonResults::SeasonResults(const store::StoredDivision& division,
                             std::unique_ptr<const ratings::SolvedGame> values)
    : division_(division),
      rules_(*division.definition, division.seats, division.parameters),
      values_(std::move(values)) {}

void SeasonResults::add(const store::StoredLineUp& line_up,
                        std::span<const referee::play::DealResult> deals) {
  std::vector<referee::play::DealResult> rated;
  // Deals with advice are not rated: their agents were helped.
  std::ranges::copy_if(deals, std::back_inserter(rated), [&](const auto& deal) {
    return !ratings::is_advised(division_.advice, deal.deal);
  });
  if (rated.empty()) return;
  if (!ratings::are_alike(rated, line_up.agents.size())) {
    throw store::Damaged(fmt::format("league.db: line-up {}: deal {} cannot be summed", line_up.id,
                                     rated.front().deal));
  }
  try {
    if (values_) {
      add(line_up, ratings::compute_luck(rated, rules_, *values_));
    } else {
      add(line_up, *ratings::sum_deals(rated, line_up.agents.size()));
    }
  } catch (const std::runtime_error& error) {
    throw store::Damaged(fmt::format("league.db: line-up {}: {}", line_up.id, error.what()));
  }
}

void SeasonResults::add(const store::Reader& store, const store::StoredLineUp& line_up,
                        const store::StoredBlock& block) {
  // Most blocks carry their sums, so that a season is read without unpacking its deals.
  const auto raw = ratings::decode_sums(block.sums);
  const auto luck = ratings::decode_luck(block.luck, line_up.agents.size());
  const bool summed = raw && static_cast<std::uint64_t>(raw->deals) == block.deals;
  // Sums include deals with advice and may lack luck; then the deals themselves are read.
  if (division_.advice != referee::play::Advice::Off || !summed || (values_ && !luck)) {
    add(line_up, store.read_deals(block));
  } else if (values_) {
    add(line_up, *luck);
  } else {
    add(line_up, *raw);
  }
}

void SeasonResults::add(const store::StoredLineUp& line_up, const Sums& sums) {
  const auto [known, is_new] = line_ups_.try_emplace(line_up.id, LineUp{line_up.agents, sums});
  if (is_new) return;
  if (values_) {
    std::get<ratings::LuckSums>(known->second.sums).add(std::get<ratings::LuckSums>(sums));
  } else {
    std::get<ratings::DealSums>(known->second.sums).add(std::get<ratings::DealSums>(sums));
  }
}

ratings::Results SeasonResults::results(const std::map<store::Id, int>& numbers) const {
  const auto agents = static_cast<int>(numbers.size());
  ratings::Results raw(agents);
  ratings::AdjustedResults adjusted(agents);
  for (const auto& [id, line_up] : line_ups_) {
    // Line-ups with an agent that left do not count.
    const std::vector<int> players = find_numbers(line_up.agents, numbers);
    if (players.empty()) continue;
    if (values_) {
      adjusted.add_line_up(players, std::get<ratings::LuckSums>(line_up.sums));
    } else {
      ratings::rate_sums(raw, players, std::get<ratings::DealSums>(line_up.sums));
    }
  }
  return values_ ? adjusted.results() : raw;
}

}  // namespace danno::leagues::schedule::ladder
