#include "leagues/files/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace danno::leagues::files {
namespace {

using Library = nlohmann::ordered_json;

/// Whoever reads a file of somebody else has a stack that ends.
constexpr std::size_t kMostDepth = 100;

/// Builds a Json from the parser's events.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& e) override {
    throw JsonError(e.what());
  }

 private:
  Json& place() {
    if (open_.empty()) return root_;
    if (open_.back()->is_object()) return (*open_.back())[key_];
    open_.back()->push_back(nullptr);
    return open_.back()->back();
  }
  bool add(Json value) {
    place() = std::move(value);
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kMostDepth) throw JsonError("nested too deep");
    Json& here = place();
    here = std::move(value);
    open_.push_back(&here);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::string key_;
  std::vector<Json*> open_;  // what surrounds the next value; a vector grows only at its end
};

}  // namespace

namespace {

/// As the library writes it; texts of letters and lines, which may be long, without it.
void add_string(std::string& text, std::string_view value) {
  const bool is_plain = std::ranges::all_of(
      value, [](char c) { return (c >= ' ' && c != '"' && c != '\\') || c == '\n'; });
  if (is_plain) {
    text += '"';
    for (std::size_t end = value.find('\n'); end != value.npos; end = value.find('\n')) {
      text.append(value.substr(0, end)) += "\\n";
      value.remove_prefix(end + 1);
    }
    text.append(value) += '"';
  } else {
    text += Library(value).dump(-1, ' ', false, Library::error_handler_t::replace);
  }
}

void add_number(std::string& text, double value) {
  std::array<char, 64> digits{};
  const char* const end =
      nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value);
  text += std::isfinite(value) ? std::string_view(digits.data(), end) : std::string_view("null");
}

void add_number(std::string& text, std::integral auto value) {
  std::array<char, 24> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end);
}

}  // namespace

struct JsonWriter {
  static void add(std::string& text, const Json& json) {
    std::visit([&](const auto& value) { add_value(text, value); }, json.value_);
  }
  static void add_value(std::string& text, std::nullptr_t) { text += "null"; }
  static void add_value(std::string& text, bool value) { text += value ? "true" : "false"; }
  static void add_value(std::string& text, const std::string& value) { add_string(text, value); }
  static void add_value(std::string& text, const Json::Row& row) { text += row.text; }
  static void add_value(std::string& text, const auto& number) { add_number(text, number); }
  static void add_value(std::string& text, const Json::Array& values) {
    text += '[';
    for (const Json& value : values) {
      if (&value != &values.front()) text += ',';
      add(text, value);
    }
    text += ']';
  }
  static void add_value(std::string& text, const Json::Object& members) {
    text += '{';
    for (const Json::Member& member : members) {
      if (&member != &members.front()) text += ',';
      add_string(text, member.first);
      text += ':';
      add(text, member.second);
    }
    text += '}';
  }

  /// Inside of `column` blanks.
  static void add_lines(std::string& text, const Json& json, std::size_t indent,
                        std::size_t column) {
    const auto add_all = [&](const auto& values, char open, char close, const auto& add) {
      text += open;
      for (const auto& value : values) {
        text += &value == &values.front() ? "\n" : ",\n";
        text.append(column + indent, ' ');
        add(value);
      }
      text += '\n' + std::string(column, ' ') + close;
    };
    const auto add_inside = [&](const Json& value) {
      add_lines(text, value, indent, column + indent);
    };
    if (is_one_line(json)) {
      add(text, json);
    } else if (json.is_array()) {
      add_all(json.elements(), '[', ']', add_inside);
    } else {
      add_all(json.members(), '{', '}', [&](const Json::Member& member) {
        add_string(text, member.first);
        text += ": ";
        add_inside(member.second);
      });
    }
  }

