#include "leagues/formats/tournament/dice.hpp"

#include <algorithm>
#include <utility>

#include "referee/rules/position.hpp"

namespace danno::leagues::formats::tournament {
namespace {

rules::Start start_roll(const rules::RuleSet& rules, const referee::record::Key& key) {
  referee::record::DiceStream dice(key);
  return rules::roll_for_start(
      rules, [&](int seat, int round, int count) { return dice.start(seat, round, count); });
}

int thrown_face(const referee::record::Key& key, int seat, int again) {
  const rules::Dice thrown = referee::record::DiceStream(key).start(seat, again, 1);
  int face = 0;
  while (thrown.count(face) == 0)
    ++face;
  return face + 1;
}

/// Counts rounds over all tournaments.
std::uint64_t round_number(std::size_t entrants, int number, int stage, int round) {
  const auto of = [](int value) { return static_cast<std::uint64_t>(value); };
  return (of(number) * of(most_stages(static_cast<int>(entrants))) + of(stage)) * 2 + of(round);
}

}  // namespace

std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game) {
  return round_number(entrants, number, game.stage, game.round) * 2 +
         static_cast<std::uint64_t>(game.game);
}

Chance TournamentDice::chance() const {
  return {.shuffle = [this](std::vector<int> entrants, int stage,
                            int round) { return shuffled(std::move(entrants), stage, round); },
          .lowest_at_start =
              [this](const PlannedGame& game) {
                return start_roll(ground_.rules_of(game), key(game)).lowest;
              },
          .die = [this](const PlannedGame& game, int seat,
                        int again) { return thrown_face(key(game), seat, again); }};
}

std::uint64_t TournamentDice::deal(const PlannedGame& game) const {
  return deal_number(ground_.names.size(), number_, game);
}

referee::record::Key TournamentDice::key(const PlannedGame& game) const {
  return referee::record::deal_key(ground_.seed, ground_.rules_in_key(game), names(game.seats),
                                   deal(game));
}

std::uint64_t TournamentDice::agent_seed(const PlannedGame& game, int seat) const {
  const std::vector<std::string> seated = names(game.seats);
  const referee::record::Key own = referee::record::deal_key(
      ground_.agent_secret, ground_.rules_in_key(game), seated, deal(game));
  return referee::record::agent_seed(ground_.agent_secret, own, 0,
                                     seated[static_cast<std::size_t>(seat)], seat);
}

std::vector<std::string> TournamentDice::names(const std::vector<int>& entrants) const {
  std::vector<std::string> names;
  for (const int entrant : entrants)
    names.push_back(ground_.names[static_cast<std::size_t>(entrant)]);
  return names;
}

int TournamentDice::first(const PlannedGame& game) const {
  return game.first ? *game.first : start_roll(ground_.rules_of(game), key(game)).first;
}

/// Every entrant draws a ticket of 64 bits, an HMAC of its own; they sit down in their order.
std::vector<int> TournamentDice::shuffled(std::vector<int> entrants, int stage, int round) const {
  const referee::record::Key key = referee::record::seating_key(
      ground_.seed, {std::string(ground_.definition().id)}, names(entrants),
      round_number(ground_.names.size(), number_, stage, round));
  const auto ticket = [&](int entrant) {
    const std::string& name = ground_.names[static_cast<std::size_t>(entrant)];
    return std::pair(referee::record::agent_seed(ground_.seed, key, 0, name, 0), name);
  };
  std::ranges::sort(entrants, {}, ticket);
  return entrants;
}

}  // namespace danno::leagues::formats::tournament
