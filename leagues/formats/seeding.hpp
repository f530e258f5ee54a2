// Who is seeded how in a league of a format that seeds: by the league file, or by the ratings of
// another league.
#pragma once

#include <string>
#include <vector>

#include "leagues/plan/format_keys.hpp"
#include "leagues/plan/key_shape.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats {

inline constexpr const char* kSeeding = "seeding";
inline constexpr const char* kWhoSeeds = "'seeding' is that of format = \"knock-out\" or \"swiss\"";

[[nodiscard]] plan::KeyShape seeding_shape();

/// The entrants' names, best first: those of the key, a list of names or a table.json of another
/// league, then the others in the order of the league file. Complains of what it cannot read.
[[nodiscard]] std::vector<std::string> read_seeding(const store::League& league,
                                                    plan::FormatKeys& keys);

/// The numbers of the league's agents in that order.
[[nodiscard]] std::vector<int> stored_seeding(const store::StoredLeague& league);

}  // namespace danno::leagues::formats
