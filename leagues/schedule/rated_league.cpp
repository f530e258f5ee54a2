#include "leagues/schedule/rated_league.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/report/block_luck.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule {

namespace {

using base::format_count;
using base::Json;
using store::require;

/// All missing deals at once: one fixture for all deals after a line-up's stored ones, and one for
/// every gap among them.
class MissingDeals : public Fixtures {
 public:
  explicit MissingDeals(const store::Reader& store) : league_(store.league()) {}

  std::vector<Fixture> next(store::Writer& store) override {
    std::vector<Fixture> fixtures;
    if (std::exchange(given_, true)) return fixtures;
    for (const store::StoredDivision& division : league_.divisions) {
      const rules::RuleSet& rules =
          rules_.emplace_back(*division.definition, division.seats, division.parameters);
      auto line_ups = store.reader().line_ups(division);
      fixtures.reserve(fixtures.size() + line_ups.size());
      for (store::StoredLineUp& line_up : line_ups) {
        for (const auto& [first, end] : missing_ranges(store.reader(), line_up))
          fixtures.push_back({line_up, &division, &rules, first, end});
        line_up.agents = {};  // they are many
      }
    }
    return fixtures;
  }

 private:
  /// Returns the ranges of missing deals. Most line-ups are complete or not begun, which their
  /// counts show.
  static std::vector<std::pair<std::uint64_t, std::uint64_t>> missing_ranges(
      const store::Reader& store, const store::StoredLineUp& line_up) {
    if (line_up.played == 0) return {{0, line_up.planned}};
    if (line_up.played >= line_up.planned) return {};
    return store.missing_deals(line_up);
  }

  store::StoredLeague league_;
  std::deque<rules::RuleSet> rules_;
  bool given_ = false;
};

/// Checks that the line-ups of a division are those that are due, each with its deals. If the
/// league has ended, none of these may be missing.
void check_schedule(const store::Reader& store, const store::StoredLeague& league,
                    const store::StoredDivision& division,
                    const std::vector<std::vector<store::Id>>& due, bool ended) {
  const std::string& rules = division.definition->id;
  const auto agents = store.all_agents();
  const auto planned = store.line_ups(division);
  const auto all = store.all_line_ups(division);
  // A gate may be decided without a single deal of some line-up.
  require(!league.plan->deals || planned.size() == due.size(),
          "{}: {} line-ups are planned; expected {}", rules, planned.size(), due.size());
  auto next = due.begin();
  for (const store::StoredLineUp& line_up : planned) {
    const std::string name = store::line_up_name(line_up, agents);
    const auto expected = league.plan->deals ? next : std::find(next, due.end(), line_up.agents);
    require(expected != due.end() && line_up.agents == *expected,
            "{}/{}: the schedule does not have line-up {} here{}", rules, name, line_up.id,
            expected == due.end()
                ? ""
                : fmt::format("; expected agents {}", fmt::join(*expected, ", ")));
    next = expected + 1;
    // Deals that were played stay, also where fewer are asked for later.
    const std::uint64_t stored =
        std::ranges::find(all, line_up.id, &store::StoredLineUp::id)->played;
    const std::uint64_t deals = std::max(league.plan->deals.value_or(0), stored);
    require(line_up.planned == deals, "{}/{}: {} deals are planned; expected {}", rules, name,
            line_up.planned, deals);
    require(!ended || line_up.played >= line_up.planned,
            "{}/{}: {} deals; the league is complete with {}", rules, name, line_up.played,
            line_up.planned);
  }
}

/// Returns why a line-up has deals left.
std::string why_left(const store::StoredLineUp& line_up, const store::StoredLeague& league) {
  if (line_up.played > 0) return "played in part";
  std::string changed;
  for (const store::StoredAgent& agent : league.agents) {
    const bool plays = std::ranges::find(line_up.agents, agent.id) != line_up.agents.end();
    if (plays && agent.version > 1) changed += (changed.empty() ? "" : ", ") + agent.shown_name();
  }
  return changed.empty() ? "not begun" : "not begun by the changed " + changed;
}

/// The deals that are left for one reason, over all divisions.
struct LeftDeals {
  std::uint64_t line_ups = 0;
  std::uint64_t deals = 0;
};
using LeftByReason = std::map<std::string, LeftDeals>;

/// Adds a division's row to the table, and what it has left to `all_left`. Returns the number of
/// deals that are left.
std::uint64_t add_status(const store::Reader& store, const store::StoredLeague& league,
                         const store::StoredDivision& division, report::OutputTable& table,
                         LeftByReason& all_left) {
  std::uint64_t line_ups = 0;
  std::uint64_t planned = 0;
  std::uint64_t played = 0;
  Json lines = Json::array();
  for (const store::StoredLineUp& line_up : store.line_ups(division)) {
    ++line_ups;
    planned += line_up.planned;
    played += line_up.played;
    if (line_up.played >= line_up.planned) continue;
    const std::uint64_t deals = line_up.planned - line_up.played;
    const std::string why = why_left(line_up, league);
    lines.push_back(
        {{"line_up", store::line_up_name(line_up, league.agents)}, {"deals", deals}, {"why", why}});
    ++all_left[why].line_ups;
    all_left[why].deals += deals;
  }
  const std::size_t faults = store.faults(division).size();
  table.rows.emplace_back();
  table.add({.json = "rules", .heading = "rules", .is_text = true}, division.definition->id);
  table.add({.json = "line_ups", .heading = "line-ups", .show = report::count}, line_ups);
  table.add({.json = "deals", .heading = "deals", .show = report::count}, played);
  table.add({.json = "deals_planned"}, planned);
  table.add({.heading = "left", .show = report::count}, planned - played);
  table.add({.json = "faults", .heading = "faults", .show = report::count}, faults);
  table.add({.json = "left"}, std::move(lines));
  return planned - played;
}

/// Returns the reasons why deals are left, and the number of deals that no table has.
std::vector<std::string> status_lines(const LeftByReason& all_left, std::uint64_t retired) {
  std::vector<std::string> lines;
  if (!all_left.empty()) lines.emplace_back();
  for (const auto& [why, left] : all_left)
    lines.push_back(fmt::format("{} of {}: {}", format_count(left.deals, "deal"),
                                format_count(left.line_ups, "line-up"), why));
  if (retired == 0) return lines;
  lines.emplace_back();
  lines.push_back(fmt::format("stored, but in no table: {} of agents that left or changed",
                              format_count(retired, "deal")));
  return lines;
}

}  // namespace

