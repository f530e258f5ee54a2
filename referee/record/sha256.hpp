// SHA-256 as text, and bytes as hexadecimal digits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/record/ciphers.hpp"

namespace danno::referee::record {

// Bytes as lower-case hexadecimal digits, two a byte.

[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::string to_hex(std::string_view bytes);
/// Returns the bytes; empty if the text has an odd length or holds anything but 0-9 and a-f.
[[nodiscard]] std::optional<std::string> from_hex(std::string_view hex);
/// Returns the bytes in base64 (RFC 4648).
[[nodiscard]] std::string to_base64(std::string_view bytes);
[[nodiscard]] bool is_hex(std::string_view text);

/// Returns the hash of `bytes` in hex.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
/// Returns the hash of `bytes` in base64, as content security policies name it.
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

}  // namespace danno::referee::record
