#include "leagues/site/read_league.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "leagues/formats/formats.hpp"
#include "leagues/formats/planned/planned.hpp"
#include "leagues/formats/tournament/report.hpp"
#include "leagues/site/rounds.hpp"
#include "leagues/site/tournaments.hpp"

namespace danno::leagues::site {
namespace {

FileNames file_names(const store::StoredLeague& league) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : league.agents)
    names.push_back(agent.shown_name());
  return FileNames(std::move(names));
}

/// Of "ada,bob"; none where one of them is not there.
std::vector<store::Id> agents_of(const std::string& line_up, const store::StoredLeague& league) {
  std::vector<store::Id> agents;
  std::istringstream names(line_up);
  for (std::string name; std::getline(names, name, ',');) {
    const auto agent = std::ranges::find(league.agents, name, &store::StoredAgent::shown_name);
    if (agent == league.agents.end()) return {};
    agents.push_back(agent->id);
  }
  return agents;
}

/// Those that were asked for and are this division's.
std::vector<Candidate> asked_for(const store::Store& store, const SiteOptions& options,
                                 const ShownDivision& division, const store::StoredLeague& league) {
  std::vector<Candidate> asked;
  for (const archive::GameId& id : options.asked) {
    if (id.rules != division.name) continue;
    const std::vector<store::Id> agents = agents_of(id.line_up, league);
    const auto found =
        std::ranges::find(division.survey.line_ups, agents, &store::StoredLineUp::agents);
    const auto is_stored = [&](const store::StoredLineUp& line_up) {
      return !archive::read_deal(store, division.stored_of(line_up), line_up, id.deal).empty();
    };
    if (found == division.survey.line_ups.end() || !is_stored(*found))
      throw store::WrongFolder(fmt::format("no game '{}' is stored", archive::to_string(id)));
    asked.push_back({{found->id, id.deal}, "asked for"});
  }
  return asked;
}

/// Every stored deal, where all are wanted.
CandidatesOfKind all_deals(const Survey& survey) {
  std::vector<Candidate> all;
  for (const store::StoredLineUp& line_up : survey.line_ups) {
    for (std::uint64_t deal = 0; deal < line_up.played; ++deal)
      all.push_back({{line_up.id, deal}, "one of all"});
  }
  return {{std::move(all)}};
}

Candidates candidates_of(const store::Store& store, const ShownDivision& division,
                         const SiteOptions& options, const store::StoredLeague& stored) {
  Candidates candidates = division.survey.candidates;
  candidates.asked = asked_for(store, options, division, stored);
  if (division.tournaments)
    candidates.kinds.insert(candidates.kinds.begin(), {tournament_games(division)});
  if (division.rounds)
    candidates.kinds.insert(candidates.kinds.begin(), {{rounds_games(division)}});
  if (!division.tournaments && options.games == kAllGames)
    candidates.kinds.push_back(all_deals(division.survey));
  return candidates;
}

void choose_games(const store::Store& store, ShownDivision& division, const ShownLeague& league,
                  const store::StoredLeague& stored, const SiteOptions& options) {
  const Candidates candidates = candidates_of(store, division, options, stored);
  const std::size_t limit = options.games.value_or(games_of(division.table.rows.size()));
  const auto is_shown = [&](const std::vector<std::string>& names) {
    return std::ranges::any_of(division.table.rows, [&](const tables::TableRow& row) {
      return league.has_page(row) && std::ranges::find(names, row.name) != names.end();
    });
  };
  for (ChosenDeal& chosen : choose(candidates, limit)) {
    const store::StoredLineUp* const line_up = division.survey.find_line_up(chosen.deal.line_up);
    if (line_up == nullptr) continue;
    std::vector<std::string> names = store::names_of(*line_up, stored.agents);
    if (!is_shown(names)) continue;
    const std::string path = division.folder + deal_path(league.files, names, chosen.deal.deal);
    division.games.push_back({chosen.deal, std::move(names), path, std::move(chosen.why)});
  }
  std::ranges::sort(division.games, {},
                    [](const ShownGame& game) { return std::pair(game.names, game.deal.deal); });
  for (std::size_t i = 0; i < division.games.size(); ++i) {
    const DealPlace& deal = division.games[i].deal;
    const store::StoredLineUp& line_up = *division.survey.find_line_up(deal.line_up);
    division.game_pages.emplace(std::pair(store::line_up_name(line_up, stored.agents), deal.deal),
                                i);
  }
}

