#include "referee/record/sha256.hpp"

#include <algorithm>

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

std::string to_base64(std::string_view bytes) {
  constexpr std::string_view kSymbols =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  // Three bytes are four symbols. '=' stands for those of bytes that the last group has not.
  for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = (group << 8U) | (i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= bytes.size() ? kSymbols[(group >> (18U - 6U * i)) & 63U] : '=';
  }
  return text;
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

namespace {

Sha256Hash compute_hash(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

}  // namespace

std::string sha256_hex(std::string_view bytes) { return to_hex(compute_hash(bytes)); }

std::string sha256_base64(std::string_view bytes) {
  const Sha256Hash hash = compute_hash(bytes);
  return to_base64({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

}  // namespace danno::referee::record
