// The bracket of a knock-out, and its replay from the deals that were played.
//
// A bracket of n entrants is that of the next power of two; missing seeds are byes of the best. The
// duels are listed stage by stage: the winners of two neighbours meet in the next stage. For eight
// entrants, by seed:
//
//  1 - 8 ─┐
//         ├─┐
//  4 - 5 ─┘ │
//           ├─ final
//  2 - 7 ─┐ │
//         ├─┘
//  3 - 6 ─┘
#include "leagues/schedule/knock_out/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace danno::leagues::schedule::knock_out {
namespace {

/// The seeds from the top of a bracket of 2^levels: the best two can only meet in the final, the
/// best four in the semi-finals, and so on.
std::vector<std::size_t> seeds_from_top(int levels) {
  std::vector<std::size_t> seeds{0};
  for (int level = 0; level < levels; ++level) {
    std::vector<std::size_t> next;
    for (const std::size_t seed : seeds) {
      next.push_back(seed);
      // The seeds of a pair in a bracket of n add up to n - 1, so the best meets the last.
      next.push_back(2 * seeds.size() - 1 - seed);
    }
    seeds = std::move(next);
  }
  return seeds;
}

/// Decides the duels in the bracket's order from the deals that were played.
class KnockOutReplay {
 public:
  KnockOutReplay(const KnockOutTerms& terms, const PlayedDeals& played)
      : terms_(terms),
        stages_(static_cast<int>(std::bit_width(terms.seeding.size() - 1))),
        encounters_(played),
        ranks_(terms.seeding.size()) {
    for (std::size_t seed = 0; seed < terms.seeding.size(); ++seed)
      ranks_[static_cast<std::size_t>(terms.seeding[seed])] = seed;
  }

  KnockOut run() {
    std::vector<int> sides;  // of the stage's duels, from the top
    for (const std::size_t seed : seeds_from_top(stages_))
      sides.push_back(seed < terms_.seeding.size() ? terms_.seeding[seed] : kNobody);
    std::array<int, 2> losers{};  // of the last two duels before the final
    for (int stage = 0; stage < stages_; ++stage) {
      std::vector<int> winners;
      for (std::size_t i = 0; i < sides.size(); i += 2) {
        const Duel& duel = add({.round = stage, .stage = stage, .sides = {sides[i], sides[i + 1]}});
        winners.push_back(duel.winner);
        if (sides.size() == 4) losers.at(i / 2) = duel.loser;
      }
      sides = std::move(winners);
    }
    if (terms_.third_place && stages_ >= 2)
      add({.for_third_place = true, .round = stages_ - 1, .sides = losers});
    knock_out_.finished = std::ranges::none_of(
        knock_out_.duels, [](const Duel& duel) { return duel.winner == kUndecided; });
    set_places();
    return std::move(knock_out_);
  }

 private:
  const Duel& add(Duel duel) {
    duel.stages = stages_;
    decide(duel);
    return knock_out_.duels.emplace_back(std::move(duel));
  }

  /// Decides a duel whose sides are known, as far as it was played. The winner of a bye has no
  /// encounter.
  void decide(Duel& duel) {
    const auto& [one, other] = duel.sides;
    if (one == kUndecided || other == kUndecided) return;
    if (one == kNobody || other == kNobody) {
      duel.winner = one == kNobody ? other : one;
      duel.loser = kNobody;
      return;
    }
    // Rounds are played one after another: no duel begins while one of an earlier round is open.
    if (open_round_ && duel.round > *open_round_) return;
    duel.encounter = encounters_.add(duel.round, one, other, terms_.deals, kMostSuddenDeaths);
    if (!duel.encounter->finished) {
      open_round_ = duel.round;
      return;
    }
    // The better seed wins a duel that the last sudden death left even.
    const int better = rank(one) < rank(other) ? one : other;
    duel.winner = duel.encounter->winner().value_or(better);
    duel.loser = duel.winner == one ? other : one;
  }

  [[nodiscard]] std::size_t rank(int entrant) const {
    return ranks_[static_cast<std::size_t>(entrant)];
  }

  void set_place(int entrant, int place) {
    if (entrant >= 0) knock_out_.places[static_cast<std::size_t>(entrant)] = place;
  }

  /// Sets the places of those that are out, and that of the winner at the end.
  void set_places() {
    knock_out_.places.assign(terms_.seeding.size(), 0);
    for (const Duel& duel : knock_out_.duels) {
      if (duel.for_third_place) {  // the last duel, so it replaces the places of the semi-finals
        const bool is_open = duel.winner == kUndecided;
        for (const int entrant : duel.sides)
          set_place(entrant, is_open ? 0 : entrant == duel.winner ? 3 : 4);
      } else {
        // All who lose in a stage share the place behind those who go on.
        const int going_on = 1 << (duel.stages - duel.stage - 1);
        set_place(duel.loser, going_on + 1);
        if (going_on == 1 && knock_out_.finished) set_place(duel.winner, 1);
      }
    }
  }

  const KnockOutTerms& terms_;
  int stages_;
  EncounterScheduler encounters_;
  std::vector<std::size_t> ranks_;  // by entrant, 0 is the best seed
  std::optional<int> open_round_;
  KnockOut knock_out_;
};

}  // namespace

KnockOut compute_knock_out(const KnockOutTerms& terms, const PlayedDeals& played) {
  return KnockOutReplay(terms, played).run();
}

std::uint64_t most_duels(const KnockOutTerms& terms) {
  const std::uint64_t entrants = terms.seeding.size();
  return entrants - 1 + (terms.third_place && entrants > 3 ? 1 : 0);
}

std::string stage_name(const Duel& duel) {
  if (duel.for_third_place) return "third place";
  switch (duel.stages - duel.stage) {
    case 1:
      return "final";
    case 2:
      return "semi-finals";
    case 3:
      return "quarter-finals";
    default:
      return fmt::format("round of {}", 1U << static_cast<unsigned>(duel.stages - duel.stage));
  }
}

}  // namespace danno::leagues::schedule::knock_out
