// BLAKE2b-256 of bytes that are added piece by piece; used to compare stored rows.
#pragma once

#include <sodium.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace danno::leagues::store {

class Digester {
 public:
  Digester();
  void add(std::string_view bytes);
  /// Adds the value as its length, a colon, the value and a comma; adds "-," if there is none.
  void add_value(std::optional<std::string_view> value);
  void end_row() { add("\n"); }
  /// Returns the 32 bytes of the digest. Call it once, after all bytes.
  [[nodiscard]] std::string bytes();
  /// Returns the same in hex.
  [[nodiscard]] std::string hex();

 private:
  void update();

  crypto_generichash_state state_;
  std::string pending_;
};

/// Digests the rows of a table, and marks each row so that a later difference can be located.
class RowDigester {
 public:
  /// The first `keys` columns identify a row.
  explicit RowDigester(std::size_t keys) : keys_(keys) {}
  void add_value(std::optional<std::string_view> value);
  /// Adds its digits as a value.
  void add_number(std::int64_t number);
  void end_row();
  [[nodiscard]] std::string hex() { return digester_.hex(); }
  /// Returns one line per row: its keys separated by slashes, a space, and four hex digits for each
  /// other value.
  [[nodiscard]] std::string take_marks() { return std::move(marks_); }

 private:
  std::size_t keys_;
  std::size_t column_ = 0;
  Digester digester_;
  std::string marks_;
};

}  // namespace danno::leagues::store
