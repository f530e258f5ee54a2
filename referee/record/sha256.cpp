#include "referee/record/sha256.hpp"

#include <sodium.h>

#include "referee/record/hex.hpp"

namespace danno::referee::record {
namespace {

Sha256Hash hash_of(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

}  // namespace

struct Sha256::State {
  crypto_hash_sha256_state sodium;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { crypto_hash_sha256_init(&state_->sodium); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(&state_->sodium, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
}

Sha256Hash Sha256::finish() {
  Sha256Hash hash{};
  static_assert(sizeof hash == crypto_hash_sha256_BYTES);
  crypto_hash_sha256_final(&state_->sodium, hash.data());
  return hash;
}

std::string sha256_hex(std::string_view bytes) { return to_hex(hash_of(bytes)); }

std::string sha256_base64(std::string_view bytes) {
  const Sha256Hash hash = hash_of(bytes);
  constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, kBase64)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), kBase64);
  return text.data();
}

}  // namespace danno::referee::record
