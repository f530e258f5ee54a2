#include "leagues/formats/ladder/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/deal_sums.hpp"
#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues::formats::ladder {
namespace {

constexpr double kTwoSided = 1.959963984540054;  // 95 %

/// Half of the widest 95 % interval; infinite where somebody lacks its first deals.
double widest_error(const ratings::Ratings& ratings) {
  double widest = 0;
  for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
    if (ratings.agents[i].deals < kFirstDeals) return std::numeric_limits<double>::infinity();
    widest = std::max(widest, kTwoSided * std::sqrt(ratings.covariance(i, i)));
  }
  return widest;
}

/// Deals beyond these are left out.
void cut(std::vector<store::RoundTable>& tables, std::uint64_t most) {
  for (store::RoundTable& table : tables) {
    table.deals = std::min(table.deals, most);
    most -= table.deals;
  }
  std::erase_if(tables, [](const store::RoundTable& table) { return table.deals == 0; });
}

LadderHistory with_rounds(const store::Store& store, const store::StoredLeague& league,
                          const store::StoredDivision& division,
                          std::unique_ptr<const scores::SolvedGame> values) {
  LadderHistory season(division, std::move(values));
  for (const store::StoredRound& round : store.rounds(division))
    season.begin(read_round(round), round.begun);
  season.set_field(league.agents);
  return season;
}

}  // namespace

LadderHistory::LadderHistory(const store::StoredDivision& division,
                             std::unique_ptr<const scores::SolvedGame> values)
    : division_(division) {
  if (values != nullptr) luck_ = std::make_unique<SeasonLuck>(division, std::move(values));
}

void LadderHistory::set_field(const std::vector<store::StoredAgent>& agents) {
  field_.clear();
  authors_.clear();
  numbers_.clear();
  for (const store::StoredAgent& agent : agents) {
    numbers_.emplace(agent.id, static_cast<int>(field_.size()));
    field_.push_back(agent.id);
    authors_.push_back(agent.author);
  }
  results_ = ratings::Results(static_cast<int>(field_.size()));
  if (luck_) luck_->clear();
  arrive(field_);
}

/// Of those who come together the one that was stored first is first.
void LadderHistory::arrive(const std::vector<store::Id>& agents) {
  std::vector<store::Id> by_id = agents;
  std::ranges::sort(by_id);
  for (const store::Id id : by_id)
    arrival_.try_emplace(id, arrival_.size());
  if (starters_ == 0) starters_ = arrival_.size();
}

std::vector<int> LadderHistory::numbers_of(const store::StoredLineUp& line_up) const {
  std::vector<int> agents;
  for (const store::Id id : line_up.agents)
    agents.push_back(numbers_.at(id));
  return agents;
}

void LadderHistory::add(const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
  if (scores::is_advised(division_.advice, deal.deal)) return;
  scores::rate_deal(results_, numbers_of(line_up), deal);
  if (luck_) luck_->add(line_up.id, numbers_of(line_up), deal);
}

void LadderHistory::add(const store::Store& store, const store::StoredLineUp& line_up,
                        const store::StoredBlock& block) {
  const auto sums = scores::decode_sums(block.sums);
  const auto luck = scores::decode_luck(block.luck, line_up.agents.size());
  if (division_.advice == referee::play::Advice::Off && sums &&
      static_cast<std::uint64_t>(sums->deals) == block.deals && (luck || !luck_)) {
    scores::rate_sums(results_, numbers_of(line_up), *sums);
    if (luck_) luck_->add(line_up.id, numbers_of(line_up), *luck);
    return;
  }
  for (const referee::play::DealResult& deal : store.deals_of(block))
    add(line_up, deal);
}

void LadderHistory::begin(const Round& round, std::chrono::sys_seconds at) {
  if (rounds_++ == 0) began_ = at;
  arrive(round.agents);
  claims_.insert(round.decided.begin(), round.decided.end());
  last_ = round;
}

std::uint64_t LadderHistory::deals() const { return static_cast<std::uint64_t>(results_.deals()); }

std::uint64_t LadderHistory::games() const {
  return deals() * static_cast<std::uint64_t>(division_.seats);
}

bool LadderHistory::has_ended(const LadderTerms& terms) const {
  return !last_.end.empty() && last_.terms == terms && last_.agents == field_;
}

