#include "referee/record/hex.hpp"

namespace danno::referee::record {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string hex(bytes.size() * 2, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    hex[2 * i] = kDigits[bytes[i] >> 4U];
    hex[2 * i + 1] = kDigits[bytes[i] & 0xFU];
  }
  return hex;
}

std::string to_hex(std::string_view bytes) {
  return to_hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::optional<std::string> from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0 || !is_hex(hex)) return std::nullopt;
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>((kDigits.find(hex[i]) << 4U) | kDigits.find(hex[i + 1]));
  return bytes;
}

bool is_hex(std::string_view text) { return text.find_first_not_of(kDigits) == text.npos; }

}  // namespace danno::referee::record
