// The results of a ladder with the luck of the dice taken out: what it decides by if its rule set
// is solved.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leagues/ratings/results.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// Returns the solved values that a season is decided by: those of its first round, or, before it,
/// those that are known here. Null if the season is decided by raw results. Throws
/// std::runtime_error if the values of the first round are not here.
[[nodiscard]] std::unique_ptr<const scores::SolvedGame> values_of_season(
    const store::Store& store, const store::StoredDivision& division);

class SeasonLuck {
 public:
  SeasonLuck(const store::StoredDivision& division,
             std::unique_ptr<const scores::SolvedGame> values);

  /// What names the values.
  [[nodiscard]] const std::string& values() const { return name_; }
  /// Store::visit_blocks() brings sums of luck on this basis.
  [[nodiscard]] std::string basis() const { return scores::luck_basis(*values_); }

  void clear();
  /// Deals of a line-up, whose agents have these numbers in the results.
  void add(store::Id line_up, std::vector<int> agents, const referee::play::DealResult& deal);
  void add(store::Id line_up, std::vector<int> agents, const scores::LuckSums& sums);

  /// The adjusted results of so many agents; computes the luck of what was added as deals. Throws
  /// store::Damaged if a game cannot be summed.
  [[nodiscard]] ratings::Results results(int agents);

 private:
  struct OfLineUp {
    std::vector<int> agents;
    scores::LuckSums sums;
  };
  struct Waiting {
    store::Id line_up;
    referee::play::DealResult deal;
  };
  void compute();

  std::unique_ptr<const scores::SolvedGame> values_;
  std::string name_;
  rules::RuleSet rules_;
  scores::LuckOfGames luck_of_games_;
  std::map<store::Id, OfLineUp> sums_;
  std::vector<Waiting> waiting_;
  std::size_t throws_ = 0;  // of all that wait
};

}  // namespace danno::leagues::formats::ladder
