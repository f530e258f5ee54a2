#include "leagues/formats/ladder/season_luck.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <variant>

#include "leagues/formats/ladder/round.hpp"
#include "leagues/scores/adjusted_results.hpp"
#include "leagues/store/database.hpp"

namespace danno::leagues::formats::ladder {

std::unique_ptr<const scores::SolvedGame> values_of_season(const store::Store& store,
                                                           const store::StoredDivision& division) {
  const std::vector<store::StoredRound> rounds = store.rounds(division);
  const std::string wanted = rounds.empty() ? "" : read_round(rounds.front()).values;
  if (!rounds.empty() && wanted.empty()) return nullptr;
  scores::SolvedOrNot found = scores::find_solved(*division.definition, division.parameters);
  const auto* const not_solved = std::get_if<scores::NotSolved>(&found);
  if (rounds.empty() && not_solved != nullptr) return nullptr;
  if (not_solved != nullptr) {
    throw std::runtime_error(fmt::format("the ladder is decided by the solved values {}: {}",
                                         wanted, not_solved->reason));
  }
  auto solved = std::get<std::unique_ptr<const scores::SolvedGame>>(std::move(found));
  if (!rounds.empty() && solved->name() != wanted) {
    throw std::runtime_error(fmt::format(
        "the ladder is decided by the solved values {}; {} are here", wanted, solved->name()));
  }
  return solved;
}

SeasonLuck::SeasonLuck(const store::StoredDivision& division,
                       std::unique_ptr<const scores::SolvedGame> values)
    : values_(std::move(values)),
      name_(values_->name()),
      rules_(*division.definition, division.seats, division.parameters),
      luck_of_games_(*values_->table, rules_) {}

void SeasonLuck::clear() {
  sums_.clear();
  waiting_.clear();
  throws_ = 0;
}

void SeasonLuck::add(store::Id line_up, std::vector<int> agents,
                     const referee::play::DealResult& deal) {
  add(line_up, std::move(agents), scores::LuckSums(static_cast<std::size_t>(rules_.seats())));
  for (const referee::record::GameRecord& game : deal.games)
    throws_ += luck_of_games_.throws_of(game);
  waiting_.push_back({line_up, deal});
  if (throws_ >= luck_of_games_.throws_at_a_time()) compute();
}

void SeasonLuck::add(store::Id line_up, std::vector<int> agents, const scores::LuckSums& sums) {
  const auto [of_line_up, is_new] = sums_.try_emplace(line_up, OfLineUp{std::move(agents), sums});
  if (!is_new) of_line_up->second.sums.add(sums);
}

ratings::Results SeasonLuck::results(int agents) {
  compute();
  scores::AdjustedResults adjusted(agents);
  for (const auto& [line_up, of_line_up] : sums_)
    adjusted.add_line_up(of_line_up.agents, of_line_up.sums);
  return adjusted.results();
}

void SeasonLuck::compute() {
  std::vector<const referee::record::GameRecord*> games;
  for (const Waiting& waiting : waiting_) {
    for (const referee::record::GameRecord& game : waiting.deal.games)
      games.push_back(&game);
  }
  std::vector<scores::GameLuck> lucks;
  try {
    lucks = luck_of_games_.compute(games);
  } catch (const std::runtime_error& error) {
    throw store::Damaged(fmt::format("league.db: a game of the ladder: {}", error.what()));
  }
  std::span<const scores::GameLuck> left = lucks;
  for (const Waiting& waiting : waiting_) {
    const std::size_t of_deal = waiting.deal.games.size();
    const auto sums = scores::sum_luck({&waiting.deal, 1}, left.first(of_deal),
                                       static_cast<std::size_t>(rules_.seats()));
    if (!sums) {
      throw store::Damaged(fmt::format("league.db: line-up {}: deal {} cannot be summed",
                                       waiting.line_up, waiting.deal.deal));
    }
    sums_.at(waiting.line_up).sums.add(*sums);
    left = left.subspan(of_deal);
  }
  waiting_.clear();
  throws_ = 0;
}

}  // namespace danno::leagues::formats::ladder
