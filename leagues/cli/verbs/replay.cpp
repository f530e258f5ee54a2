// danno replay GAME: a stored game, throw by throw.
#include <memory>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/game_teller.hpp"
#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct Arguments {
  flags::StoredLeagueArguments league;
  std::string game;
};

void replay_game(const Arguments& arguments) {
  const store::Store store = store::Store::open_to_read(flags::stored_folder(arguments.league));
  const archive::StoredGame game = flags::require_game(store, arguments.game);
  terminal::tell_game(*game.rules, game.record, archive::written_game(game).players);
}

}  // namespace

void add_replay(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "replay",
                           .summary = "show a stored game, throw by throw",
                           .group = "Playing",
                           .examples = "  danno replay koans/ada,bob/17/0\n"
                                       "  danno replay koans/ada,bob/17/0 out/spring"});
  const auto arguments = std::make_shared<Arguments>();
  verb.option("GAME", arguments->game, "RULES/LINE-UP/DEAL/SEATING").required();
  flags::add_stored_league(verb, arguments->league);
  verb.runs([arguments] { replay_game(*arguments); });
}

}  // namespace danno::leagues::cli::verbs
