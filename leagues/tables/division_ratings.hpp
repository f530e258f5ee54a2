// The ratings of a stored division with their covariance, which tables do not show.
#pragma once

#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::tables {

struct DivisionRatings {
  std::vector<std::string> names;  ///< The agents' names, indexed by their number in the ratings.
  ratings::Ratings ratings;        ///< The same as in the division's table.
};

/// Reads every deal. The league is no tournament.
[[nodiscard]] DivisionRatings rate_division(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division);

}  // namespace danno::leagues::tables
