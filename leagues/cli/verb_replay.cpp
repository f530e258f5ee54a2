// danno replay GAME: a stored game, throw by throw.
#include <CLI/CLI.hpp>
#include <memory>

#include "leagues/cli/terminal/game_teller.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"

namespace danno::cli {
namespace {

struct Arguments {
  StoredLeagueArguments league;
  std::string game;
};

void replay_game(const Arguments& arguments) {
  const leagues::Store store = leagues::Store::open_to_read(stored_folder(arguments.league));
  const leagues::StoredGame game = require_game(store, arguments.game);
  tell_game(*game.rules, game.record, leagues::written_game(game).players);
}

}  // namespace

void add_replay(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "replay",
                             .summary = "show a stored game, throw by throw",
                             .group = "Playing",
                             .examples = "  danno replay koans/ada,bob/17/0\n"
                                         "  danno replay koans/ada,bob/17/0 out/spring"});
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("GAME", arguments->game, "RULES/LINE-UP/DEAL/SEATING")->required();
  add_stored_league(verb, arguments->league);
  verb.callback([arguments] { guarded([&] { replay_game(*arguments); }); });
}

}  // namespace danno::cli
