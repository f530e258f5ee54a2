#include "leagues/base/json.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace danno::leagues::base {
namespace {

/// The deepest nesting of a foreign file. The parser's stack is limited.
constexpr int kMostDepth = 100;

/// Stops the parser, which calls this for each of its events, where a value is nested too deep.
bool limit_depth(int depth, Json::parse_event_t event, Json&) {
  using Event = Json::parse_event_t;
  const bool opens = event == Event::object_start || event == Event::array_start;
  if (opens && depth == kMostDepth) throw JsonError("nested too deep");
  return true;
}

/// Returns whether a value is a list that JsonRow has written.
bool is_row(const Json& json) { return json.is_binary(); }

/// Returns whether a value is written in one line: plain values, and lists of them.
bool is_one_line(const Json& json) {
  if (!json.is_array()) return !json.is_object() || json.empty();
  return std::ranges::none_of(
      json, [](const Json& value) { return value.is_structured() || is_row(value); });
}

/// Adds a value whose first line stands behind `column` blanks.
void add_lines(std::string& text, const Json& json, std::size_t indent, std::size_t column) {
  if (is_row(json)) {
    // The text of a row is ready, and stands in a binary value.
    text.append(json.get_binary().begin(), json.get_binary().end());
  } else if (is_one_line(json)) {
    text += dump(json);
  } else {
    text += json.is_object() ? '{' : '[';
    for (auto value = json.begin(); value != json.end(); ++value) {
      text += value == json.begin() ? "\n" : ",\n";
      text.append(column + indent, ' ');
      if (json.is_object()) text += dump(value.key()) + ": ";
      add_lines(text, *value, indent, column + indent);
    }
    text += '\n' + std::string(column, ' ') + (json.is_object() ? '}' : ']');
  }
}

}  // namespace

Json parse_json(std::string_view text) { return Json::parse(text, limit_depth); }

std::optional<Json> try_parse_json(std::string_view text) {
  try {
    return parse_json(text);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string json_problem(const Json::exception& error) {
  using Words = std::pair<std::string_view, const char*>;
  constexpr std::array<Words, 6> kProblems{{{"must be array", "expected an array"},
                                            {"must be boolean", "expected true or false"},
                                            {"must be number", "expected a number"},
                                            {"must be string", "expected a text"},
                                            {"array index", "an array that is too short"},
                                            {"cannot use", "expected an object"}}};
  // The library's texts are for programmers; users get these words.
  const std::string_view text = error.what();
  constexpr int kFirstOfValues = 200;  // below are those of a text, and of JsonError
  if (error.id < kFirstOfValues) return std::string(text);
  for (const auto& [part, problem] : kProblems) {
    if (text.find(part) != text.npos) return problem;
  }
  const std::size_t key = text.find("key '");
  if (key == text.npos) return std::string(text);
  return "no \"" + std::string(text.substr(key + 5, text.rfind('\'') - key - 5)) + '"';
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump(const Json& json, std::size_t indent) {
  std::string text;
  add_lines(text, json, indent, 0);
  return text;
}

void JsonRow::add(std::nullptr_t) { add_text("null"); }
void JsonRow::add(std::int64_t value) { add_text(std::to_string(value)); }
void JsonRow::add(double value) {
  // JSON has neither infinity nor NaN.
  if (!std::isfinite(value)) return add(nullptr);
  std::array<char, 64> digits{};
  const char* const end =
      nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value);
  add_text({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void JsonRow::add_text(std::string_view number) {
  text_.push_back(text_.empty() ? '[' : ',');
  text_.insert(text_.end(), number.begin(), number.end());
}

Json JsonRow::take() {
  if (text_.empty()) text_.push_back('[');
  text_.push_back(']');
  return Json::binary(std::move(text_));
}

}  // namespace danno::leagues::base
