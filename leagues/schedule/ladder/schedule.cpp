// A format without a fixed number of deals: each round plays those that decide most about open
// orders.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "leagues/base/toml.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/ladder/season.hpp"
#include "leagues/schedule/rated_league.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

using base::Json;

constexpr std::int64_t kMostGames = 1'000'000'000;

/// The missing deals of a round, then the next round, until the season ends. If agents arrive or
/// change, a round with missing deals ends early.
class LadderFixtures : public Fixtures {
 public:
  explicit LadderFixtures(const store::Reader& store) {
    const store::StoredLeague league = store.league();
    terms_ = read_terms(league.settings);
    for (const store::StoredDivision& division : league.divisions) {
      divisions_.push_back(
          {division, rules::RuleSet(*division.definition, division.seats, division.parameters),
           read_season(store, league, division)});
    }
  }

  std::vector<Fixture> next(store::Writer& store) override {
    // An interrupted round is finished first; it is planned already.
    std::vector<Fixture> fixtures = unfinished(store);
    if (!fixtures.empty()) return fixtures;
    for (auto& [stored, rules, season] : divisions_) {
      if (season.has_ended(terms_)) continue;
      const NextRound round = season.next_round(terms_, base::utc_now());
      // The round is stored before its deals are played, so that a kill changes nothing.
      season.begin(store.add_round(stored, round.plan, round.tables));
    }
    return unfinished(store);
  }

  void add(const Fixture& fixture, std::span<const referee::play::DealResult> deals) override {
    const auto division = std::ranges::find(divisions_, fixture.division->id,
                                            [](const Division& one) { return one.stored.id; });
    division->season.results().add(fixture.line_up, deals);
  }

 private:
  struct Division {
    store::StoredDivision stored;
    rules::RuleSet rules;
    LadderSeason season;
  };

  /// Returns the missing deals of the last rounds, if the same agents play now.
  [[nodiscard]] std::vector<Fixture> unfinished(store::Writer& store) const {
    std::vector<Fixture> fixtures;
    for (const auto& [stored, rules, season] : divisions_) {
      if (season.last().agents != season.field()) continue;  // newcomers are first
      for (const TableOfRound& table : season.last().tables) {
        const store::StoredLineUp line_up = store.reader().line_up(stored, table.line_up);
        if (line_up.played >= table.end) continue;
        const store::StoredLineUp planned =
            store.plan_table(stored, line_up.agents, table.end - 1, 0);
        // Deals may be missing in the middle, as shards play in parallel.
        for (const auto& [first, end] : store.reader().missing_deals(planned))
          fixtures.push_back({planned, &stored, &rules, first, end});
      }
    }
    return fixtures;
  }

  LadderTerms terms_;
  std::deque<Division> divisions_;
};

class LadderFormat : public RatedFormat {
 public:
  LadderFormat()
      : RatedFormat(
            {.name = "ladder",
             .keys = {{.name = "focus",
                       .why = "for a ladder: the agents whose order matters",
                       .standard = "\"all\"",
                       .words = {"all", "top"}},
                      {"until", KeyKind::Other, "for a ladder: when it ends; default: never", "",
                       "{ decided = 0.95 }"}},
             .agents_may_join = true}) {}

