// JSON as values, for reading and writing: nlohmann's, with numbers that are checked.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace danno::leagues::base {

template <typename T, typename = void>
struct JsonConversion;

/// A value. Objects keep the order of their keys, and two with other orders are not equal.
using Json =
    nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                         std::uint64_t, double, std::allocator, JsonConversion>;

/// A value that is not what its reader expects; the library throws Json::exception, too.
class JsonError : public Json::exception {
 public:
  explicit JsonError(const std::string& problem) : exception(0, problem.c_str()) {}
};

template <typename T, typename>
struct JsonConversion : nlohmann::adl_serializer<T> {};

/// Makes null if there is no value.
template <typename T>
struct JsonConversion<std::optional<T>, void> {
  static void to_json(Json& json, const std::optional<T>& value) {
    json = value ? Json(*value) : Json();
  }
};

/// Throws JsonError for a number that is not whole or does not fit.
template <std::integral T>
requires(!std::same_as<T, bool>) struct JsonConversion<T, void> : nlohmann::adl_serializer<T> {
  static void from_json(const Json& json, T& value) {
    if (!json.is_number_integer()) throw JsonError("expected a number");
    const auto bits = *json.get_ptr<const std::int64_t*>();
    const auto large = static_cast<std::uint64_t>(bits);
    if (json.is_number_unsigned() ? !std::in_range<T>(large) : !std::in_range<T>(bits))
      throw JsonError("a number out of range");
    value = static_cast<T>(bits);
  }
};

/// Parses a text. Throws Json::exception, also if it is nested deeper than 100.
[[nodiscard]] Json parse_json(std::string_view text);
/// Parses a text; nullopt if it is not JSON.
[[nodiscard]] std::optional<Json> try_parse_json(std::string_view text);
/// Returns what is wrong, in words for users.
[[nodiscard]] std::string json_problem(const Json::exception& error);

/// Returns one line. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string dump(const Json& json);
/// Returns lines indented by `indent` blanks; a list of plain values is one line.
[[nodiscard]] std::string dump(const Json& json, std::size_t indent);

/// Makes a list of numbers for writing, in as much memory as its text takes: a square has millions.
class JsonRow {
 public:
  void add(std::nullptr_t);
  void add(std::int64_t value);
  void add(double value);
  /// Returns the list, which can only be written with an indent. Call it once, after all numbers.
  [[nodiscard]] Json take();

 private:
  void add_text(std::string_view number);

  Json::binary_t text_;
};

}  // namespace danno::leagues::base
