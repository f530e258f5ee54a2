// Leagues whose true strengths are known: do 95 % intervals hold the truth in 95 % of cases?
//
// Games are those of simulated_tables.hpp.
#pragma once

#include <cstdint>

namespace danno::leagues {

struct LeagueDesign {
  int seats = 2;
  int agents = 8;
  int deals = 200;
  double shared_luck = 0.7;
};

struct Coverage {
  std::int64_t intervals = 0;
  std::int64_t holding = 0;
  double share() const { return static_cast<double>(holding) / static_cast<double>(intervals); }
};

/// Standard deviations of residuals, which are about 1 where no pair is out of the order.
struct Residues {
  double head_to_head = 0;
  double third_party = 0;  ///< At tables of three and more.
};

Residues simulate_residuals(const LeagueDesign& design, int leagues, std::uint64_t seed);

Coverage simulate_coverage(const LeagueDesign& design, int leagues, std::uint64_t seed);

}  // namespace danno::leagues