  void read_keys(store::League& league, FormatKeys& keys) const override {
    if (keys.league.contains("deals")) {
      keys.league.complain("deals",
                           "a ladder has no fixed number of deals; expected no such key; 'until' "
                           "ends it");
    }
    // Zero marks a league without a fixed number of deals.
    league.deals = 0;
    LadderTerms terms;
    if (const toml::table* const until = keys.league.table("until")) {
      base::TomlReader reader = keys.league.inner(*until, "[league.until]");
      terms.until = {.decided = reader.number("decided", 0.01, 1),
                     .error = reader.number("error", 0.1, 1000),
                     .games = reader.integer("games", 1, kMostGames),
                     .hours = reader.number("hours", 0.001, 100'000)};
      reader.finish();
    }
    league.format_keys["apart"] = league.max_per_author > 0;
    league.format_keys["until"] = to_json(terms).at("until");
  }

  /// Returns no line-ups: rounds add them.
  [[nodiscard]] store::PlanLineUps line_ups() const override {
    return [](const store::StoredLeague&, int) { return std::vector<std::vector<store::Id>>(); };
  }

  [[nodiscard]] GameCount count(const store::Reader& store) const override {
    const store::StoredLeague league = store.league();
    const LadderTerms terms = read_terms(league.settings);
    GameCount count;
    count.finished = true;
    for (const store::StoredDivision& division : league.divisions) {
      const std::uint64_t games =
          store.count_deals(division).stored * static_cast<std::uint64_t>(division.seats);
      count.stored += games;
      if (terms.until.games) count.planned += std::max(*terms.until.games, games);
      count.finished = count.finished && read_rounds(store, league, division).has_ended(terms);
    }
    if (count.finished) count.planned = count.stored;
    return count;
  }

  [[nodiscard]] std::unique_ptr<Fixtures> fixtures(const store::Reader& store) const override {
    return std::make_unique<LadderFixtures>(store);
  }

  [[nodiscard]] std::optional<FixedTables> check_plan(const store::Reader& store) const override {
    const store::StoredLeague league = store.league();
    const auto terms = read_terms(league.settings);
    // The seed of an ended league is public, so its dice could be known: no round may follow.
    const bool ended = has_ended(store);
    for (const store::StoredDivision& division : league.divisions) {
      check_rounds(store, division);
      store::require(!ended || read_rounds(store, league, division).has_ended(terms),
                     "{}: its last round is not an end, but the seed is published",
                     division.definition->id);
    }
    return std::nullopt;
  }

  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const override {
    const store::StoredLeague league = store.league();
    const LadderTerms terms = read_terms(league.settings);
    const auto now = base::utc_now();
    report::LeagueStatus status;
    report::OutputTable table;
    bool complete = true;
    for (const store::StoredDivision& division : league.divisions) {
      const LadderSeason season = read_season(store, league, division);
      const NextRound next = season.next_round(terms, now);
      const std::uint64_t games = season.deals() * static_cast<std::uint64_t>(division.seats);
      const bool ended = season.has_ended(terms);
      complete = complete && ended;
      const std::string& values = season.values();
      table.rows.emplace_back();
      table.add({.json = "rules", .heading = "rules", .is_text = true}, division.definition->id);
      table.add({.json = "values"}, values.empty() ? Json() : Json(values));
      table.add({.json = "rounds", .heading = "rounds", .show = report::count}, season.rounds());
      table.add({.json = "deals"}, season.deals());
      table.add({.json = "games", .heading = "games", .show = report::count}, games);
      table.add({.json = "decided", .heading = "orders decided", .show = report::whole_percent},
                next.decided);
      table.add({.json = "error", .heading = "widest ±", .show = report::whole}, next.error);
      table.add({.json = "end", .heading = "ends by"}, ended ? Json(season.last().end) : Json());
    }
    status.cells = report::to_cells(table);
    status.json = {
        {"league", league.name}, {"complete", complete}, {"divisions", report::to_json(table)}};
    status.headline = fmt::format("{}: {}", league.name, complete ? "complete" : "in progress");
    if (!complete) status.lines = {"", "'danno league run FILE' plays the next round"};
    return status;
  }

 protected:
  void complete(const store::Reader& store, const store::StoredLeague& league,
                const store::StoredDivision& division,
                report::DivisionTable& table) const override {
    const auto field = static_cast<int>(league.agents.size());
    std::map<store::Id, report::RankRange> ranks;
    for (const store::StoredAgent& agent : league.agents)
      ranks.emplace(agent.id, report::RankRange{1, field});
    const LadderSeason season = read_rounds(store, league, division);
    for (const auto& [better, worse] : season.claims()) {
      if (!ranks.contains(better) || !ranks.contains(worse)) continue;
      --ranks[better].high;
      ++ranks[worse].low;
    }
    for (report::TableRow& row : table.rows) {
      const auto agent =
          std::ranges::find(league.agents, row.name, &store::StoredAgent::shown_name);
      if (agent != league.agents.end()) row.decided = ranks.at(agent->id);
    }
  }
};

}  // namespace

const LeagueFormat& format() {
  static const LadderFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::ladder
