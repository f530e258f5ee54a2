// Indices of arrays from Eigen's signed ones.
#pragma once

#include <cstddef>

namespace danno::leagues::ratings {

/// The same number as an index; `i` is not negative.
[[nodiscard]] constexpr std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace danno::leagues::ratings
