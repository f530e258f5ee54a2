// Tournaments whose entrants' true strengths are known: is a favourite as likely to win as its
// ratings say?
#pragma once

#include <cstdint>

namespace danno::leagues {

struct OddsRates {
  double said = 0;   ///< Mean chance of the favourite to win, by the ratings.
  double truly = 0;  ///< The same by the true strengths.
};

/// Eight entrants with a standard deviation of 100 Elo, rated by so many deals each at tables of
/// two; the scheme of schedule/tournament/scheme.hpp.
[[nodiscard]] OddsRates simulate_odds(int deals, int tournaments, std::uint64_t seed);

}  // namespace danno::leagues
