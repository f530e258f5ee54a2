// The diagnostics of danno rate --pairs: results against the order of ratings.
#pragma once

#include <string>
#include <vector>

#include "leagues/files/json.hpp"
#include "leagues/ratings/head_to_head.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::cli::terminal {

/// Two agents who met; `a` is rated higher.
struct RatedPair {
  int a = 0;
  int b = 0;
  ratings::Meeting met;              ///< The meeting, from a's side.
  double los = 0.5;                  ///< The probability that a is stronger.
  std::optional<double> more_games;  ///< The result of ratings::games_to_separate().
};

/// Returns the pairs, sorted by the rank of a, then of b.
[[nodiscard]] std::vector<RatedPair> rated_pairs(const ratings::Results& results,
                                                 const ratings::Ratings& ratings,
                                                 const ratings::FitOptions& options);

[[nodiscard]] files::Json pairs_json(const std::vector<RatedPair>& pairs,
                                     const std::vector<std::string>& names);
/// Prints the pairs that are furthest from what the ratings expect.
void print_pairs(std::vector<RatedPair> pairs, const std::vector<std::string>& names);

}  // namespace danno::leagues::cli::terminal