bool LadderHistory::has_newcomers() const {
  return std::ranges::any_of(field_, [&](store::Id id) {
    if (arrival_.at(id) < starters_) return false;
    if (results_.deals() == 0) return true;
    return results_.agent(division_.seats, numbers_.at(id)).games < kFirstDeals * division_.seats;
  });
}

Outlook LadderHistory::look_ahead(const LadderTerms& terms, std::chrono::sys_seconds now) {
  const ratings::Ratings ratings =
      luck_ ? rate_adjusted(luck_->results(results_.agents())) : ratings::fit(results_);
  std::vector<std::size_t> arrival;
  for (const store::Id id : field_)
    arrival.push_back(arrival_.at(id));

  Outlook outlook;
  const std::vector<DecidedOrder> decided =
      judge(decided_orders(ratings, arrival, starters_, said()), outlook.claims);
  const auto n = static_cast<double>(field_.size());
  outlook.decided = n < 2 ? 1 : static_cast<double>(decided.size()) / (n * (n - 1) / 2);
  outlook.error = widest_error(ratings);
  outlook.end = reached(outlook, terms.until, now);
  const bool newcomers = has_newcomers();  // whose first deals come whatever is reached
  if (!outlook.end.empty() && !newcomers) return outlook;

  std::optional<std::uint64_t> most;
  if (!outlook.end.empty()) {
    most = 0;
  } else if (terms.until.games) {
    const auto seats = static_cast<std::uint64_t>(division_.seats);
    most = (*terms.until.games - games() + seats - 1) / seats;
  }
  const std::span<const std::string> authors(authors_);
  const auto tables = plan_round({.results = results_,
                                  .ratings = ratings,
                                  .decided = decided,
                                  .authors = terms.apart ? authors : authors.first(0),
                                  .arrival = arrival,
                                  .seats = division_.seats,
                                  .focus = terms.focus,
                                  .most_deals = most});
  for (const PlannedTable& table : tables) {
    store::RoundTable& chosen = outlook.tables.emplace_back(store::RoundTable{{}, table.deals});
    for (const int agent : table.agents)
      chosen.agents.push_back(id_of(agent));
  }
  if (most && !newcomers) cut(outlook.tables, *most);
  if (!outlook.tables.empty()) outlook.end.clear();
  return outlook;
}

std::vector<std::size_t> LadderHistory::said() const {
  std::vector<std::size_t> said(arrival_.size());
  for (const auto& [better, worse] : claims_)
    ++said[group_of(arrival_.at(better), arrival_.at(worse), starters_)];
  return said;
}

/// What was said stands, and nothing is said against it.
std::vector<DecidedOrder> LadderHistory::judge(const std::vector<DecidedOrder>& orders,
                                               std::vector<Claim>& claims) const {
  std::vector<DecidedOrder> decided;
  for (const auto& [better, worse] : orders) {
    const Claim claim{id_of(better), id_of(worse)};
    if (claims_.contains(claim) || claims_.contains({claim.worse, claim.better})) continue;
    decided.push_back({better, worse});
    claims.push_back(claim);
  }
  for (const auto& [better, worse] : claims_) {
    const auto a = numbers_.find(better);
    const auto b = numbers_.find(worse);
    if (a != numbers_.end() && b != numbers_.end()) decided.push_back({a->second, b->second});
  }
  return decided;
}

std::string LadderHistory::reached(const Outlook& outlook, const Until& until,
                                   std::chrono::sys_seconds now) const {
  if (until.games && games() >= *until.games) return "games";
  if (until.hours && rounds_ > 0 &&
      std::chrono::duration<double, std::ratio<3600>>(now - began_).count() >= *until.hours)
    return "hours";
  if (!std::isfinite(outlook.error)) return "";
  if (until.error && outlook.error <= *until.error) return "error";
  if (until.decided && outlook.decided >= *until.decided) return "decided";
  return "";
}

LadderHistory read_rounds(const store::Store& store, const store::StoredLeague& league,
                          const store::StoredDivision& division) {
  return with_rounds(store, league, division, nullptr);
}

LadderHistory read_history(const store::Store& store, const store::StoredLeague& league,
                           const store::StoredDivision& division) {
  LadderHistory season = with_rounds(store, league, division, values_of_season(store, division));
  (void)store.visit_blocks(
      store.line_ups(division),
      [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
        season.add(store, line_up, block);
      },
      season.luck_basis());
  return season;
}

}  // namespace danno::leagues::formats::ladder
