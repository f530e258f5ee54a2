// Converts Eigen's signed numbers to indices of arrays.
#pragma once

#include <cstddef>

namespace danno::leagues::ratings {

/// Returns the same number as an index; `i` must not be negative.
[[nodiscard]] constexpr std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace danno::leagues::ratings
