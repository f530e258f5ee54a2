#include "referee/record/sha256.hpp"

#include <sodium.h>

#include <stdexcept>

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

void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium: no source of randomness");
}

namespace {

Sha256Hash compute_hash(std::string_view bytes) {
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

std::string sha256_hex(std::string_view bytes) { return to_hex(compute_hash(bytes)); }

std::string sha256_base64(std::string_view bytes) {
  const Sha256Hash hash = compute_hash(bytes);
  constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, kBase64)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), kBase64);
  return text.data();
}

}  // namespace danno::referee::record
