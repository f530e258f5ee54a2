// Converts the rules' signed numbers (dice, seats, levels) to indices of arrays.
#pragma once

#include <cstddef>

namespace danno::solver {

/// Returns the same number as an index; `i` must not be negative.
[[nodiscard]] constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace danno::solver
