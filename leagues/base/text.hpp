// Plain operations on text that the standard library does not have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::base {

/// Returns the text with the letters A to Z in lower case.
[[nodiscard]] std::string to_lower(std::string_view text);

/// Returns the parts between separators: one more than there are separators, also empty ones.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

}  // namespace danno::leagues::base
