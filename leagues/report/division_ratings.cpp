#include "leagues/report/division_ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/solved_game.hpp"
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

/// Rates a division's deals by the values of its solved game. The line-ups are the division's; they
/// are many, so they are freed before the ratings are fitted.
AdjustedRatings rate_adjusted(const store::Reader& store, const store::StoredDivision& division,
                              const ratings::SolvedGame& solved, const RatedAgents& rated,
                              std::vector<store::StoredLineUp> line_ups,
                              const solver::Watch& watch) {
  std::map<store::Id, std::string> computed;  // by block whose luck the store does not keep
  LuckOfBlocks luck(division, solved,
                    [&](const store::StoredBlock& block, const ratings::LuckSums& sums) {
                      computed.emplace(block.id, ratings::encode_luck(sums));
                    });
  luck.add_missing(store, watch);
  ratings::AdjustedResults results(rated.size());
  // The blocks of a line-up follow each other; it is rated by their sums after the last one.
  const store::StoredLineUp* current = nullptr;
  std::optional<ratings::LuckSums> sums;
  const auto end_line_up = [&] {
    if (sums) results.add_line_up(rated.numbered(*current), *sums);
    sums.reset();
  };
  const auto add_block = [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
    if (current != &line_up) end_line_up();
    current = &line_up;
    if (block.luck.empty() && !computed.contains(block.id)) {  // somebody plays
      luck.add(block, store.read_deals(block));
      luck.finish();
    }
    const std::string text = block.luck.empty() ? computed.extract(block.id).mapped() : block.luck;
    const auto added = ratings::decode_luck(text, line_up.agents.size());
    if (!added)
      throw store::Damaged(fmt::format("league.db: block {}: its luck cannot be read", block.id));
    if (!sums) sums.emplace(line_up.agents.size());
    sums->add(*added);
  };
  (void)store.visit_blocks(line_ups, add_block, ratings::luck_basis(solved));
  end_line_up();
  // They are large, and the fit needs much memory itself.
  line_ups = {};
  AdjustedRatings adjusted{ratings::fit_adjusted(results.results()), {}};
  for (int agent = 0; agent < rated.size(); ++agent)
    adjusted.luck.push_back(results.luck(agent));
  return adjusted;
}

/// Returns the kind of rating that ranks: the raw one unless all rated agents have an adjusted one.
RatedBy choose_rating(store::RankBy rank_by, const std::optional<AdjustedRatings>& adjusted) {
  if (rank_by == store::RankBy::Raw || !adjusted) return RatedBy::Raw;
  const bool of_all = std::ranges::all_of(adjusted->ratings.agents,
                                          [](const auto& agent) { return agent.games > 0; });
  return of_all ? RatedBy::Adjusted : RatedBy::Raw;
}

/// Counts and rates the deals of a division, from the sums of their blocks if these suffice.
class StoredDeals {
 public:
  /// All arguments must outlive it.
  StoredDeals(const store::Reader& store, const store::StoredLeague& league,
              referee::play::Advice advice, RatedDivision& rated)
      : store_(store),
        advice_(advice),
        needs_games_(league.rating->needs == ratings::Needs::Games),
        rated_(rated) {
    for (const store::StoredAgent& agent : league.agents)
      rows_.emplace(agent.id, static_cast<int>(rows_.size()));
  }

  void add(std::span<const store::StoredLineUp> line_ups, const solver::Watch& watch) {
    std::uint64_t games = 0;
    for (const store::StoredLineUp& line_up : line_ups)
      games += line_up.played * line_up.agents.size();
    const auto report_progress = [&] {
      watch("games rated", static_cast<std::uint64_t>(rated_.table.games), games);
    };
    const auto add_block = [&](const store::StoredLineUp& line_up,
                               const store::StoredBlock& block) {
      if (line_up.id != line_up_) begin(line_up);
      add_day(block);
      if (add_sums(block)) return report_progress();
      for (const referee::play::DealResult& deal : store_.read_deals(block)) {
        add_deal(deal);
        report_progress();
      }
    };
    rated_.table.records = store_.visit_blocks(line_ups, add_block);
  }

