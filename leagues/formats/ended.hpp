// Tells whether a league has been played to its end.
#pragma once

#include "leagues/store/store.hpp"

namespace danno::leagues::formats {

/// The key of StoredLeague::settings for a season that was closed, complete or not.
inline constexpr const char* kClosed = "closed";

/// Nothing is to come because all was played: all seeds are published, nothing was settled after
/// the tables, and it is no season that closed.
[[nodiscard]] bool has_ended(const store::Reader& store);

}  // namespace danno::leagues::formats
