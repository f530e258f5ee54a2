#include "leagues/site/tournaments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "leagues/formats/tournament/dice.hpp"
#include "leagues/formats/tournament/report.hpp"

namespace danno::leagues::site {
namespace {

using formats::tournament::TournamentDivisionTable;
using formats::tournament::TournamentRow;
using formats::tournament::TournamentTable;

tables::TableRow row_of(const TournamentTable& table, const TournamentRow& own) {
  const store::StoredAgent& agent = table.entrants[static_cast<std::size_t>(own.entrant)];
  tables::TableRow row;
  row.name = agent.shown_name();
  row.author = agent.author;
  row.version = agent.version;
  row.hash = agent.hash;
  row.tally = own.tally;
  row.never_ready = !own.rating && own.tally.games > 0;
  if (!own.rating) return row;
  row.rank = own.rating->rank;
  row.rank_low = own.rating->rank_low;
  row.rank_high = own.rating->rank_high;
  row.elo = own.rating->elo;
  row.elo_low = own.rating->elo_low;
  row.elo_high = own.rating->elo_high;
  row.average_opponent = own.rating->average_opponent;
  row.los_next = own.rating->los_next;
  return row;
}

/// By rating, the unrated ones last.
std::vector<tables::TableRow> rows_of(const TournamentTable& table,
                                      const TournamentDivisionTable& own) {
  std::vector<tables::TableRow> rows;
  for (const TournamentRow& row : own.rows)
    rows.push_back(row_of(table, row));
  std::ranges::sort(rows, {}, [](const tables::TableRow& row) {
    return std::tuple(!row.elo, row.rank, -row.elo.value_or(0), row.name);
  });
  const auto rated = std::ranges::count_if(rows, [](const auto& row) { return !!row.elo; });
  for (tables::TableRow& row : rows) {
    if (row.elo) continue;
    row.rank = row.rank_low = static_cast<int>(rated) + 1;
    row.rank_high = static_cast<int>(rows.size());
  }
  return rows;
}

tables::DivisionTable standings_of(const TournamentTable& table,
                                   const TournamentDivisionTable& own) {
  tables::DivisionTable standings;
  standings.rules = own.definition->id;
  standings.seats =
      formats::tournament::table_sizes(static_cast<int>(table.entrants.size())).front();
  standings.mirror = false;
  standings.games = static_cast<std::int64_t>(own.games);
  standings.games_planned =
      table.finished ? standings.games : static_cast<std::int64_t>(table.games_planned);
  standings.rows = rows_of(table, own);
  standings.connected = std::ranges::all_of(
      own.rows, [](const TournamentRow& row) { return !row.rating || row.rating->component == 0; });
  if (table.epoch) standings.epochs = {*table.epoch};
  standings.isolation = table.isolation;
  standings.isolation_layers = table.isolation_layers;
  standings.records = fmt::format("{}", fmt::join(own.records, " "));
  return standings;
}

ShownTournaments tournaments_of(const TournamentTable& table, const TournamentDivisionTable& own) {
  return {own, table.repeat, table.entrants, std::min(own.tournaments.size(), kMostTournaments)};
}

std::vector<store::Id> agents_of(const ShownTournaments& all,
                                 const formats::tournament::Pairing& game) {
  std::vector<store::Id> agents;
  for (const int entrant : game.seats)
    agents.push_back(all.entrants[static_cast<std::size_t>(entrant)].id);
  return agents;
}

/// As the store numbers it.
std::uint64_t deal_of(const ShownTournaments& all, std::size_t number,
                      const formats::tournament::Pairing& game) {
  return formats::tournament::deal_number(all.entrants.size(), static_cast<int>(number), game);
}

}  // namespace

std::vector<ShownDivision> tournament_divisions(const store::StoredLeague& league,
                                                const TournamentTable& table) {
  std::vector<ShownDivision> divisions;
  for (const TournamentDivisionTable& own : table.divisions) {
    ShownDivision& division = divisions.emplace_back();
    division.name = own.definition->id;
    division.folder = folder_of_division(division.name);
    std::ranges::copy_if(
        league.divisions, std::back_inserter(division.stored),
        [&](const store::StoredDivision& stored) { return stored.definition == own.definition; });
    division.table = standings_of(table, own);
    division.tournaments = tournaments_of(table, own);
    division.set_entrants(table.entrants);
  }
  return divisions;
}

std::vector<std::vector<Candidate>> tournament_games(const ShownDivision& division) {
  const ShownTournaments& all = *division.tournaments;
  std::map<std::vector<store::Id>, store::Id> line_ups;
  for (const store::StoredLineUp& line_up : division.survey.line_ups)
    line_ups.emplace(line_up.agents, line_up.id);
  std::vector<std::vector<Candidate>> games(all.pages);
  for (std::size_t number = 0; number < all.pages; ++number) {
    const formats::tournament::Tournament& tournament = all.table.tournaments[number];
    const std::string of = all.repeat > 1 ? fmt::format(" of tournament {}", number + 1) : "";
    for (std::size_t stage = tournament.stages.size(); stage-- > 0;) {
      for (const auto& [game, record] : tournament.stages[stage].games) {
        games[number].push_back(
            {{line_ups.at(agents_of(all, game)), deal_of(all, number, game)},
             fmt::format("{}{}, round {}, table {}, game {}", stage_name(tournament, stage), of,
                         game.round + 1, game.table + 1, game.game + 1)});
      }
    }
  }
  return games;
}

const ShownGame* find_game(const ShownDivision& division, std::size_t number,
                           const formats::tournament::Pairing& game) {
  const ShownTournaments& all = *division.tournaments;
  return division.find_game(store::line_up_name({0, agents_of(all, game)}, all.entrants),
                            deal_of(all, number, game));
}

std::string stage_name(const formats::tournament::Tournament& tournament, std::size_t stage) {
  return formats::tournament::is_final(tournament, stage) ? "The final"
                                                          : fmt::format("Stage {}", stage + 1);
}

}  // namespace danno::leagues::site
