// What a division's stored games tell beside its table, in one pass over the store: who did how
// against whom, what decisions cost, and which deals are worth a page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/archive/review.hpp"
#include "leagues/site/choice.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::site {

/// An agent's results against another. Scores from 0 to 1.
struct Against {
  std::int64_t games = 0;
  double score = 0;
  std::optional<double> low;  ///< 95 %, clustered by deal; nothing: not known of so few.
  std::optional<double> high;
};

/// Sums of one pair of agents, as DealSums has them.
struct PairSums {
  std::int64_t deals = 0;
  std::int64_t games = 0;
  std::int64_t halves = 0;   ///< Of the first.
  std::int64_t squares = 0;  ///< Half points of a deal less one a game, squared.

  void add(const PairSums& other);
  [[nodiscard]] Against against() const;
  [[nodiscard]] PairSums turned() const;  ///< As the second sees it.
};

/// Agents are rows of the division's table.
struct Survey {
  /// By rising (lower row, higher row): there may be half a million.
  std::vector<std::pair<std::pair<int, int>, PairSums>> pairs;
  std::vector<archive::Review> reviews;  ///< Empty where games are not explained.
  std::string not_reviewed;              ///< Then: why.
  std::int64_t games = 0;
  std::int64_t games_reviewed = 0;
  std::vector<store::StoredFault> faults;
  Candidates candidates;                      ///< Without those that were asked for.
  std::vector<store::StoredLineUp> line_ups;  ///< By id.

  /// Null if it is none of these.
  [[nodiscard]] const store::StoredLineUp* find_line_up(store::Id id) const;
  /// Nothing if they never met.
  [[nodiscard]] std::optional<Against> against(int agent, int other) const;
};

/// So many games of a division are explained at most; of more, every n-th deal. Where turns are
/// passed on, each takes a hundred times as long.
inline constexpr std::int64_t kMostReviewed = 6'000;
inline constexpr std::int64_t kMostReviewedWithOffers = 400;

/// Of stored divisions that share a table: one, or those of tournaments, a size of table each.
[[nodiscard]] Survey survey(const store::Reader& store,
                            std::span<const store::StoredDivision> divisions,
                            const tables::DivisionTable& table,
                            const solver::Watch& watch = solver::unwatched);

/// In how many turns the two agents of a mirrored deal played differently, at the same chair on the
/// same dice up to there. 0 of deals of other sizes.
[[nodiscard]] int differing_turns(const rules::RuleSet& rules,
                                  const referee::play::DealResult& deal);

}  // namespace danno::leagues::site
