// danno league export: stored games in their written form, or as a line of JSON each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/archive/game_files.hpp"

namespace danno::cli {
namespace {

namespace fs = std::filesystem;
using leagues::StoredGame;

struct Arguments {
  StoredLeagueArguments league;
  std::string game;
  bool all = false;
};

void export_games(const Arguments& arguments, const Session& session) {
  if (arguments.all == !arguments.game.empty())
    throw UsageError("which games? expected either --game RULES/LINE-UP/DEAL/SEATING or --all");
  const fs::path folder = stored_folder(arguments.league);
  const leagues::Store store = leagues::Store::open_to_read(folder);
  if (!arguments.all) {
    const StoredGame game = require_game(store, arguments.game);
    fmt::print("{}", session.json ? leagues::game_json(game)
                                  : referee::print_written_game(leagues::written_game(game)));
    return;
  }
  std::uint64_t count = 0;
  leagues::visit_games(store, [&](const StoredGame& game) {
    ++count;
    if (session.json)
      fmt::print("{}", leagues::game_json(game));
    else
      leagues::write_game_file(folder / "games", game);
  });
  if (!session.json && !session.quiet)
    fmt::print(stderr, "{} games in {}\n", show_count(count), (folder / "games").string());
}

}  // namespace

void add_export(CLI::App& league, Session& session) {
  CLI::App& verb =
      add_verb(league, session,
               {.name = "export",
                .summary = "stored games as people write them, or as JSON",
                .group = "Verbs",
                .examples = "  danno league export league.toml --game koans/ada,bob/17/0\n"
                            "  danno league export out/spring --all"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  add_stored_league(verb, arguments->league);
  verb.add_option("--game", arguments->game, "RULES/LINE-UP/DEAL/SEATING, as in koans/ada,bob/17/0")
      ->type_name("GAME");
  verb.add_flag("--all", arguments->all,
                "every game: a file each in games/ of the league's folder; with --json, on stdout");
  verb.callback([arguments, &session] { guarded([&] { export_games(*arguments, session); }); });
}

}  // namespace danno::cli
