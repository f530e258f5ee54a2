#include "leagues/report/division_ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/report/block_luck.hpp"

namespace danno::leagues::report {

namespace {

/// Returns the agents that never started: each lost the first deal of its line-ups in every
/// seating.
std::set<store::Id> find_never_started(const store::Reader& store,
                                       const store::StoredDivision& division,
                                       const std::vector<store::StoredLineUp>& line_ups) {
  std::map<store::Id, std::int64_t> games;   // first deals of line-ups
  std::map<store::Id, std::int64_t> absent;  // of them not started
  for (const store::StoredLineUp& line_up : line_ups) {
    if (line_up.played == 0) continue;
    for (const store::Id agent : line_up.agents)
      games[agent] += division.seats;
  }
  for (const store::StoredFault& fault : store.faults(division)) {
    if (fault.deal == 0 && fault.fault.kind == referee::record::FaultKind::NeverReady)
      ++absent[fault.agent];
  }
  std::set<store::Id> never_started;
  for (const auto& [agent, count] : absent) {
    if (count == games[agent]) never_started.insert(agent);
  }
  return never_started;
}

/// Rates a division's stored deals with the luck of the dice removed.
class AdjustedDeals {
 public:
  /// Computes the luck that the store does not keep. All it is given must outlive it.
  AdjustedDeals(const store::Reader& store, const store::StoredDivision& division,
                const ratings::SolvedGame& solved, const RatedAgents& agents,
                const solver::Watch& watch);
  AdjustedDeals(const AdjustedDeals&) = delete;
  AdjustedDeals& operator=(const AdjustedDeals&) = delete;

  /// The basis of the luck. Blocks passed to add() must have their luck on it, and the blocks of a
  /// line-up must follow each other.
  [[nodiscard]] const std::string& basis() const { return basis_; }
  /// Adds a block. Throws store::Damaged.
  void add(const store::StoredLineUp& line_up, const store::StoredBlock& block);
  /// Ends a line-up after its last block.
  void end_line_up();

  [[nodiscard]] const ratings::AdjustedResults& results() const { return results_; }

 private:
  [[nodiscard]] std::string block_luck(const store::StoredBlock& block);

  const store::Reader& store_;
  std::string basis_;
  const RatedAgents& agents_;
  ratings::AdjustedResults results_;
  LuckOfBlocks luck_;
  std::map<store::Id, std::string> computed_;  // by block
  // The following concern the line-up being added.
  const store::StoredLineUp* line_up_ = nullptr;
  std::optional<ratings::LuckSums> sums_;
};

AdjustedDeals::AdjustedDeals(const store::Reader& store, const store::StoredDivision& division,
                             const ratings::SolvedGame& solved, const RatedAgents& agents,
                             const solver::Watch& watch)
    : store_(store),
      basis_(ratings::luck_basis(solved)),
      agents_(agents),
      results_(agents.size()),
      luck_(division, solved,
            [this](const store::StoredBlock& block, const ratings::LuckSums& sums) {
              computed_.emplace(block.id, ratings::encode_luck(sums));
            }) {
  luck_.add_missing(store, watch);
}

void AdjustedDeals::add(const store::StoredLineUp& line_up, const store::StoredBlock& block) {
  if (line_up_ != &line_up) end_line_up();
  line_up_ = &line_up;
  const auto sums = ratings::decode_luck(block_luck(block), line_up.agents.size());
  if (!sums)
    throw store::Damaged(fmt::format("league.db: block {}: its luck cannot be read", block.id));
  if (!sums_) sums_.emplace(line_up.agents.size());
  sums_->add(*sums);
}

void AdjustedDeals::end_line_up() {
  if (sums_) results_.add_line_up(agents_.numbered(*line_up_), *sums_);
  sums_.reset();
}

std::string AdjustedDeals::block_luck(const store::StoredBlock& block) {
  if (!block.luck.empty()) return block.luck;
  if (!computed_.contains(block.id)) {  // somebody plays
    luck_.add(block, store_.read_deals(block));
    luck_.finish();
  }
  return computed_.extract(block.id).mapped();
}

}  // namespace

LeagueRatings rate_league(const ratings::Results& results, const ratings::RatingModel& model) {
  try {
    return {&model, "", ratings::fit(results, {.model = &model})};
  } catch (const std::invalid_argument& error) {
    // A model may have no finite fit. The table then says so and uses Bradley-Terry, which always
    // has one.
    return {&ratings::kBradleyTerry, error.what(), ratings::fit(results)};
  }
}

std::vector<std::string> RatedAgents::names(const store::StoredLeague& league) const {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : league.agents) {
    if (numbers.contains(agent.id)) names.push_back(agent.shown_name());
  }
  return names;
}

