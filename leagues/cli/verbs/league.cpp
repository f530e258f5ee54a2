// danno league: a league that is stored, resumed and rated; its verbs are files of their own.
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {

void add_league(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "league",
                           .summary = "a league: everybody meets, results are kept",
                           .group = "Playing",
                           .examples = "  danno league run league.toml\n"
                                       "  danno league table league.toml"});
  add_league_verbs(verb, invocation);
}

}  // namespace danno::leagues::cli::verbs
