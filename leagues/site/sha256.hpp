// SHA-256 of bytes, in hex.
#pragma once

#include <string>
#include <string_view>

namespace danno::leagues::site {

[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace danno::leagues::site