std::vector<int> RatedAgents::numbered(const store::StoredLineUp& line_up) const {
  std::vector<int> rated;
  for (const store::Id id : line_up.agents) {
    const auto number = numbers.find(id);
    rated.push_back(number == numbers.end() ? ratings::kNotRated : number->second);
  }
  return rated;
}

RatedAgents find_rated_agents(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division,
                              const std::vector<store::StoredLineUp>& line_ups) {
  RatedAgents rated;
  rated.never_started = find_never_started(store, division, line_ups);
  std::set<store::Id> played;
  for (const store::StoredLineUp& line_up : line_ups) {
    if (line_up.played > 0) played.insert(line_up.agents.begin(), line_up.agents.end());
  }
  for (const store::StoredAgent& agent : league.agents) {
    if (played.contains(agent.id) && !rated.never_started.contains(agent.id))
      rated.numbers.emplace(agent.id, rated.size());
  }
  return rated;
}

AdjustedRatings rate_adjusted(const store::Reader& store, const store::StoredDivision& division,
                              const ratings::SolvedGame& solved, const RatedAgents& rated,
                              std::vector<store::StoredLineUp> line_ups,
                              const solver::Watch& watch) {
  AdjustedDeals deals(store, division, solved, rated, watch);
  (void)store.visit_blocks(
      line_ups,
      [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
        deals.add(line_up, block);
      },
      deals.basis());
  deals.end_line_up();
  // They are large, and the fit needs much memory itself.
  line_ups = {};
  AdjustedRatings adjusted{ratings::fit_adjusted(deals.results().results()), {}};
  for (int agent = 0; agent < rated.size(); ++agent)
    adjusted.luck.push_back(deals.results().luck(agent));
  return adjusted;
}

RatedBy choose_rating(store::RankBy rank_by, const AdjustedRatings* adjusted) {
  if (rank_by == store::RankBy::Raw || adjusted == nullptr) return RatedBy::Raw;
  const bool of_all = std::ranges::all_of(adjusted->ratings.agents,
                                          [](const auto& agent) { return agent.games > 0; });
  return of_all ? RatedBy::Adjusted : RatedBy::Raw;
}

DivisionRatings rate_division(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division, const solver::Watch& watch) {
  std::vector<store::StoredLineUp> line_ups = store.line_ups(division);
  const RatedAgents rated = find_rated_agents(store, league, division, line_ups);
  // Adjusted ratings need solved values. Without them, or if an agent has none, the raw ratings
  // decide for all.
  if (league.rank_by != store::RankBy::Raw) {
    const ratings::SolvedOrNot found =
        ratings::find_solved(*division.definition, division.parameters, watch);
    if (const auto* const solved =
            std::get_if<std::unique_ptr<const ratings::SolvedGame>>(&found)) {
      AdjustedRatings adjusted =
          rate_adjusted(store, division, **solved, rated, std::move(line_ups), watch);
      if (choose_rating(league.rank_by, &adjusted) == RatedBy::Adjusted)
        return {rated.names(league), std::move(adjusted.ratings)};
    }
  }
  ratings::Results results(rated.size(), league.rating->needs);
  (void)store.visit_deals(
      division, [&](const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
        if (!ratings::is_advised(division.advice, deal.deal))
          ratings::rate_deal(results, rated.numbered(line_up), deal);
      });
  return {rated.names(league), rate_league(results, *league.rating).ratings};
}

}  // namespace danno::leagues::report
