// Leagues whose true strengths are known: do 95 % intervals hold the truth in 95 % of cases, and
// how often is something said that is not so?
//
// Games are those of simulated_tables.hpp.
#pragma once

#include <cstdint>

namespace danno::leagues {

struct LeagueDesign {
  int seats = 2;
  int agents = 8;
  int broken = 0;       ///< Agents besides, which lose every game.
  int deals = 200;      ///< Of the whole league.
  double spread = 300;  ///< Of the best over the worst, Elo; the others are evenly between.
  double shared_luck = 0.7;
};

/// How many of some cases are so.
struct Rate {
  std::int64_t cases = 0;
  std::int64_t so = 0;

  void add(bool is_so) {
    ++cases;
    so += is_so ? 1 : 0;
  }
  [[nodiscard]] double share() const {
    return static_cast<double>(so) / static_cast<double>(cases);
  }
};

/// Squares of what is about standard normal where nothing is wrong.
struct Residues {
  Rate within;  ///< 1.96 either way.
  double squares = 0;

  void add(double z);
  [[nodiscard]] double deviation() const;
};

struct LeagueRates {
  Rate intervals;    ///< Those of an agent that hold the truth.
  Rate two_sided;    ///< Those of the agents in the core that have both bounds.
  Rate differences;  ///< Those of a pair, as wide as its LOS has them, that hold the truth.
  Rate wrong;        ///< Pairs with LOS beyond 97.5 % for the weaker one; of equals, for either.
  Rate ranks;        ///< Rank ranges that leave the true rank open.
  Residues head_to_head;
};

[[nodiscard]] LeagueRates simulate_leagues(const LeagueDesign& design, int leagues,
                                           std::uint64_t seed);

}  // namespace danno::leagues
