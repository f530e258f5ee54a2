// Whether a league has been played to its end.
#pragma once

#include "leagues/store/store.hpp"

namespace danno::leagues::formats {

/// Nothing is to come: all seeds are published, and nothing was settled after the tables.
[[nodiscard]] bool has_ended(const store::Store& store);

}  // namespace danno::leagues::formats
