// The limits that agents play under, as the store and plans keep them.
#pragma once

#include "leagues/files/json.hpp"
#include "referee/talk/agent.hpp"

namespace danno::leagues::store {

/// All but the isolation level, which stands on its own wherever limits are kept.
[[nodiscard]] files::Json limits_json(const referee::talk::Limits& limits);
/// Reads what limits_json() wrote. Throws files::Json::exception.
[[nodiscard]] referee::talk::Limits read_limits(const files::Json& json);

}  // namespace danno::leagues::store
