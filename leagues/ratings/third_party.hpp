// Third-party effects: what an agent scores against the others of its table, less what the ratings
// expect, by who else sits there. At tables of three and more an agent can help or harm others
// without beating them; a rating by pairs cannot show that.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// Of tables where `agent` and `with` sat, and at least one more.
struct ThirdPartyEffect {
  int agent = 0;
  int with = 0;
  std::int64_t games = 0;
  double residual = 0;  ///< Pair points a game against the third ones, above what is expected.
  double z = 0;         ///< The same in standard errors, clustered by deal; 0 without any spread.
                        ///< About standard normal where there is no effect.
};

class ThirdPartyEffects {
 public:
  /// `ratings` outlive it.
  explicit ThirdPartyEffects(const Ratings& ratings) : ratings_(ratings) {}

  /// A deal with all its games; their order means nothing, to the bit.
  void add_deal(std::span<const RankedGame> games);
  /// By agent, then by the third party.
  [[nodiscard]] std::vector<ThirdPartyEffect> rows() const;

 private:
  struct Sums {
    std::int64_t games = 0;
    std::int64_t residual = 0;  // in units of 2^-32, as PairScore
    Int128 squares = 0;         // of a deal's sum
    /// By agent: how the expectation follows its rating, per nat; and the products of a deal's sum
    /// and the agent's score in that deal, less expectation, as the ratings weigh it.
    std::map<int, std::int64_t> slope;
    std::map<int, Int128> with_scores;
  };
  using OfPairs = std::map<std::pair<int, int>, Sums>;
  void add_game(const RankedGame& game, OfPairs& deal, std::map<int, std::int64_t>& scores) const;
  [[nodiscard]] double variance(const Sums& sums) const;

  const Ratings& ratings_;
  OfPairs sums_;
};

}  // namespace danno::leagues::ratings
