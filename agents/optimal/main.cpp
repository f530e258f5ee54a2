#include "agents/optimal/optimal.hpp"

#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>

namespace {

using danno::agents::Optimal;

/// Returns the player for the game's rules. Tables are in `danno` below the working directory,
/// which is the agent's folder.
Optimal& find_player(const danno::v1::GameStart& game) {
  static std::map<std::string, std::unique_ptr<Optimal>> known;
  auto& player = known[danno::agents::rules_key(game)];
  if (!player) player = std::make_unique<Optimal>(game, "danno");
  return *player;
}

struct Game {
  explicit Game(const danno::v1::GameStart& game) : player(&find_player(game)) {}
  Optimal* player;
};

danno::Decision decide(const danno::Question& question, Game& game) {
  return game.player->decide(question);
}

}  // namespace

int main() {
  try {
    return danno::play<Game>(decide, {.name = "optimal"});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "optimal: %s\n", error.what());
    return 1;
  }
}
