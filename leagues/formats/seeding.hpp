// The seeding of a league: from the league file, or from the ratings of another league.
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

/// Returns the entrants' names, best first: those that the key names (a list, or a table.json of
/// another league), then the others in the order of the league file. Reports what it cannot read.
[[nodiscard]] std::vector<std::string> read_seeding(const store::League& league,
                                                    plan::FormatKeys& keys);

/// Returns the league's agents in that order, as indices.
[[nodiscard]] std::vector<int> stored_seeding(const store::StoredLeague& league);

}  // namespace danno::leagues::formats
