#include "leagues/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "leagues/rated_deal.hpp"
#include "leagues/ratings.hpp"

namespace danno::leagues {
namespace {

/// Numbers of agents, in the order of their names.
std::map<Id, int> number_agents(const std::vector<StoredAgent>& agents) {
  std::map<Id, int> numbers;
  for (std::size_t i = 0; i < agents.size(); ++i)
    numbers[agents[i].id] = static_cast<int>(i);
  return numbers;
}

TableRow make_row(const StoredAgent& agent, const AgentRating& rating, const AgentTally& tally) {
  TableRow row;
  row.rank = rating.rank;
  row.rank_low = rating.rank_low;
  row.rank_high = rating.rank_high;
  row.name = agent.shown_name();
  row.author = agent.author;
  row.elo = rating.elo;
  row.elo_low = rating.elo_low;
  row.elo_high = rating.elo_high;
  row.score = rating.score;
  row.win_share = rating.win_share;
  row.average_opponent = rating.average_opponent;
  row.los_next = rating.los_next;
  row.tally = tally;
  row.never_ready = tally.faults.contains(referee::FaultKind::NeverReady) && tally.points_60 == 0;
  return row;
}

/// Ranks by tournament points; the range still tells what the games leave open by Elo.
void rank_by_points(std::vector<TableRow>& rows) {
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const TableRow& row) { return row.tally.points(); });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool shares = i > 0 && rows[i].tally.points() == rows[i - 1].tally.points();
    rows[i].rank = shares ? rows[i - 1].rank : static_cast<int>(i) + 1;
    rows[i].rank_low = std::min(rows[i].rank_low, rows[i].rank);
    rows[i].rank_high = std::max(rows[i].rank_high, rows[i].rank);
    rows[i].los_next.reset();  // the next row is not the next by Elo
  }
}

/// Who never started stands last, whatever the few games say.
void move_absent_last(std::vector<TableRow>& rows) {
  const auto absent =
      std::ranges::stable_partition(rows, [](const TableRow& row) { return !row.never_ready; });
  const auto last = static_cast<int>(rows.size());
  for (TableRow& row : absent) {
    row.rank = last - static_cast<int>(absent.size()) + 1;
    row.rank_low = row.rank;
    row.rank_high = last;
  }
}

DivisionTable compute_division(const Store& store, const StoredLeague& league,
                               const StoredDivision& division) {
  DivisionTable table;
  table.rules = division.definition->id;
  table.seats = division.seats;
  table.rank_by = league.rank_by;
  table.mirror = division.mirror;
  for (const StoredLineUp& line_up : store.line_ups(division))
    table.games_planned += static_cast<std::int64_t>(line_up.planned) * division.seats;

  const std::map<Id, int> numbers = number_agents(league.agents);
  std::vector<AgentTally> tallies(league.agents.size());
  Results results(static_cast<int>(league.agents.size()));
  store.visit_deals(division, [&](const StoredLineUp& line_up, const referee::DealResult& deal) {
    const auto games = static_cast<std::int64_t>(deal.games.size());
    table.games += games;
    if (is_advised(division.advice, deal.deal)) {
      table.games_advised += games;
      return;
    }
    std::vector<int> agents;
    for (const Id id : line_up.agents)
      agents.push_back(numbers.at(id));
    add_deal(tallies, agents, deal);
    rate_deal(results, agents, deal);
  });

  const Ratings ratings = fit(results);
  table.connected = ratings.components <= 1;
  for (const int agent : ratings.order) {
    const auto i = static_cast<std::size_t>(agent);
    table.rows.push_back(make_row(league.agents[i], ratings.agents[i], tallies[i]));
  }
  if (league.rank_by == RankBy::Points) rank_by_points(table.rows);
  move_absent_last(table.rows);
  table.epochs = store.epochs(division);
  table.isolation = store.isolation_levels(division);
  return table;
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string commitments(const DivisionTable& division) {
  std::string text;
  for (const Epoch& epoch : division.epochs) {
    if (!text.empty()) text += "; ";
    if (epoch.open) {
      text += fmt::format("open seed '{}'", epoch.seed);
    } else if (epoch.revealed) {
      text += fmt::format("seed {} (committed to as SHA-256 {})", epoch.seed, epoch.commitment);
    } else {
      text += fmt::format("secret seed, committed to as SHA-256 {}", epoch.commitment);
    }
  }
  return text.empty() ? "none thrown yet" : text;
}

}  // namespace

LeagueTable compute_table(const Store& store) {
  const StoredLeague league = store.league();
  LeagueTable table{league.name, {}};
  for (const StoredDivision& division : league.divisions)
    table.divisions.push_back(compute_division(store, league, division));
  return table;
}

std::string show_elo(double elo, std::optional<double> low, std::optional<double> high) {
  if (low && high) return fmt::format("{:+.0f} ±{:.0f}", elo, (*high - *low) / 2);
  if (low) return fmt::format("≥ {:+.0f}", *low);
  if (high) return fmt::format("≤ {:+.0f}", *high);
  return "?";
}

std::string show_faults(const AgentTally& tally) {
  std::string text;
  for (const auto& [kind, count] : tally.faults)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", referee::to_string(kind), count);
  return text.empty() ? "-" : text;
}

TableCells table_cells(const DivisionTable& division) {
  TableCells cells;
  cells.headings = {"rank",  "range",  "agent", "Elo ±95 %", "games", "deals",
                    "score", "points", "wins",  "opponents", "LOS",   "faults"};
  for (const TableRow& row : division.rows) {
    const bool rated = row.tally.games > 0;
    cells.rows.push_back(
        {std::to_string(row.rank),
         row.rank_low == row.rank_high ? std::to_string(row.rank_low)
                                       : fmt::format("{}-{}", row.rank_low, row.rank_high),
         row.name, rated ? show_elo(row.elo, row.elo_low, row.elo_high) : "-",
         std::to_string(row.tally.games), std::to_string(row.tally.deals),
         rated ? percent(row.score) : "-", rated ? fmt::format("{:.3f}", row.tally.points()) : "-",
         rated ? percent(row.win_share) : "-",
         rated ? fmt::format("{:+.0f}", row.average_opponent) : "-",
         row.los_next ? fmt::format("{:.0f} %", 100 * *row.los_next) : "",
         row.never_ready ? "never-ready" : show_faults(row.tally)});
  }
  return cells;
}

std::vector<std::string> table_notes(const DivisionTable& division) {
  std::vector<std::string> notes;
  notes.push_back(fmt::format("{} of {} games, {} seats, {} dice", division.games,
                              division.games_planned, division.seats,
                              division.mirror ? "mirrored" : "independent"));
  if (division.games_advised > 0) {
    notes.push_back(
        fmt::format("{} of the games were played with advice: neither rated nor counted",
                    division.games_advised));
  }
  notes.push_back(
      "Elo: pairwise Bradley-Terry, prior 0.5, 0 = mean of the pool; ±: 95 % against that mean, "
      "clustered by deal");
  notes.push_back(
      "range: ranks that the games leave open; opponents: their mean Elo; LOS: chance to be better "
      "than the next");
  if (division.rank_by == RankBy::Points) notes.push_back("ranked by tournament points a game");
  if (!division.connected)
    notes.push_back(
        "some agents never met, not even through others: their ratings cannot be compared");
  notes.push_back("dice: " + commitments(division));
  std::string levels;
  for (const std::string& level : division.isolation)
    levels += (levels.empty() ? "" : ", ") + level;
  notes.push_back("isolation: " + (levels.empty() ? "-" : levels));
  return notes;
}

}  // namespace danno::leagues