 private:
  static bool is_one_line(const Json& json) {
    if (json.is_object()) return json.members().empty();
    return !json.is_array() || std::ranges::none_of(json.elements(), [](const Json& value) {
      return value.is_object() || value.is_array() ||
             std::holds_alternative<Json::Row>(value.value_);
    });
  }
};

Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(std::initializer_list<Json> list) {
  const bool members = std::ranges::all_of(list, [](const Json& json) {
    const auto* const pair = std::get_if<Array>(&json.value_);
    return pair != nullptr && pair->size() == 2 &&
           std::holds_alternative<std::string>(pair->front().value_);
  });
  if (!members || list.size() == 0) {
    value_ = Array(list);
    return;
  }
  Object object;
  object.reserve(list.size());
  for (const Json& json : list) {
    const Array& pair = std::get<Array>(json.value_);
    object.emplace_back(std::get<std::string>(pair[0].value_), pair[1]);
  }
  value_ = std::move(object);
}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::array(Array values) {
  Json json;
  json.value_ = std::move(values);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(std::string_view text) {
  Builder builder;
  nlohmann::json::sax_parse(text, &builder);
  return builder.take();
}

std::optional<Json> Json::try_parse(std::string_view text) {
  try {
    return parse(text);
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

std::string Json::dump() const {
  std::string text;
  JsonWriter::add(text, *this);
  return text;
}

std::string Json::dump(std::size_t indent) const {
  std::string text;
  JsonWriter::add_lines(text, *this, indent, 0);
  return text;
}

void JsonRow::add(std::nullptr_t) { next() += "null"; }
void JsonRow::add(std::int64_t value) { add_number(next(), value); }
void JsonRow::add(double value) { add_number(next(), value); }

std::string& JsonRow::next() { return text_ += text_.empty() ? '[' : ','; }

Json JsonRow::take() {
  Json json;
  json.value_ = Json::Row{text_.empty() ? "[]" : std::move(text_) + ']'};
  return json;
}

bool Json::is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
bool Json::is_object() const { return std::holds_alternative<Object>(value_); }
bool Json::is_array() const { return std::holds_alternative<Array>(value_); }

bool Json::is_string() const { return std::holds_alternative<std::string>(value_); }

const Json::Array& Json::elements() const {
  static const Array kNone;
  if (is_null()) return kNone;
  const auto* const values = std::get_if<Array>(&value_);
  if (values == nullptr) throw JsonError("expected an array");
  return *values;
}

Json::Array::const_iterator Json::begin() const { return elements().begin(); }
Json::Array::const_iterator Json::end() const { return elements().end(); }

std::size_t Json::size() const { return is_object() ? members().size() : elements().size(); }

const Json& Json::at(std::size_t index) const {
  if (index >= elements().size()) throw JsonError("an array that is too short");
  return elements()[index];
}

void Json::push_back(Json value) {
  if (is_null()) value_ = Array();
  std::get<Array>(value_).push_back(std::move(value));
}

Json& Json::back() { return std::get<Array>(value_).back(); }

const Json::Object& Json::members() const {
  static const Object kNone;
  if (is_null()) return kNone;
  const auto* const values = std::get_if<Object>(&value_);
  if (values == nullptr) throw JsonError("expected an object");
  return *values;
}

const Json* Json::find(std::string_view key) const {
  const Object& all = members();
  const auto found = std::ranges::find(all, key, &Member::first);
  return found != all.end() ? &found->second : nullptr;
}

const Json& Json::at(std::string_view key) const {
  const Json* const found = find(key);
  if (found == nullptr) throw JsonError("no \"" + std::string(key) + "\"");
  return *found;
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object();
  auto& all = std::get<Object>(value_);
  const auto found = std::ranges::find(all, key, &Member::first);
  if (found != all.end()) return found->second;
  return all.emplace_back(std::string(key), nullptr).second;
}

void Json::erase(std::string_view key) {
  std::erase_if(std::get<Object>(value_),
                [&](const Member& member) { return member.first == key; });
}

void Json::update(const Json& object) {
  for (const auto& [key, value] : object.members())
    (*this)[key] = value;
}

template <>
bool Json::scalar() const {
  if (const bool* const value = std::get_if<bool>(&value_)) return *value;
  throw JsonError("expected true or false");
}

template <>
double Json::scalar() const {
  if (const double* const value = std::get_if<double>(&value_)) return *value;
  const auto [bits, negative] = integer();
  return negative ? static_cast<double>(static_cast<std::int64_t>(bits))
                  : static_cast<double>(bits);
}

template <>
std::string Json::scalar() const {
  if (const std::string* const value = std::get_if<std::string>(&value_)) return *value;
  throw JsonError("expected a text");
}

std::pair<std::uint64_t, bool> Json::integer() const {
  if (const auto* const value = std::get_if<std::uint64_t>(&value_)) return {*value, false};
  if (const auto* const value = std::get_if<std::int64_t>(&value_))
    return {static_cast<std::uint64_t>(*value), true};
  throw JsonError("expected a number");
}

void Json::fail_range() { throw JsonError("a number out of range"); }

bool Json::operator==(const Json& other) const {
  if (is_object() && other.is_object()) {
    return size() == other.size() && std::ranges::all_of(members(), [&](const Member& member) {
             const Json* const found = other.find(member.first);
             return found != nullptr && *found == member.second;
           });
  }
  return value_ == other.value_;
}

}  // namespace danno::leagues::files
