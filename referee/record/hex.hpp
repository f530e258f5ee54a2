// Bytes as lower-case hexadecimal digits, two a byte.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace danno::referee::record {

[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::string to_hex(std::string_view bytes);
/// Returns the bytes; empty if the text has an odd length or holds anything but 0-9 and a-f.
[[nodiscard]] std::optional<std::string> from_hex(std::string_view hex);
[[nodiscard]] bool is_hex(std::string_view text);

}  // namespace danno::referee::record
