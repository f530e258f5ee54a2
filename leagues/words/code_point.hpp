// The characters of UTF-8 text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace danno::leagues::words {

/// A Unicode code point, and how many bytes it takes.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  ///< 0 where there is no valid UTF-8.
};

/// Returns the code point at the start of `text`, which is not empty.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

}  // namespace danno::leagues::words
