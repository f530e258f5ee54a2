// The fixtures of a league of tournaments: the games of a round that do not depend on each other.
#pragma once

#include <vector>

#include "leagues/formats/tournament/store.hpp"
#include "leagues/plan/fixtures.hpp"

namespace danno::leagues::formats::tournament {

class TournamentFixtures : public plan::Fixtures {
 public:
  /// The store's league repeats its tournaments `repeat` times; `epoch` is its only one.
  TournamentFixtures(const store::Reader& store, const store::Epoch& epoch, int repeat);

  /// Returns the missing games of every division's earliest round. A division that is ahead waits
  /// for the others, so that line-ups are added to the store in one order.
  [[nodiscard]] std::vector<plan::Fixture> next(store::Store& store) override;
  void add(const plan::Fixture& fixture, std::span<const referee::play::DealResult> deals) override;

 private:
  /// A division and the games of its tournaments that are due; none if all are finished.
  struct Due {
    std::size_t division = 0;
    int number = 0;  ///< The tournament's.
    std::vector<PlannedGame> games;
  };
  [[nodiscard]] Due due(std::size_t division);
  [[nodiscard]] std::uint64_t round_of(const Due& due) const;
  void plan(store::Store& store, const Due& due, std::vector<plan::Fixture>& fixtures) const;

  std::vector<TournamentDivision> divisions_;
  std::vector<int> numbers_;  // the tournament being played, by division
  int repeat_;
};

}  // namespace danno::leagues::formats::tournament
