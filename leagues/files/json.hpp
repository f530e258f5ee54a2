// JSON as values, for reading and writing. Objects keep the order of their keys.
//
// The parser and the writer are nlohmann's; only json.cpp includes them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace danno::leagues::files {

/// Thrown if a text is not JSON, or a value is not of the requested kind.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;  ///< Members in the order in which they were added.

  Json() = default;  ///< Makes null.
  Json(std::nullptr_t) {}
  Json(const char* text);
  Json(std::string text);
  Json(std::string_view text);
  template <std::same_as<bool> T>
  Json(T value) : value_(value) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T value) {
    if (std::cmp_less(value, 0)) {
      value_ = static_cast<std::int64_t>(value);
    } else {
      value_ = static_cast<std::uint64_t>(value);
    }
  }
  Json(double value) : value_(value) {}
  /// Makes null if there is no value.
  template <typename T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  template <std::ranges::input_range T>
  requires(!std::convertible_to<T, std::string_view> && !std::same_as<T, Json>) Json(const T& range)
      : Json(array()) {
    for (const auto& value : range)
      push_back(value);
  }
  /// Makes an object of {{"key", value}, …}, and an array of any other list.
  Json(std::initializer_list<Json> list);

  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  [[nodiscard]] static Json array(Array values = {});
  [[nodiscard]] static Json object();

  /// Parses a text. Throws JsonError, also if it is nested deeper than 100.
  [[nodiscard]] static Json parse(std::string_view text);
  /// Parses a text; nullopt if it is not JSON.
  [[nodiscard]] static std::optional<Json> try_parse(std::string_view text);
  /// Returns one line. Bytes that are not UTF-8 are replaced.
  [[nodiscard]] std::string dump() const;
  /// Returns lines indented by `indent` blanks; a list of plain values is one line.
  [[nodiscard]] std::string dump(std::size_t indent) const;

  [[nodiscard]] bool is_null() const;
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_string() const;

  /// Returns the elements of an array; none for null. Throws JsonError for anything else.
  [[nodiscard]] const Array& elements() const;
  [[nodiscard]] Array::const_iterator begin() const;
  [[nodiscard]] Array::const_iterator end() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const Json& at(std::size_t index) const;  ///< Throws JsonError past the end.
  void push_back(Json value);                             ///< Null becomes an array.
  [[nodiscard]] Json& back();

  /// Returns the members of an object; none for null. Throws JsonError for anything else.
  [[nodiscard]] const Object& members() const;
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] bool contains(std::string_view key) const { return find(key) != nullptr; }
  /// Throws JsonError if the key is missing.
  [[nodiscard]] const Json& at(std::string_view key) const;
  Json& operator[](std::string_view key);  ///< Adds null for a new key; null becomes an object.
  void erase(std::string_view key);
  void update(const Json& object);  ///< Takes over all members of `object`.

  /// Returns the value as T: bool, a number that fits, std::string, or a vector of them. Throws
  /// JsonError.
  template <typename T>
  [[nodiscard]] T get() const {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      return whole<T>();
    } else if constexpr (std::ranges::range<T> && !std::same_as<T, std::string>) {
      T values;
      for (const Json& value : elements())
        values.push_back(value.get<typename T::value_type>());
      return values;
    } else {
      return scalar<T>();
    }
  }
  /// Returns the key's value, or `other` if the key is missing.
  template <typename T>
  [[nodiscard]] T value(std::string_view key, const T& other) const {
    const Json* const found = find(key);
    return found != nullptr ? found->get<T>() : other;
  }
  [[nodiscard]] std::string value(std::string_view key, const char* other) const {
    return value<std::string>(key, other);
  }

  bool operator==(const Json& other) const;  ///< Ignores the order of an object's keys.

 private:
  friend struct JsonWriter;
  friend class JsonRow;
  /// A list that is written already.
  struct Row {
    std::string text;
    bool operator==(const Row&) const = default;
  };
  template <typename T>
  [[nodiscard]] T scalar() const;  // T is bool, double or std::string
  /// Returns the number, and whether it is negative.
  [[nodiscard]] std::pair<std::uint64_t, bool> integer() const;
  [[noreturn]] static void fail_range();

  template <typename T>
  [[nodiscard]] T whole() const {
    const auto [bits, negative] = integer();
    const bool fits =
        negative ? std::in_range<T>(static_cast<std::int64_t>(bits)) : std::in_range<T>(bits);
    if (!fits) fail_range();
    return static_cast<T>(bits);
  }

  /// An integer is stored as signed only if it is below 0.
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array,
               Object, Row>
      value_{nullptr};
};

/// Makes a list of numbers for writing, in as much memory as its text takes: a square has millions.
class JsonRow {
 public:
  void add(std::nullptr_t);
  void add(std::int64_t value);
  void add(double value);
  /// Returns the list, whose elements cannot be read. Call it once, after all numbers.
  [[nodiscard]] Json take();

 private:
  std::string& next();

  std::string text_;
};

}  // namespace danno::leagues::files
