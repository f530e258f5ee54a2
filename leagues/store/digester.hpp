// BLAKE2b-256 of bytes that come piece by piece: what tells whether stored rows are the same.
#pragma once

#include <sodium.h>

#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::store {

class Digester {
 public:
  Digester();
  void add(std::string_view bytes);
  /// Its length, a colon, it and a comma; "-," for nothing.
  void add_value(std::optional<std::string_view> value);
  /// Called once, after all bytes; 32 of them.
  [[nodiscard]] std::string bytes();
  /// The same in hex.
  [[nodiscard]] std::string hex();

 private:
  void update();

  crypto_generichash_state state_;
  std::string pending_;
};

}  // namespace danno::leagues::store
