#include "leagues/report/block_luck.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <span>
#include <variant>

#include "leagues/ratings/deal_sums.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::report {
namespace {

using Clock = std::chrono::steady_clock;

/// The time between two writes of computed luck. An interruption loses the work since the last one.
constexpr std::chrono::seconds kKeepEach{1};

/// Computes the luck that the store lacks, and writes it as it goes.
void store_division_luck(store::Reader& store, const store::StoredDivision& division,
                         const ratings::SolvedGame& solved, const solver::Watch& watch) {
  const std::string basis = ratings::luck_basis(solved);
  std::vector<store::StoredBlock> computed;
  Clock::time_point kept = Clock::now();
  const auto keep = [&] {
    store.store_luck(basis, computed);
    computed.clear();
    kept = Clock::now();
  };
  LuckOfBlocks luck(division, solved,
                    [&](const store::StoredBlock& block, const ratings::LuckSums& sums) {
                      computed.push_back(block);
                      computed.back().luck = ratings::encode_luck(sums);
                      if (Clock::now() - kept >= kKeepEach) keep();
                    });
  luck.add_missing(store, watch);
  if (!computed.empty()) keep();
}

}  // namespace

LuckOfBlocks::LuckOfBlocks(const store::StoredDivision& division, const ratings::SolvedGame& solved,
                           Take take)
    : division_(division),
      basis_(ratings::luck_basis(solved)),
      rules_(*division.definition, division.seats, division.parameters),
      luck_(*solved.table, rules_, referee::sandbox::usable_cores()),
      take_(std::move(take)) {}

void LuckOfBlocks::wait(const store::StoredBlock& block,
                        std::vector<referee::play::DealResult> deals) {
  Waiting& waiting = waiting_.emplace_back(Waiting{block, std::move(deals)});
  // Deals with advice are not rated, so their luck is of no use.
  std::erase_if(waiting.deals, [&](const referee::play::DealResult& deal) {
    return ratings::is_advised(division_.advice, deal.deal);
  });
}

void LuckOfBlocks::add(const store::StoredBlock& block,
                       std::vector<referee::play::DealResult> deals) {
  wait(block, std::move(deals));
  for (const referee::play::DealResult& deal : waiting_.back().deals) {
    for (const referee::record::GameRecord& game : deal.games)
      throws_ += luck_.count_throws(game);
  }
  // Blocks are collected until they fill a batch of the solver.
  if (throws_ >= luck_.throws_at_a_time()) finish();
}

void LuckOfBlocks::add(const store::StoredBlock& block,
                       std::vector<referee::play::DealResult> deals,
                       const ratings::GameThrows& throws) {
  wait(block, std::move(deals));
  are_gathered_ = true;
  if (luck_.add(throws) >= luck_.throws_at_a_time()) finish();
}

void LuckOfBlocks::finish() {
  std::vector<const referee::record::GameRecord*> games;
  for (const Waiting& waiting : waiting_) {
    for (const referee::play::DealResult& deal : waiting.deals) {
      for (const referee::record::GameRecord& game : deal.games)
        games.push_back(&game);
    }
  }
  const std::vector<ratings::GameLuck> lucks =
      are_gathered_ ? luck_.compute() : luck_.compute(games);
  std::span<const ratings::GameLuck> left = lucks;
  for (const Waiting& waiting : waiting_) {
    const auto sums =
        ratings::sum_luck(waiting.deals, left, static_cast<std::size_t>(division_.seats));
    if (!sums) {
      throw store::Damaged(
          fmt::format("league.db: block {}: its games cannot be summed", waiting.block.id));
    }
    take_(waiting.block, *sums);
    for (const referee::play::DealResult& deal : waiting.deals)
      left = left.subspan(deal.games.size());
  }
  waiting_.clear();
  throws_ = 0;
  are_gathered_ = false;
}

void LuckOfBlocks::add_missing(const store::Reader& store, const solver::Watch& watch) {
  const std::vector<store::StoredBlock> missing = store.blocks_without_luck(division_, basis_);
  for (std::uint64_t done = 0; const store::StoredBlock& block : missing) {
    add(block, store.read_deals(block));
    watch("blocks looked at for luck", ++done, missing.size());
  }
  finish();
}

void SharedLuck::finish() {
  luck_->finish();
  luck_.reset();
}

void SharedLuck::add(const store::StoredBlock& block, std::vector<referee::play::DealResult> deals,
                     const ratings::GameThrows& throws) {
  // The throws stand for the events from here on.
  for (referee::play::DealResult& deal : deals) {
    for (referee::record::GameRecord& game : deal.games)
      game.events = {};
  }
  const std::scoped_lock lock(mutex_);
  luck_->add(block, std::move(deals), throws);
}

void store_luck(store::Reader& store, const solver::Watch& watch) {
  for (const store::StoredDivision& division : store.league().divisions) {
    const ratings::SolvedOrNot found =
        ratings::find_solved(*division.definition, division.parameters, watch);
    if (const auto* const solved = std::get_if<std::unique_ptr<const ratings::SolvedGame>>(&found))
      store_division_luck(store, division, **solved, watch);
  }
}

}  // namespace danno::leagues::report
