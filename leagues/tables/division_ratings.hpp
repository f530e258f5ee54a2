// The ratings of a stored division with their covariance: for what a table does not show.
#pragma once

#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::tables {

struct DivisionRatings {
  std::vector<std::string> names;  ///< By number in the ratings.
  ratings::Ratings ratings;        ///< As the division's table has them.
};

/// Reads every deal. The league is no tournament.
[[nodiscard]] DivisionRatings rate_division(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division);

}  // namespace danno::leagues::tables