std::vector<ShownDivision> read_divisions(tables::LeagueTable tables,
                                          const store::StoredLeague& stored) {
  std::vector<ShownDivision> divisions;
  for (std::size_t i = 0; i < tables.divisions.size(); ++i) {
    ShownDivision& division = divisions.emplace_back();
    division.stored = {stored.divisions[i]};
    division.name = archive::division_name(stored.divisions[i], stored);
    division.folder = folder_of_division(division.name);
    division.table = std::move(tables.divisions[i]);
  }
  return divisions;
}

void read_rounds(const store::Store& store, const formats::RoundsFormat& format,
                 const store::StoredLeague& stored, ReadLeague& league,
                 const solver::Watch& watch) {
  const formats::RoundsTables tables = format.compute(store, stored, watch);
  league.table_json = formats::show(tables).json();
  league.shown.divisions = read_divisions(tables.rated, stored);
  for (std::size_t i = 0; i < tables.reports.size(); ++i) {
    ShownDivision& division = league.shown.divisions[i];
    division.rounds = rounds_of(tables, i);
    division.set_entrants(stored.agents);
  }
}

/// By the league's format.
void read_tables(const store::Store& store, const store::StoredLeague& stored, ReadLeague& league,
                 const solver::Watch& watch) {
  const plan::Format& format = formats::find_format(stored.format);
  if (const auto* const planned = dynamic_cast<const formats::planned::PlannedFormat*>(&format)) {
    tables::LeagueTable tables = planned->compute(store, watch);
    league.table_json = tables::table_json(tables);
    league.shown.divisions = read_divisions(std::move(tables), stored);
  } else if (const auto* const rounds = dynamic_cast<const formats::RoundsFormat*>(&format)) {
    read_rounds(store, *rounds, stored, league, watch);
  } else {
    const auto table = formats::tournament::compute_tournament_table(store, watch);
    league.table_json = formats::tournament::tournament_json(table);
    league.shown.divisions = tournament_divisions(stored, table);
  }
}

void add_left_out(const ShownDivision& division, ReadLeague& league) {
  if (!division.survey.not_reviewed.empty())
    league.left_out.emplace_back(division.name + ": winning chances", division.survey.not_reviewed);
  if (!division.tournaments) return;
  const std::size_t played = division.tournaments->table.tournaments.size();
  if (played > kMostTournaments)
    league.left_out.emplace_back(
        fmt::format("{}: tournaments {} to {}", division.name, kMostTournaments + 1, played),
        fmt::format("a site has pages of the first {}", kMostTournaments));
}

}  // namespace

ReadLeague read_league(const store::Store& store, const SiteOptions& options,
                       const solver::Watch& watch) {
  const store::StoredLeague stored = store.league();
  ReadLeague league{{stored.name, options.shown, file_names(stored), {}, options.verified}, {}, {}};
  std::uint64_t read = 0;
  watch("divisions read", read, stored.divisions.size());
  read_tables(store, stored, league, watch);
  for (ShownDivision& division : league.shown.divisions) {
    watch("divisions read", read++, league.shown.divisions.size());
    division.survey = survey(store, division.stored, division.table, watch);
    choose_games(store, division, league.shown, stored, options);
    add_left_out(division, league);
  }
  return league;
}

}  // namespace danno::leagues::site
