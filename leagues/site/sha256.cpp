#include "leagues/site/sha256.hpp"

#include <sodium.h>

#include <array>

namespace danno::leagues::site {
namespace {

using Hash = std::array<unsigned char, crypto_hash_sha256_BYTES>;

Hash hash_of(std::string_view bytes) {
  Hash hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return hash;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  const Hash hash = hash_of(bytes);
  std::string hex(2 * hash.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  hex.pop_back();
  return hex;
}

std::string sha256_base64(std::string_view bytes) {
  const Hash hash = hash_of(bytes);
  constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, kBase64)> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), kBase64);
  return text.data();
}

}  // namespace danno::leagues::site
