#include "leagues/cli/flags/stored_league.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {

namespace fs = std::filesystem;

void add_stored_league(CLI::App& verb, StoredLeagueArguments& arguments) {
  verb.add_option("LEAGUE", arguments.league,
                  "the league file, or the folder it is kept in; default league.toml");
  verb.add_option("--out", arguments.out, "the folder it is kept in")->type_name("DIR");
}

fs::path stored_folder(const StoredLeagueArguments& arguments) {
  if (!arguments.out.empty()) return arguments.out;
  const std::string named = arguments.league.empty() ? "league.toml" : arguments.league;
  if (fs::is_directory(named)) return named;
  try {
    return fs::path("out") / leagues::read_league_file(named).name;
  } catch (const leagues::LeagueFileErrors& errors) {
    throw UsageError(leagues::escape_terminal(errors.lines().front()));
  }
}

leagues::StoredGame require_game(const leagues::Store& store, const std::string& id) {
  const auto parsed = leagues::parse_game_id(id);
  if (!parsed) {
    throw UsageError(
        fmt::format("game '{}'; expected RULES/LINE-UP/DEAL/SEATING, as in koans/ada,bob/17/0",
                    leagues::escape_terminal(id)));
  }
  auto game = leagues::find_game(store, *parsed);
  if (!game) {
    throw UsageError(fmt::format(
        "no game '{}' is stored; a line-up is its agents by name, as in ada,bob@2; deals and "
        "seatings count from 0",
        leagues::escape_terminal(id)));
  }
  return *std::move(game);
}

void guarded(const std::function<void()>& run) {
  try {
    run();
  } catch (const leagues::LeagueBusy& error) {
    throw UsageError(error.what());
  } catch (const leagues::OtherLeague& error) {
    throw UsageError(error.what());
  } catch (const leagues::NoLeague& error) {
    throw UsageError(error.what());
  }
}

}  // namespace danno::cli
