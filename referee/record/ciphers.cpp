#include "referee/record/ciphers.hpp"

#include <nettle/hmac.h>
#include <sodium.h>

#include <cassert>
#include <stdexcept>

#include "referee/record/dice_stream.hpp"
#include "referee/record/sha256.hpp"

namespace danno::referee::record {
namespace {

const std::uint8_t* as_bytes(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

}  // namespace

struct Sha256::State {
  crypto_hash_sha256_state sodium;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { crypto_hash_sha256_init(&state_->sodium); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(&state_->sodium, as_bytes(bytes), bytes.size());
}

Sha256Hash Sha256::finish() {
  Sha256Hash hash{};
  static_assert(sizeof hash == crypto_hash_sha256_BYTES);
  crypto_hash_sha256_final(&state_->sodium, hash.data());
  return hash;
}

/// Nettle computes it, because Nettle uses the processor's instructions for SHA and lets the state
/// be copied.
struct Hmac::State {
  hmac_sha256_ctx nettle{};
};

Hmac::Hmac(std::string_view key) : state_(std::make_unique<State>()) {
  hmac_sha256_set_key(&state_->nettle, key.size(), as_bytes(key));
}
Hmac::~Hmac() = default;

Sha256Hash Hmac::compute(std::string_view message) const {
  hmac_sha256_ctx state = state_->nettle;
  hmac_sha256_update(&state, message.size(), as_bytes(message));
  Sha256Hash out{};
  hmac_sha256_digest(&state, out.size(), out.data());
  return out;
}

void write_chacha20(const std::array<std::uint8_t, 32>& key,
                    const std::array<std::uint8_t, 8>& nonce, std::uint64_t counter,
                    std::span<std::uint8_t> blocks) {
  static constexpr std::array<std::uint8_t, 512> kZero{};
  assert(blocks.size() <= kZero.size());
  // The cipher adds its stream to the input, so zeros give the stream itself.
  crypto_stream_chacha20_xor_ic(blocks.data(), kZero.data(), blocks.size(), nonce.data(), counter,
                                key.data());
}

void start_ciphers() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium: no source of randomness");
}

Seed draw_seed() {
  start_ciphers();
  std::array<std::uint8_t, 32> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return {to_hex(bytes)};
}

}  // namespace danno::referee::record
