// Who beats whom against the order, and in whose company: the diagnostics of danno rate --pairs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "leagues/ratings/third_party.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::cli {

/// Two agents who met; `a` is rated higher.
struct RatedPair {
  int a = 0;
  int b = 0;
  std::int64_t games = 0;
  double score = 0;                  ///< a's mean pair score against b.
  double los = 0.5;                  ///< Chance that a is stronger.
  std::optional<double> z;           ///< leagues::standardised_residual of a.
  std::optional<double> more_games;  ///< leagues::games_to_separate.
};

/// By the rank of a, then of b.
[[nodiscard]] std::vector<RatedPair> rated_pairs(const leagues::Results& results,
                                                 const leagues::Ratings& ratings,
                                                 const leagues::FitOptions& options);
[[nodiscard]] std::vector<leagues::Company> companies(const leagues::RecordedGames& games,
                                                      const leagues::Ratings& ratings,
                                                      const leagues::FitOptions& options);

[[nodiscard]] nlohmann::ordered_json pairs_json(const std::vector<RatedPair>& pairs,
                                                const std::vector<std::string>& names);
[[nodiscard]] nlohmann::ordered_json company_json(const std::vector<leagues::Company>& rows,
                                                  const std::vector<std::string>& names);
/// The pairs and companies that are furthest from what the ratings expect.
void print_pairs(std::vector<RatedPair> pairs, std::vector<leagues::Company> rows,
                 const std::vector<std::string>& names);

}  // namespace danno::cli
