#include "leagues/cli/terminal/league_notes.hpp"

#include <fmt/format.h>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

void tell_notes(const store::League& league) {
  for (const std::string& note : league.notes)
    print_note("note: {}\n", words::escape_terminal(note));
  for (const entrants::Entrant& entrant : league.entrants) {
    if (entrant.agent.problem.empty()) continue;
    print_note("note: '{}' will count as never-ready: {}\n",
               words::escape_terminal(entrant.agent.name),
               words::escape_lines(entrant.agent.problem));
  }
}

}  // namespace

void tell_league(const store::League& league, const formats::Report& report,
                 const play::LeagueRun& run) {
  const plan::GameCount& games = run.games();
  tell_notes(league);
  std::string line = fmt::format("{}: {}", league.name, report.field(league));
  if (games.planned > 0) line += ", " + words::show_count(games.planned, "game");
  if (games.stored > 0)
    line += fmt::format(", {} {}", words::show_count(games.stored),
                        games.planned > 0 ? "of them played before" : "games played before");
  print_note("{}; isolation {}\n", line, referee::sandbox::to_string(league.limits.isolation));
  if (games.finished) return;
  tell_epoch(*run.epoch());
}

}  // namespace danno::leagues::cli::terminal
