// Indices of arrays from the rules' signed numbers (dice, seats, levels).
#pragma once

#include <cstddef>

namespace danno::solver {

/// The same number as an index; `i` is not negative.
[[nodiscard]] constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace danno::solver
