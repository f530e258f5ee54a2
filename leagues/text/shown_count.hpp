// Counts as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace danno::leagues::text {

/// "12,345"
[[nodiscard]] std::string show_count(std::uint64_t count);

}  // namespace danno::leagues::text
