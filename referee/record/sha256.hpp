// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace danno::referee::record {

// Bytes as lower-case hexadecimal digits, two a byte.

[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::string to_hex(std::string_view bytes);
/// Returns the bytes; empty if the text has an odd length or holds anything but 0-9 and a-f.
[[nodiscard]] std::optional<std::string> from_hex(std::string_view hex);
[[nodiscard]] bool is_hex(std::string_view text);

/// Has libsodium look at the processor, once: dice and hashes are the same as without, but take a
/// quarter to half of the time. Throws std::runtime_error if there is no source of randomness.
void start_sodium();

using Sha256Hash = std::array<std::uint8_t, 32>;

/// Hashes bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view bytes);
  /// Returns the hash of all bytes added; called once, after the last add().
  [[nodiscard]] Sha256Hash finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the hash of `bytes` in hex.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
/// Returns the hash of `bytes` in base64, as content security policies name it.
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

}  // namespace danno::referee::record
