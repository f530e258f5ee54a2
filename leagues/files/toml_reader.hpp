// One table of a TOML file, read key by key; every problem is collected, none is thrown.
//
// A key is known because somebody asked for it, so the parser, its types and its suggestions
// cannot drift apart.
#pragma once

#include <toml++/toml.h>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace danno::leagues::files {

/// What is wrong with a file, a line each: "league.toml:4:1: unknown key …", in file order.
class Problems {
 public:
  /// `file` as shown to people.
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(const toml::source_position& at, const std::string& message);
  /// About the file as a whole.
  void add(const std::string& message) { add({}, message); }
  [[nodiscard]] bool empty() const { return problems_.empty(); }
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  std::string file_;
  std::vector<std::pair<toml::source_position, std::string>> problems_;
};

/// The text as a table; nothing if it is no TOML, or nested so deep that reading it would take
/// the stack, which is then a problem.
[[nodiscard]] std::optional<toml::table> parse_toml(std::string_view text, Problems& problems);

/// The file as a table; nothing if it cannot be read, either.
[[nodiscard]] std::optional<toml::table> parse_toml_file(const std::string& path,
                                                         Problems& problems);

class TomlReader {
 public:
  /// `name` as in "[limits]"; empty at the top.
  TomlReader(const toml::table& table, std::string name, Problems& problems)
      : table_(table), name_(std::move(name)), problems_(problems) {}

  /// The value of a key that is there and of the right kind; a wrong kind, range or length is a
  /// problem, and so is a NUL.
  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t least,
                                                    std::int64_t most);
  /// Whole or with a point.
  [[nodiscard]] std::optional<double> number(std::string_view key, double least, double most);
  [[nodiscard]] std::optional<bool> flag(std::string_view key);
  /// A date and time with its offset (RFC 3339), as TOML has it or as a string.
  [[nodiscard]] std::optional<std::chrono::sys_seconds> time(std::string_view key);
  [[nodiscard]] std::optional<std::vector<std::string>> words(std::string_view key);
  /// One of `choices`, by its index.
  [[nodiscard]] std::optional<std::size_t> choice(std::string_view key,
                                                  const std::vector<std::string>& choices);
  [[nodiscard]] bool contains(std::string_view key) const { return table_.contains(key); }
  /// Null where the key is not there.
  [[nodiscard]] const toml::node* node(std::string_view key);
  [[nodiscard]] const toml::table* table(std::string_view key);
  /// Of a table in this one: its problems are told with these.
  [[nodiscard]] TomlReader inner(const toml::table& table, std::string name) const {
    return {table, std::move(name), problems_};
  }

  /// A problem at the key's value, or at the table where the key is missing.
  void complain(std::string_view key, const std::string& message);
  /// Every key that nobody asked for is a problem, told with what was probably meant.
  void finish();

 private:
  [[nodiscard]] bool check_words(std::string_view key, const std::vector<std::string>& words);

  const toml::table& table_;
  std::string name_;
  Problems& problems_;
  std::vector<std::string> known_;
};

}  // namespace danno::leagues::files
