// The functions under the dice and the hashes: SHA-256 (FIPS 180-4), HMAC (RFC 2104) and ChaCha20
// with a nonce of 64 bits (Bernstein, 2008).
//
// ciphers.cpp takes them from Nettle and libsodium, which use the processor's instructions.
// plain_ciphers.cpp states them in plain C++, for builds without these libraries (../embed).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace danno::referee::record {

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

/// HMAC-SHA-256 under one key, for many messages.
class Hmac {
 public:
  explicit Hmac(std::string_view key);
  ~Hmac();
  Hmac(const Hmac&) = delete;
  Hmac& operator=(const Hmac&) = delete;
  [[nodiscard]] Sha256Hash compute(std::string_view message) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes blocks of the stream of ChaCha20, 64 bytes each, from `counter` on.
void write_chacha20(const std::array<std::uint8_t, 32>& key,
                    const std::array<std::uint8_t, 8>& nonce, std::uint64_t counter,
                    std::span<std::uint8_t> blocks);

/// Has the library look at the processor, once: dice and hashes are the same as without, but take a
/// quarter to half of the time. Throws std::runtime_error if there is no source of randomness.
void start_ciphers();

}  // namespace danno::referee::record
