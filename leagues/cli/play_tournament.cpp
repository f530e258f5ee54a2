#include "leagues/cli/play_tournament.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/tournament_play.hpp"
#include "leagues/tournament/report.hpp"

namespace danno::cli {
namespace {

namespace fs = std::filesystem;
using leagues::TournamentDivisionTable;
using leagues::TournamentTable;
using nlohmann::ordered_json;

void print_cells(const std::string& title, const leagues::TableCells& cells) {
  std::vector<Align> columns(cells.headings.size(), Align::Right);
  columns[1] = columns.back() = Align::Left;
  std::vector<std::vector<std::string>> rows{cells.headings};
  for (auto row : cells.rows) {
    for (std::string& cell : row)
      cell = leagues::escape_terminal(cell);
    rows.push_back(row);
  }
  fmt::print("\n{}\n\n{}", styled(title, Style::Bold, stdout), text_table(columns, rows));
}

void show(const TournamentTable& table) {
  for (const TournamentDivisionTable& division : table.divisions) {
    const std::string rules = fmt::format("{}: {}, ", table.name, division.definition->id);
    for (std::size_t number = 0; number < division.tournaments.size(); ++number) {
      const leagues::Tournament& tournament = division.tournaments[number];
      for (std::size_t stage = 0; stage < tournament.stages.size(); ++stage)
        print_cells(rules + leagues::stage_title(table, division, number, stage),
                    leagues::stage_cells(table, division, tournament, stage));
    }
    print_cells(rules + "all games", leagues::final_cells(table, division));
    if (const auto faults = leagues::fault_cells(table, division); !faults.rows.empty())
      print_cells(rules + "faults", faults);
    fmt::print("\n");
    for (const std::string& note : leagues::tournament_notes(table, division))
      fmt::print("{}\n", styled(leagues::escape_terminal(note), Style::Dim, stdout));
  }
}

void write_and_show(const TournamentTable& table, const fs::path& folder, const Session& session) {
  leagues::write_tournament_files(table, folder);
  if (session.json) {
    fmt::print("{}", leagues::tournament_json(table));
  } else {
    show(table);
  }
}

std::uint64_t games_played(const TournamentTable& table) {
  std::uint64_t games = 0;
  for (const TournamentDivisionTable& division : table.divisions)
    games += division.games;
  return games;
}

void tell_plan(const leagues::League& league, const TournamentTable& before, std::uint64_t games) {
  for (const leagues::Entrant& entrant : league.entrants) {
    if (entrant.problem.empty()) continue;
    fmt::print(stderr, "note: '{}' forfeits every game: {}\n",
               leagues::escape_terminal(entrant.agent.name),
               leagues::escape_terminal(entrant.problem));
  }
  fmt::print(stderr, "{}: {} of {} agents, {} games", league.name,
             league.repeat == 1 ? "a tournament" : fmt::format("{} tournaments", league.repeat),
             league.entrants.size(), show_count(games));
  if (const std::uint64_t played = games_played(before); played > 0)
    fmt::print(stderr, ", {} of them played before", show_count(played));
  fmt::print(stderr, "; isolation {}\n", referee::to_string(league.limits.isolation));
}

}  // namespace

void play_tournament(const leagues::League& league, leagues::Store& store,
                     const leagues::Conditions& conditions, const fs::path& folder,
                     const RunFlags& flags, Session& session) {
  const TournamentTable before = leagues::compute_tournament_table(store);
  const std::uint64_t games = before.games_planned * league.divisions.size();
  if (!session.quiet) tell_plan(league, before, games);
  const Interrupts interrupts;
  if (!before.finished) {
    Progress progress(session, games, games_played(before));
    leagues::TournamentSettings settings;
    settings.shards = flags.options().shards;
    settings.exact_clock = flags.exact_clock();
    settings.conditions = conditions;
    settings.faults = folder / "faults";
    settings.on_played = [&](std::span<const std::string> names, const referee::DealResult& deal) {
      progress.add(std::span(&deal, 1), names);
    };
    leagues::play_tournaments(league, store, settings);
  }
  const TournamentTable table = leagues::compute_tournament_table(store);
  write_and_show(table, folder, session);
  if (!session.quiet) fmt::print(stderr, "\ntables in {}\n", folder.string());
  if (table.finished) return;
  fmt::print(stderr, "interrupted; what was played is stored, the same command goes on\n");
  session.exit_code = interrupts.exit_code();
}

void show_tournament(const leagues::Store& store, const fs::path& folder, const Session& session) {
  write_and_show(leagues::compute_tournament_table(store), folder, session);
}

void show_tournament_status(const leagues::Store& store, const Session& session) {
  const TournamentTable table = leagues::compute_tournament_table(store);
  if (session.json) {
    ordered_json divisions = ordered_json::array();
    for (const TournamentDivisionTable& division : table.divisions) {
      divisions.push_back({{"rules", division.definition->id},
                           {"games", division.games},
                           {"games_planned", table.games_planned}});
    }
    const ordered_json json{
        {"league", table.name}, {"complete", table.finished}, {"divisions", divisions}};
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("{}: {}\n", table.name, table.finished ? "complete" : "being played");
  for (const TournamentDivisionTable& division : table.divisions)
    fmt::print("{}: {} of {} games\n", division.definition->id, show_count(division.games),
               show_count(table.games_planned));
}

}  // namespace danno::cli
