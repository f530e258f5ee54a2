#include "leagues/store/digester.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace danno::leagues::store {

Digester::Digester() { crypto_generichash_init(&state_, nullptr, 0, crypto_generichash_BYTES); }

void Digester::add(std::string_view bytes) {
  crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
}

void Digester::add_value(std::optional<std::string_view> value) {
  if (!value) return add("-,");
  add(fmt::format_int(value->size()).c_str());
  add(":");
  add(*value);
  add(",");
}

std::string Digester::hex() {
  std::array<unsigned char, crypto_generichash_BYTES> digest{};
  crypto_generichash_final(&state_, digest.data(), digest.size());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace danno::leagues::store
