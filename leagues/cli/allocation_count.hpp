// How often this program has asked for memory, for `danno bench`: its operator new counts.
#pragma once

#include <cstdint>

namespace danno::cli {

/// Calls of operator new by all threads so far.
[[nodiscard]] std::uint64_t allocation_count();

}  // namespace danno::cli
