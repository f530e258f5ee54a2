// The fixtures of a ladder: the missing deals of a round, then the next round, until the season
// ends. If agents arrive or change, a round with missing deals ends early.
#pragma once

#include <deque>
#include <vector>

#include "leagues/formats/ladder/history.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::formats::ladder {

class LadderFixtures : public plan::Fixtures {
 public:
  explicit LadderFixtures(const store::Reader& store);

  [[nodiscard]] std::vector<plan::Fixture> next(store::Store& store) override;
  void add(const plan::Fixture& fixture, std::span<const referee::play::DealResult> deals) override;

 private:
  struct Division {
    store::StoredDivision stored;
    rules::RuleSet rules;
    LadderHistory season;
  };
  /// Returns the missing deals of the last rounds, if the same agents play now.
  [[nodiscard]] std::vector<plan::Fixture> unfinished(store::Store& store) const;
  void begin_round(store::Store& store, Division& division,
                   std::vector<plan::Fixture>& fixtures) const;

  LadderTerms terms_;
  std::deque<Division> divisions_;
  bool resumed_ = false;
};

}  // namespace danno::leagues::formats::ladder
