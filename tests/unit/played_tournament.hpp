// A league of tournaments of up to seven agents, whose games a test makes up.
#pragma once

#include <string>

#include "tests/unit/played_rounds.hpp"

namespace danno::leagues {

class PlayedTournament : public PlayedRounds {
 protected:
  PlayedTournament() {
    league_.name = "cup_1";
    league_.format = "tournament";
    league_.mirror = false;
    league_.has_fixed_games = true;
    league_.format_keys["apart"] = false;
  }
  /// Adds the first of ada, bob, cy, dee, eve, fay and gus; bob has an author.
  void add_agents(int count) {
    for (const char* const name : {"ada", "bob", "cy", "dee", "eve", "fay", "gus"}) {
      if (count-- > 0) add_agent(name, name == std::string("bob") ? "Ben" : "");
    }
  }
};

}  // namespace danno::leagues
