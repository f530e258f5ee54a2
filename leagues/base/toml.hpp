// Reads one table of a TOML file, key by key. Problems are collected, not thrown.
//
// A key is known because it was read, so the parser, its types and its suggestions cannot diverge.
#pragma once

#include <toml++/toml.h>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace danno::leagues::base {

/// The problems of a file, one per line in the order of the file: "league.toml:4:1: unknown key …".
class Problems {
 public:
  /// `file` is the name as shown to people.
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(const toml::source_position& at, const std::string& message);
  /// Adds a problem of the whole file.
  void add(const std::string& message) { add({}, message); }
  /// A whole line about another file that this one names; it stands after those of this file.
  void add_other(std::string line) { others_.push_back(std::move(line)); }
  [[nodiscard]] bool empty() const { return problems_.empty() && others_.empty(); }
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  std::string file_;
  std::vector<std::pair<toml::source_position, std::string>> problems_;
  std::vector<std::string> others_;
};

/// Parses the text as a table. Adds a problem and returns nullopt if it is not TOML, or is nested
/// so deeply that reading it would exhaust the stack.
[[nodiscard]] std::optional<toml::table> parse_toml(std::string_view text, Problems& problems);

/// Parses a file; also returns nullopt if it cannot be read.
[[nodiscard]] std::optional<toml::table> parse_toml_file(const std::string& path,
                                                         Problems& problems);

/// Returns the line of the file that a problem names by its place ("league.toml:4:1: …"), with a
/// caret below the place; each begins with a line feed. Empty if it names none, or is too long.
[[nodiscard]] std::string toml_excerpt(std::string_view problem, const std::string& file);

class TomlReader {
 public:
  /// `name` is, for example, "[limits]"; empty at the top.
  TomlReader(const toml::table& table, std::string name, Problems& problems)
      : table_(table), name_(std::move(name)), problems_(problems) {}

  /// These return the value of a key; nullopt if it is missing or wrong. A wrong kind, range or
  /// length and a NUL are problems.
  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t least,
                                                    std::int64_t most);
  /// Reads an integer or a decimal number.
  [[nodiscard]] std::optional<double> number(std::string_view key, double least, double most);
  [[nodiscard]] std::optional<bool> flag(std::string_view key);
  /// Reads a date and time with its offset (RFC 3339), as a TOML value or as a string.
  [[nodiscard]] std::optional<std::chrono::sys_seconds> time(std::string_view key);
  [[nodiscard]] std::optional<std::vector<std::string>> words(std::string_view key);
  /// Reads one of `choices`; returns its index.
  [[nodiscard]] std::optional<std::size_t> choice(std::string_view key,
                                                  const std::vector<std::string>& choices);
  [[nodiscard]] bool contains(std::string_view key) const { return table_.contains(key); }
  /// Returns null if the key does not exist.
  [[nodiscard]] const toml::node* node(std::string_view key);
  [[nodiscard]] const toml::table* table(std::string_view key);
  /// Returns a reader of a table inside this one; its problems are collected together.
  [[nodiscard]] TomlReader inner(const toml::table& table, std::string name) const {
    return {table, std::move(name), problems_};
  }

  /// Adds a problem at the key's value, or at the table if the key is missing.
  void complain(std::string_view key, const std::string& message);
  /// Adds a problem for every key that was not read, with what was probably meant.
  void finish();

 private:
  [[nodiscard]] bool check_words(std::string_view key, const std::vector<std::string>& words);

  const toml::table& table_;
  std::string name_;
  Problems& problems_;
  std::vector<std::string> known_;
};

}  // namespace danno::leagues::base
