#include "leagues/archive/pseudonyms.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <cassert>
#include <set>
#include <stdexcept>

#include "referee/record/hex.hpp"

namespace danno::leagues::archive {
namespace {

const std::string kBegin = "agent-";
constexpr std::size_t kDigits = 6;

/// Of the whole hash, in hex.
std::string digits_of(std::string_view name, std::string_view secret) {
  std::array<unsigned char, crypto_generichash_BYTES> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(name.data()),
                     name.size(), reinterpret_cast<const unsigned char*>(secret.data()),
                     secret.size());
  return referee::record::to_hex(hash);
}

}  // namespace

std::map<std::string, std::string> pseudonyms(std::span<const std::string> names,
                                              std::string_view secret) {
  if (secret.size() < crypto_generichash_KEYBYTES_MIN ||
      secret.size() > crypto_generichash_KEYBYTES_MAX) {
    throw std::invalid_argument(fmt::format("a secret of {} bytes; expected {} to {}",
                                            secret.size(), crypto_generichash_KEYBYTES_MIN,
                                            crypto_generichash_KEYBYTES_MAX));
  }
  std::map<std::string, std::string> pseudonyms;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    const std::string digits = digits_of(name, secret);
    std::size_t length = kDigits;
    while (!taken.insert(digits.substr(0, length)).second)
      length += 2;
    pseudonyms.emplace(name, kBegin + digits.substr(0, length));
  }
  return pseudonyms;
}

bool is_like_pseudonym(std::string_view name) {
  return name.starts_with(kBegin) && name.size() >= kBegin.size() + kDigits &&
         referee::record::is_hex(name.substr(kBegin.size()));
}

}  // namespace danno::leagues::archive
