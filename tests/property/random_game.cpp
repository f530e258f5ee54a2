#include "tests/property/random_game.hpp"

#include <algorithm>

namespace danno::testing {

int below(Random& random, int n) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(n));
}

bool one_in(Random& random, int n) { return below(random, n) == 0; }

referee::record::WrittenGame random_setup(const rules::Definition& definition, Random& random) {
  referee::record::WrittenGame game;
  game.definition = &definition;
  const int seats = 2 + below(random, rules::kMaxSeats - 1);
  for (int seat = 0; seat < seats; ++seat)
    game.players.push_back("p" + std::to_string(seat));
  game.first = below(random, seats);
  rules::Parameters& parameters = game.parameters;
  parameters = definition.defaults(seats);
  parameters.target = std::max(parameters.target / (1 + below(random, 5)), 1);
  if (one_in(random, 3)) parameters.entry = parameters.entry * below(random, 4) / 2;
  if (one_in(random, 8)) parameters.max_turns = 1 + below(random, 6);
  if (one_in(random, 5)) parameters.over_target = !parameters.over_target;
  for (const std::string_view option : definition.options) {
    const char* const value = one_in(random, 2) ? "true" : "false";
    if (one_in(random, 2)) (void)rules::set_parameter(definition, parameters, option, value);
  }
  const int step = definition.unit == 2 ? 1 : 50;
  for (int seat = 0; seat < seats; ++seat) {
    if (!one_in(random, 4)) continue;
    const bool in = !one_in(random, 4);
    const int score = below(random, std::max(parameters.target / step, 1)) * step;
    game.scores.push_back({seat, in ? score : 0, in});
  }
  return game;
}

oracle::Settings oracle_settings(const referee::record::WrittenGame& game) {
  const rules::Parameters& from = game.parameters;
  oracle::Settings settings;
  settings.id = game.definition->id;
  settings.target = from.target;
  settings.entry = from.entry;
  settings.max_turns = from.max_turns;
  settings.over_target = from.over_target;
  settings.spare_dice_score = from.spare_dice_score;
  settings.break_triples = from.break_triples;
  settings.dead_dice = from.dead_dice;
  settings.choose_attempt = from.choose_attempt;
  settings.newcomer_accepts = from.newcomer_accepts;
  settings.six_alike_ends_turn = from.six_alike_ends_turn;
  settings.bank_below_entry = from.bank_below_entry;
  return settings;
}

std::string random_dice(const rules::Definition& definition, int size, Random& random) {
  const std::string faces(definition.faces);
  std::string dice;
  const int kind = below(random, 8);
  const char favourite = faces[static_cast<std::size_t>(below(random, rules::kFaces))];
  for (int i = 0; i < size; ++i) {
    if (kind == 0 && !one_in(random, 12))
      dice += favourite;
    else if (kind == 1 && !one_in(random, 12))
      dice += faces[static_cast<std::size_t>(i)];
    else
      dice += faces[static_cast<std::size_t>(below(random, rules::kFaces))];
  }
  std::shuffle(dice.begin(), dice.end(), random);
  return dice;
}

}  // namespace danno::testing
