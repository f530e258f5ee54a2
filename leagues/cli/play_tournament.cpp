#include "leagues/cli/play_tournament.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "leagues/cli/color.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/text_escape.hpp"
#include "leagues/tournament_play.hpp"
#include "leagues/tournament_report.hpp"
#include "referee/isolation.hpp"

namespace danno::cli {
namespace {

namespace fs = std::filesystem;

void print_cells(const leagues::TableCells& cells) {
  std::vector<Align> columns(cells.headings.size(), Align::Right);
  columns[1] = columns.back() = Align::Left;
  std::vector<std::vector<std::string>> rows{cells.headings};
  for (auto row : cells.rows) {
    row[1] = leagues::escape_terminal(row[1]);
    rows.push_back(row);
  }
  fmt::print("{}", text_table(columns, rows));
}

void show(const leagues::PlayedTournament& played) {
  for (const leagues::PlayedDivision& division : played.divisions) {
    for (std::size_t i = 0; i < division.tournament.stages.size(); ++i) {
      fmt::print("\n{}\n\n", styled(fmt::format("{}: {}, {}", played.name, division.definition->id,
                                                leagues::stage_title(division, i)),
                                    Style::Bold, stdout));
      print_cells(leagues::stage_cells(played, division, i));
    }
    fmt::print("\n{}\n\n", styled("all games", Style::Bold, stdout));
    print_cells(leagues::final_cells(played, division));
  }
  fmt::print(
      "\n{}\n",
      styled(fmt::format("seed {}; points: N for the first of N seats down to 1, a forfeit 0\n"
                         "isolation {}",
                         leagues::escape_terminal(played.seed.text), played.isolation_layers),
             Style::Dim, stdout));
}

void tell_plan(const leagues::League& league, const leagues::PlayedTournament& played,
               std::uint64_t games) {
  for (const leagues::Entrant& entrant : league.entrants) {
    if (entrant.problem.empty()) continue;
    fmt::print(stderr, "note: '{}' forfeits every game: {}\n",
               leagues::escape_terminal(entrant.agent.name),
               leagues::escape_terminal(entrant.problem));
  }
  fmt::print(stderr, "{}: a tournament of {} agents, {} games; isolation {}\n", league.name,
             league.entrants.size(), show_count(games), played.isolation);
  if (played.open_seed) {
    fmt::print(stderr, "open seed '{}'\n", leagues::escape_terminal(played.seed.text));
  } else {
    fmt::print(stderr, "the seed's SHA-256 is {}\n", referee::commitment(played.seed));
  }
}

}  // namespace

bool show_played_tournament(const fs::path& folder, const Session& session) {
  if (fs::exists(folder / "league.db") || !fs::exists(folder / "table.json")) return false;
  std::ifstream file(folder / (session.json ? "table.json" : "table.md"), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  fmt::print("{}", text.str());
  return true;
}

void play_tournament(const leagues::League& league, const fs::path& folder, const RunFlags& flags,
                     Session& session) {
  if (fs::exists(folder / "league.db")) {
    throw UsageError(
        fmt::format("{} holds a league of another format; --out DIR keeps this one "
                    "elsewhere",
                    folder.string()));
  }
  if (show_played_tournament(folder, session)) {
    if (!session.quiet) fmt::print(stderr, "played before; --out DIR plays it anew elsewhere\n");
    return;
  }
  const std::string layers = referee::summary(referee::require(league.limits.isolation));
  fs::create_directories(folder);
  leagues::PlayedTournament played{league.name,
                                   league.entrants,
                                   league.seed ? referee::Seed{*league.seed} : referee::draw_seed(),
                                   league.seed.has_value(),
                                   std::string(referee::to_string(league.limits.isolation)),
                                   layers,
                                   {}};
  const std::uint64_t games =
      league.divisions.size() * leagues::tournament_games(static_cast<int>(league.entrants.size()));
  if (!session.quiet) tell_plan(league, played, games);
  const Interrupts interrupts;
  try {
    Progress progress(session, games, 0);
    leagues::TournamentSettings settings;
    settings.shards = flags.options().shards;
    settings.exact_clock = flags.exact_clock();
    settings.faults = folder / "faults";
    settings.on_played = [&](const leagues::TournamentGame& game) {
      std::vector<std::string> names;
      for (const int entrant : game.pairing.seats)
        names.push_back(league.entrants[static_cast<std::size_t>(entrant)].agent.name);
      const referee::DealResult deal{0, {game.record}};
      progress.add(std::span(&deal, 1), names);
    };
    for (const leagues::DivisionSettings& division : league.divisions)
      played.divisions.push_back(
          {division.definition, leagues::play_tournament(league, division, played.seed, settings)});
  } catch (const leagues::TournamentStopped&) {
    fmt::print(stderr, "interrupted; a tournament is played whole, so nothing of it is kept\n");
    session.exit_code = interrupts.exit_code();
    return;
  }
  leagues::write_tournament_files(played, folder);
  if (session.json) {
    fmt::print("{}", leagues::tournament_json(played));
  } else {
    show(played);
  }
  if (!session.quiet) fmt::print(stderr, "\ntables in {}\n", folder.string());
}

}  // namespace danno::cli
