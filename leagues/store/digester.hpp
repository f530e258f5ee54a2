// BLAKE2b-256 of bytes that come piece by piece: what tells whether stored rows are the same.
#pragma once

#include <sodium.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// Digests the rows of a table, and marks each so that a row that differs later can be named.
class RowDigester {
 public:
  /// The first `keys` columns name a row.
  explicit RowDigester(std::size_t keys) : keys_(keys) {}
  void add_value(std::optional<std::string_view> value);
  void end_row();
  [[nodiscard]] std::string hex() { return digester_.hex(); }
  /// A line for each row: its keys with slashes between them, a space, and four hex digits for each
  /// of its other values.
  [[nodiscard]] std::string take_marks() { return std::move(marks_); }

 private:
  std::size_t keys_;
  std::size_t column_ = 0;
  Digester digester_;
  std::string marks_;
};

}  // namespace danno::leagues::store
