// SHA-256 of bytes.
#pragma once

#include <string>
#include <string_view>

namespace danno::leagues::site {

/// In hex.
[[nodiscard]] std::string sha256(std::string_view bytes);
/// As policies name it.
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

}  // namespace danno::leagues::site
