#include "leagues/schedule/tournament/replay.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "leagues/schedule/author_limit.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

int thrown_face(const referee::record::Key& key, int seat, int again) {
  const rules::Dice thrown = referee::record::DiceStream(key).start(seat, again, 1);
  int face = 0;
  while (thrown.count(face) == 0)
    ++face;
  return face + 1;
}

/// Counts rounds over all tournaments.
std::uint64_t round_number(std::size_t entrants, int number, int stage, int round) {
  const int stages = number * most_stages(static_cast<int>(entrants)) + stage;
  return static_cast<std::uint64_t>(stages) * 2 + static_cast<std::uint64_t>(round);
}

/// Returns the entrants in a drawn order: each has a ticket of 64 bits, an HMAC of its own, and
/// they are sorted by ticket.
std::vector<int> shuffle(const RoundsDivision& division, std::vector<int> entrants,
                         std::uint64_t round) {
  const referee::record::Seed seed{division.epoch()->seed};
  const referee::record::Key key = referee::record::seating_key(
      seed, {std::string(division.definition().id)}, division.key_names(entrants), round);
  std::ranges::sort(entrants, {}, [&](int entrant) {
    const std::string name = division.league().agents[static_cast<std::size_t>(entrant)].key_name();
    return std::pair(referee::record::agent_seed(seed, key, 0, name, 0), name);
  });
  return entrants;
}

}  // namespace

std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game) {
  return round_number(entrants, number, game.stage, game.round) * 2 +
         static_cast<std::uint64_t>(game.game);
}

Chance make_chance(const RoundsDivision& division, int number) {
  const std::size_t entrants = division.league().agents.size();
  const auto deal = [entrants, number](const PlannedGame& game) {
    return deal_number(entrants, number, game);
  };
  return {.shuffle =
              [&division, entrants, number](std::vector<int> seated, int stage, int round) {
                return shuffle(division, std::move(seated),
                               round_number(entrants, number, stage, round));
              },
          .lowest_at_start =
              [&division, deal](const PlannedGame& game) {
                return division.start_roll(deal(game), game.seats).lowest;
              },
          .die =
              [&division, deal](const PlannedGame& game, int seat, int again) {
                return thrown_face(division.key(deal(game), game.seats), seat, again);
              }};
}

Field make_field(const store::StoredLeague& league) {
  Field field{.entrants = static_cast<int>(league.agents.size())};
  if (league.settings.value("apart", false)) field.authors = schedule::number_authors(league);
  return field;
}

Tournament replay_tournament(const RoundsDivision& division, int number) {
  const std::size_t entrants = division.league().agents.size();
  const auto play = [&](std::span<const PlannedGame> games) {
    std::vector<referee::record::GameRecord> records;
    for (const PlannedGame& game : games) {
      const auto* const record = division.game(deal_number(entrants, number, game), game.seats);
      if (record == nullptr) return std::vector<referee::record::GameRecord>();
      records.push_back(*record);
    }
    return records;
  };
  return play_tournament(make_field(division.league()), make_chance(division, number), play);
}

int repeat_count(const store::StoredLeague& league) { return league.settings.value("repeat", 1); }

std::uint64_t planned_game_count(const store::StoredLeague& league) {
  std::uint64_t games = 0;  // of one tournament
  for (int left = static_cast<int>(league.agents.size());; left = (left + 1) / 2) {
    games += 4 * table_sizes(left).size();
    if (left <= rules::kMaxSeats) return games * static_cast<std::uint64_t>(repeat_count(league));
  }
}

}  // namespace danno::leagues::schedule::tournament
