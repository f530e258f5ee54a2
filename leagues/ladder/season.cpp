#include "leagues/ladder/season.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/deal_sums.hpp"
#include "leagues/scores/rated_deal.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/discrepancy.hpp"

namespace danno::leagues::ladder {
namespace {

using store::require;
using text::Json;

constexpr double kTwoSided = 1.959963984540054;  // 95 %

Json claims_json(std::span<const Claim> claims) {
  Json json = Json::array();
  for (const Claim& claim : claims)
    json.push_back(Json::array({claim.better, claim.worse}));
  return json;
}

/// Whether every agent of the field has its first deals.
bool all_are_known(const ratings::Ratings& ratings) {
  return std::ranges::all_of(
      ratings.agents, [](const ratings::AgentRating& agent) { return agent.deals >= kFirstDeals; });
}

/// Deals beyond these are left out.
void cut(std::vector<store::RoundTable>& tables, std::uint64_t most) {
  for (store::RoundTable& table : tables) {
    table.deals = std::min(table.deals, most);
    most -= table.deals;
  }
  std::erase_if(tables, [](const store::RoundTable& table) { return table.deals == 0; });
}

}  // namespace

Round read_round(const store::StoredRound& stored) {
  try {
    Round round;
    round.agents = stored.plan.at("agents").get<std::vector<store::Id>>();
    round.terms = read_terms(stored.plan);
    for (const Json& claim : stored.plan.at("decided"))
      round.decided.push_back({claim.at(0).get<store::Id>(), claim.at(1).get<store::Id>()});
    round.end = stored.plan.at("end").get<std::string>();
    round.deals = stored.plan.at("deals").get<std::uint64_t>();
    for (const Json& table : stored.plan.at("tables"))
      round.tables.push_back({table.at(0).get<store::Id>(), table.at(1).get<std::uint64_t>(),
                              table.at(2).get<std::uint64_t>()});
    return round;
  } catch (const text::JsonError& error) {
    throw store::Damaged(fmt::format("league.db: round {}: {}", stored.id, error.what()));
  }
}

Json plan_of(const Season& season, const LadderTerms& terms, const Outlook& outlook) {
  Json plan{{"agents", Json(season.field())}};
  plan.update(to_json(terms));
  plan["deals"] = season.deals();
  plan["decided"] = claims_json(outlook.claims);
  plan["end"] = outlook.end;
  return plan;
}

LadderTerms terms_of(const store::StoredLeague& league) {
  return {.focus = league.settings.value("focus", "all") == "top" ? Focus::Top : Focus::All,
          .apart = league.plan && league.plan->max_per_author > 0,
          .until = read_terms(
                       {{"focus", "all"}, {"apart", false}, {"until", league.settings.at("until")}})
                       .until};
}

void Season::set_field(const std::vector<store::StoredAgent>& agents) {
  field_.clear();
  authors_.clear();
  numbers_.clear();
  for (const store::StoredAgent& agent : agents) {
    numbers_.emplace(agent.id, static_cast<int>(field_.size()));
    field_.push_back(agent.id);
    authors_.push_back(agent.author);
  }
  results_ = ratings::Results(static_cast<int>(field_.size()));
  arrive(field_);
}

/// Of those who come together the one that was stored first is first.
void Season::arrive(const std::vector<store::Id>& agents) {
  std::vector<store::Id> by_id = agents;
  std::ranges::sort(by_id);
  for (const store::Id id : by_id)
    arrival_.try_emplace(id, arrival_.size());
  if (starters_ == 0) starters_ = arrival_.size();
}

void Season::add(const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
  if (scores::is_advised(division_.advice, deal.deal)) return;
  std::vector<int> agents;
  for (const store::Id id : line_up.agents)
    agents.push_back(numbers_.at(id));
  scores::rate_deal(results_, agents, deal);
}

void Season::add(const store::Store& store, const store::StoredLineUp& line_up,
                 const store::StoredBlock& block) {
  const auto sums = scores::decode_sums(block.sums);
  if (division_.advice == referee::play::Advice::Off && sums &&
      static_cast<std::uint64_t>(sums->deals) == block.deals) {
    std::vector<int> agents;
    for (const store::Id id : line_up.agents)
      agents.push_back(numbers_.at(id));
    scores::rate_sums(results_, agents, *sums);
    return;
  }
  for (const referee::play::DealResult& deal : store.deals_of(block))
    add(line_up, deal);
}

void Season::begin(const Round& round, std::chrono::sys_seconds at) {
  if (rounds_++ == 0) began_ = at;
  arrive(round.agents);
  claims_.insert(round.decided.begin(), round.decided.end());
  last_ = round;
}

std::uint64_t Season::deals() const { return static_cast<std::uint64_t>(results_.deals()); }

std::uint64_t Season::games() const {
  return deals() * static_cast<std::uint64_t>(division_.seats);
}

bool Season::has_ended(const LadderTerms& terms) const {
  return !last_.end.empty() && last_.terms == terms && last_.agents == field_;
}

Outlook Season::look_ahead(const LadderTerms& terms, std::chrono::sys_seconds now) const {
  const ratings::Ratings ratings = ratings::fit(results_);
  std::vector<std::size_t> arrival;
  for (const store::Id id : field_)
    arrival.push_back(arrival_.at(id));

  Outlook outlook;
  std::vector<DecidedOrder> decided;
  const auto is_claimed = [&](int better, int worse) {
    return claims_.contains(
        {field_[static_cast<std::size_t>(better)], field_[static_cast<std::size_t>(worse)]});
  };
  for (const auto& [better, worse] : decided_orders(ratings, arrival, starters_)) {
    if (is_claimed(better, worse) || is_claimed(worse, better)) continue;  // what is said stands
    decided.push_back({better, worse});
    outlook.claims.push_back(
        {field_[static_cast<std::size_t>(better)], field_[static_cast<std::size_t>(worse)]});
  }
  for (const auto& [better, worse] : claims_) {
    const auto a = numbers_.find(better);
    const auto b = numbers_.find(worse);
    if (a != numbers_.end() && b != numbers_.end()) decided.push_back({a->second, b->second});
  }
  const auto n = static_cast<double>(field_.size());
  outlook.decided = n < 2 ? 1 : static_cast<double>(decided.size()) / (n * (n - 1) / 2);
  outlook.error = results_.deals() == 0 ? std::numeric_limits<double>::infinity() : 0;
  for (std::size_t i = 0; i < field_.size(); ++i)
    outlook.error = std::max(outlook.error, kTwoSided * std::sqrt(ratings.covariance(i, i)));
  if (!all_are_known(ratings)) outlook.error = std::numeric_limits<double>::infinity();

  outlook.end = reached(outlook, terms.until, now);
  if (!outlook.end.empty()) return outlook;
  std::optional<std::uint64_t> most;
  if (terms.until.games) {
    const auto seats = static_cast<std::uint64_t>(division_.seats);
    most = (*terms.until.games - games() + seats - 1) / seats;
  }
  const auto tables = plan_round({.results = results_,
                                  .ratings = ratings,
                                  .decided = decided,
                                  .authors = terms.apart ? std::span<const std::string>(authors_)
                                                         : std::span<const std::string>(),
                                  .arrival = arrival,
                                  .seats = division_.seats,
                                  .focus = terms.focus,
                                  .most_deals = most});
  for (const PlannedTable& table : tables) {
    store::RoundTable& chosen = outlook.tables.emplace_back(store::RoundTable{{}, table.deals});
    for (const int agent : table.agents)
      chosen.agents.push_back(field_[static_cast<std::size_t>(agent)]);
  }
  if (most) cut(outlook.tables, *most);
  return outlook;
}

std::string Season::reached(const Outlook& outlook, const Until& until,
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

Season read_season(const store::Store& store, const store::StoredLeague& league,
                   const store::StoredDivision& division) {
  Season season(division);
  for (const store::StoredRound& round : store.rounds(division))
    season.begin(read_round(round), round.begun);
  season.set_field(league.agents);
  (void)store.visit_blocks(store.line_ups(division), [&](const store::StoredLineUp& line_up,
                                                         const store::StoredBlock& block) {
    season.add(store, line_up, block);
  });
  return season;
}

namespace {

/// What was stored of a ladder's line-ups when each of its rounds began.
class DealsByRound {
 public:
  DealsByRound(const store::Store& store, const store::StoredDivision& division,
               const std::vector<Round>& rounds)
      : store_(store) {
    for (store::StoredLineUp& line_up : store.all_line_ups(division)) {
      Deals& deals = deals_.emplace(line_up.id, Deals{line_up, {}, {}}).first->second;
      store.visit_stored_blocks(
          deals.line_up, [&](const store::StoredBlock& block) { deals.blocks.push_back(block); });
    }
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      for (const TableOfRound& table : rounds[round].tables) {
        const auto found = deals_.find(table.line_up);
        require(found != deals_.end(), "round {}: no line-up {}", round + 1, table.line_up);
        found->second.firsts.emplace(round, table.first);
      }
    }
  }

  [[nodiscard]] const std::vector<store::Id>& agents_of(store::Id line_up) const {
    return deals_.at(line_up).line_up.agents;
  }
  [[nodiscard]] std::uint64_t stored_of(store::Id line_up) const {
    return deals_.at(line_up).line_up.played;
  }
  /// Deals of a line-up that were there when the round began: the next that has the line-up begins
  /// with them.
  [[nodiscard]] std::uint64_t before(std::size_t round, store::Id line_up) const {
    const Deals& deals = deals_.at(line_up);
    const auto next = deals.firsts.lower_bound(round);
    return next == deals.firsts.end() ? deals.line_up.played : next->second;
  }
  /// Adds deals [first, end) to the season.
  void add(store::Id line_up, std::uint64_t first, std::uint64_t end, Season& season) const {
    const Deals& deals = deals_.at(line_up);
    for (const store::StoredBlock& block : deals.blocks) {
      if (block.first >= end || block.first + block.deals <= first) continue;
      if (block.first >= first && block.first + block.deals <= end) {
        season.add(store_, deals.line_up, block);
        continue;
      }
      for (const referee::play::DealResult& deal : store_.deals_of(block)) {
        if (deal.deal >= first && deal.deal < end) season.add(deals.line_up, deal);
      }
    }
  }
  /// All that was there of the agents that play.
  void add_all(std::size_t round, const std::vector<store::Id>& agents, Season& season) const {
    for (const auto& [id, deals] : deals_) {
      const bool plays = std::ranges::all_of(deals.line_up.agents, [&](store::Id agent) {
        return std::ranges::count(agents, agent) > 0;
      });
      if (plays) add(id, 0, before(round, id), season);
    }
  }

 private:
  struct Deals {
    store::StoredLineUp line_up;
    std::vector<store::StoredBlock> blocks;
    std::map<std::size_t, std::uint64_t> firsts;  // by round
  };

  const store::Store& store_;
  std::map<store::Id, Deals> deals_;
};

std::vector<store::StoredAgent> agents_with(const std::vector<store::Id>& ids,
                                            std::span<const store::StoredAgent> all) {
  std::vector<store::StoredAgent> agents;
  for (const store::Id id : ids) {
    const auto found = std::ranges::find(all, id, &store::StoredAgent::id);
    require(found != all.end(), "agent {} plays, and is not there", id);
    agents.push_back(*found);
  }
  return agents;
}

/// The round is the one that follows from what was stored before.
void check_round(std::size_t number, const Round& round, const Season& season,
                 const Outlook& expected, const DealsByRound& deals) {
  const std::size_t shown = number + 1;
  require(round.deals == season.deals(), "round {}: it began after {} deals; {} are stored", shown,
          round.deals, season.deals());
  require(round.end == expected.end, "round {}: its end is '{}'; expected '{}'", shown, round.end,
          expected.end);
  require(round.decided == expected.claims, "round {}: what it calls decided does not follow",
          shown);
  require(round.tables.size() == expected.tables.size(), "round {}: {} tables; expected {}", shown,
          round.tables.size(), expected.tables.size());
  for (std::size_t i = 0; i < round.tables.size(); ++i) {
    const TableOfRound& table = round.tables[i];
    require(deals.agents_of(table.line_up) == expected.tables[i].agents &&
                table.end - table.first == expected.tables[i].deals,
            "round {}: table {} is not the one that follows from the results before it", shown,
            i + 1);
  }
}

/// Deals behind the last round's are in none.
void check_rest(const Round& last, const DealsByRound& deals, std::uint64_t stored,
                std::uint64_t before) {
  std::uint64_t played = 0;
  for (const TableOfRound& table : last.tables) {
    const std::uint64_t end = deals.stored_of(table.line_up);
    require(end <= table.end, "line-up {}: {} deals are stored; its last round ends with {}",
            table.line_up, end, table.end);
    played += end - table.first;
  }
  require(stored == before + played, "{} deals are stored; the rounds have {}", stored,
          before + played);
}

}  // namespace

void check_season(const store::Store& store, const store::StoredDivision& division) {
  std::vector<Round> rounds;
  std::vector<std::chrono::sys_seconds> begun;
  for (const store::StoredRound& stored : store.rounds(division)) {
    rounds.push_back(read_round(stored));
    begun.push_back(stored.begun);
  }
  if (rounds.empty()) return;
  const DealsByRound deals(store, division, rounds);
  const auto all_agents = store.all_agents();
  Season season(division);
  for (std::size_t number = 0; number < rounds.size(); ++number) {
    const Round& round = rounds[number];
    if (number == 0 || round.agents != rounds[number - 1].agents) {
      season.set_field(agents_with(round.agents, all_agents));
      deals.add_all(number, round.agents, season);
    } else {
      for (const TableOfRound& table : rounds[number - 1].tables)
        deals.add(table.line_up, table.first, deals.before(number, table.line_up), season);
    }
    check_round(number, round, season, season.look_ahead(round.terms, begun[number]), deals);
    season.begin(round, begun[number]);
  }
  const std::uint64_t before = season.deals();
  season.set_field(agents_with(rounds.back().agents, all_agents));
  deals.add_all(rounds.size(), rounds.back().agents, season);
  check_rest(rounds.back(), deals, season.deals(), before);
}

}  // namespace danno::leagues::ladder