 private:
  void begin(const store::StoredLineUp& line_up) {
    line_up_ = line_up.id;
    numbers_ = rated_.agents.numbered(line_up);
    counted_.clear();
    for (const store::Id id : line_up.agents)
      counted_.push_back(rows_.at(id));
  }

  void add_day(const store::StoredBlock& block) {
    const std::chrono::sys_days day = block.day();
    rated_.table.days.insert(day);
    for (const int agent : counted_) {
      auto& known = rated_.days[static_cast<std::size_t>(agent)];
      if (!known) known = Days{day, day};
      known->first = std::min(known->first, day);
      known->last = std::max(known->last, day);
    }
  }

  /// Adds the sums of a block. Returns whether they are all that is needed of it.
  bool add_sums(const store::StoredBlock& block) {
    const auto left_out = std::ranges::count(numbers_, ratings::kNotRated);
    if (needs_games_ || advice_ != referee::play::Advice::Off) return false;
    // The sums of a table with some unrated agents cannot be divided between the others.
    if (left_out > 0 && numbers_.size() - static_cast<std::size_t>(left_out) > 1) return false;
    const auto sums = ratings::decode_sums(block.sums);
    if (!sums || sums->seats != numbers_.size() ||
        static_cast<std::uint64_t>(sums->deals) != block.deals)
      return false;
    rated_.table.games += sums->deals * sums->games;
    ratings::add_sums(rated_.tallies, counted_, *sums);
    if (left_out == 0) ratings::rate_sums(rated_.results, numbers_, *sums);
    return true;
  }

  void add_deal(const referee::play::DealResult& deal) {
    const auto games = static_cast<std::int64_t>(deal.games.size());
    rated_.table.games += games;
    if (ratings::is_advised(advice_, deal.deal)) {
      rated_.table.games_advised += games;
      return;
    }
    ratings::add_deal(rated_.tallies, counted_, deal);
    ratings::rate_deal(rated_.results, numbers_, deal);
  }

  const store::Reader& store_;
  referee::play::Advice advice_;
  bool needs_games_;
  RatedDivision& rated_;
  std::map<store::Id, int> rows_;  // where an agent stands in league.agents
  // The line-up being added, and its agents' numbers in the results and the tallies.
  store::Id line_up_ = 0;
  std::vector<int> numbers_;
  std::vector<int> counted_;
};

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

RatedDivision rate_stored_deals(const store::Reader& store, const store::StoredLeague& league,
                                const store::StoredDivision& division, const solver::Watch& watch) {
  std::vector<store::StoredLineUp> line_ups = store.line_ups(division);
  RatedAgents agents = find_rated_agents(store, league, division, line_ups);
  ratings::Results results(agents.size(), league.rating->needs);
  RatedDivision rated{{},
                      std::move(agents),
                      std::vector<ratings::AgentTally>(league.agents.size()),
                      std::vector<std::optional<Days>>(league.agents.size()),
                      std::move(results)};
  DivisionTable& table = rated.table;
  for (const store::StoredLineUp& line_up : line_ups)
    table.games_planned += static_cast<std::int64_t>(line_up.planned) * division.seats;
  const ratings::SolvedOrNot found =
      ratings::find_solved(*division.definition, division.parameters, watch);
  if (const auto* const solved = std::get_if<std::unique_ptr<const ratings::SolvedGame>>(&found)) {
    rated.adjusted =
        rate_adjusted(store, division, **solved, rated.agents, std::exchange(line_ups, {}), watch);
    line_ups = store.line_ups(division);
    table.values = (*solved)->name();
  } else {
    table.not_adjusted = std::get<ratings::NotSolved>(found).reason;
  }
  StoredDeals(store, league, division.advice, rated).add(line_ups, watch);
  line_ups = {};  // they are many, and the ratings take room of their own
  auto [model, failed, raw] = rate_league(rated.results, *league.rating);
  rated.raw = std::move(raw);
  table.rating = model;
  table.rating_failed = failed;
  table.rated_by = choose_rating(league.rank_by, rated.adjusted);
  return rated;
}

DivisionRatings rate_division(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division, const solver::Watch& watch) {
  const RatedDivision rated = rate_stored_deals(store, league, division, watch);
  return {rated.agents.names(league), rated.ranking()};
}

}  // namespace danno::leagues::report