GameCount PlannedFormat::count(const store::Reader& store) const {
  GameCount count;
  for (const store::StoredDivision& division : store.league().divisions) {
    const auto seatings = static_cast<std::uint64_t>(division.seats);
    const store::DealCount deals = store.count_deals(division);
    count.planned += deals.planned * seatings;
    count.stored += deals.stored * seatings;
  }
  count.finished = count.stored == count.planned;
  return count;
}

std::unique_ptr<Fixtures> PlannedFormat::fixtures(const store::Reader& store) const {
  return std::make_unique<MissingDeals>(store);
}

std::optional<FixedTables> PlannedFormat::check_plan(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const bool ended = has_ended(store);  // read first: a process may play the last deals meanwhile
  require(league.plan.has_value(), "league.db: settings: no deals; expected what was planned");
  for (const store::StoredDivision& division : league.divisions)
    check_schedule(store, league, division, line_ups()(league, division.seats), ended);
  return std::nullopt;
}

report::LeagueStatus PlannedFormat::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const std::uint64_t retired = store.unscheduled_deals();
  report::LeagueStatus status;
  report::OutputTable table;
  LeftByReason all_left;
  std::uint64_t left = 0;
  for (const store::StoredDivision& division : league.divisions)
    left += add_status(store, league, division, table, all_left);
  status.json = {{"league", league.name},
                 {"complete", left == 0},
                 {"retired_deals", retired},
                 {"divisions", report::to_json(table)}};
  status.cells = report::to_cells(table);
  status.headline = fmt::format(
      "{}: {}", league.name,
      left == 0 ? "complete" : fmt::format("{} left to play", format_count(left, "deal")));
  status.lines = status_lines(all_left, retired);
  if (left > 0) status.next_step = "'danno league run FILE' plays them";
  return status;
}

report::LeagueTable rate_league(const store::Reader& store, const solver::Watch& watch,
                                PublishedJson* published) {
  report::LeagueTable table = report::compute_table(store, watch);
  if (published != nullptr && report::merge_published_adjustments(table, published->text)) {
    published->notes.emplace_back(
        "table.json was made with other solved values than are here; its adjusted ratings, and "
        "ranks "
        "by them, were not compared");
  }
  return table;
}

void add_sheets(const report::LeagueTable& table, const report::DivisionTable& division,
                std::vector<report::Sheet>& sheets) {
  sheets.push_back({fmt::format("{}: {}", table.name, division.rules),
                    report::table_cells(division), report::table_notes(division)});
  report::TableCells meetings = report::meeting_cells(division);
  if (meetings.rows.empty()) return;
  sheets.push_back({fmt::format("{}: {}, who beat whom", table.name, division.rules),
                    std::move(meetings), report::meeting_notes()});
}

std::vector<DivisionPages> rated_divisions(report::LeagueTable table,
                                           const store::StoredLeague& league) {
  std::vector<DivisionPages> divisions;
  for (std::size_t i = 0; i < table.divisions.size(); ++i)
    divisions.push_back({{league.divisions[i]}, std::move(table.divisions[i])});
  return divisions;
}

void RatedFormat::prepare_tables(store::Reader& store, const solver::Watch& watch) const {
  report::store_luck(store, watch);
}

report::LeagueTable RatedFormat::compute(const store::Reader& store, const solver::Watch& watch,
                                         PublishedJson* published) const {
  report::LeagueTable table = rate_league(store, watch, published);
  const store::StoredLeague league = store.league();
  for (std::size_t i = 0; i < league.divisions.size(); ++i)
    complete(store, league, league.divisions[i], table.divisions[i]);
  return table;
}

report::LeagueTables RatedFormat::tables(const store::Reader& store, const solver::Watch& watch,
                                         PublishedJson* published) const {
  const report::LeagueTable table = compute(store, watch, published);
  report::LeagueTables shown{table.digests, report::table_files(table), {}};
  for (const report::DivisionTable& division : table.divisions)
    add_sheets(table, division, shown.sheets);
  return shown;
}

LeaguePages RatedFormat::pages(const store::Reader& store, const solver::Watch& watch) const {
  report::LeagueTable table = compute(store, watch);
  std::string json = report::table_json(table);
  return {std::move(json), rated_divisions(std::move(table), store.league())};
}

}  // namespace danno::leagues::schedule
