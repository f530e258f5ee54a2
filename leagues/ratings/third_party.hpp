// Third-party effects: what an agent scores against the others of its table, minus what the ratings
// expect, by who else sits there. At tables of three and more an agent can help or harm others
// without beating them, which ratings by pairs cannot show.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// The effect at tables with `agent`, `with`, and at least one more agent.
struct ThirdPartyEffect {
  int agent = 0;
  int with = 0;
  std::int64_t games = 0;
  double residual = 0;  ///< Pair points per game against the others, above expectation.
  /// The residual in standard errors, clustered by deal; about standard normal if there is no
  /// effect, and 0 if there is no spread.
  double z = 0;
};

class ThirdPartyEffects {
 public:
  /// `ratings` must outlive the object.
  explicit ThirdPartyEffects(const Ratings& ratings) : ratings_(ratings) {}

  /// Adds a deal with all its games. Their order has no effect, to the bit.
  void add_deal(std::span<const RankedGame> games);
  /// Returns the effects, sorted by agent, then by the third party.
  [[nodiscard]] std::vector<ThirdPartyEffect> rows() const;

 private:
  struct Sums {
    std::int64_t games = 0;
    std::int64_t residual = 0;  // in units of 2^-32, as PairScore
    Int128 squares = 0;         // of a deal's sum
    /// Indexed by agent: the derivative of the expectation by its rating, per nat; and the products
    /// of a deal's sum and the agent's score in that deal minus expectation, weighted alike.
    std::map<int, std::int64_t> slope;
    std::map<int, Int128> with_scores;
  };
  using OfPairs = std::map<std::pair<int, int>, Sums>;
  void add_seat(const RankedGame& game, std::size_t i, OfPairs& deal,
                std::map<int, std::int64_t>& scores) const;
  [[nodiscard]] double variance(const Sums& sums) const;

  const Ratings& ratings_;
  OfPairs sums_;
};

}  // namespace danno::leagues::ratings
