// Tables of three to six of stated policies on real dice, each pair adjusted by the values of the
// game of two: what the luck adjustment is measured on at larger tables.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/solver/evaluator.hpp"
#include "tests/property/adjusted_rates.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {

/// The agents of a CompanyPool.
inline constexpr int kCompany = 8;

struct LineUpPool {
  std::vector<int> agents;
  std::vector<MirroredDeal> deals;  ///< Their luck has mean 0.
};

/// The pool from which deals are drawn; its ratings are the truth.
struct CompanyPool {
  int seats = 3;
  std::vector<LineUpPool> line_ups;  ///< All that eight policies can form.
};

[[nodiscard]] CompanyPool play_company(solver::Evaluator& evaluator, int seats,
                                       int deals_of_line_up);

/// Leagues of random line-ups with about so many deals for each agent.
[[nodiscard]] AdjustedRates simulate_company(const CompanyPool& pool, int deals, int leagues,
                                             std::uint64_t seed);

}  // namespace danno::leagues
