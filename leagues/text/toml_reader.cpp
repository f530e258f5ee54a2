#include "leagues/text/toml_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "leagues/suggest.hpp"

namespace danno::leagues {
namespace {

/// What other harnesses call our keys: a part of the word, and ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kOtherNames{{
    {"game", "deals"},
    {"pair", "deals"},
    {"round", "deals"},
    {"player", "seats"},
    {"bot", "agents"},
    {"rank", "rank_by"},
    {"start", "start_ms"},
    {"time", "answer_ms"},
    {"memory", "memory_mb"},
    {"sandbox", "isolation"},
    {"command", "run"},
    {"folder", "path"},
}};

std::optional<std::string> probably_meant(std::string_view key,
                                          const std::vector<std::string>& known) {
  if (auto near = closest(key, known)) return near;
  for (const auto& [part, ours] : kOtherNames) {
    if (key.find(part) == std::string_view::npos) continue;
    if (std::ranges::find(known, ours) != known.end()) return std::string(ours);
  }
  return std::nullopt;
}

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number with a point";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::table:
      return "a table";
    default:
      return "a date or time";
  }
}

}  // namespace

void Problems::add(const toml::source_position& at, const std::string& message) {
  problems_.emplace_back(at, message);
}

std::vector<std::string> Problems::lines() const {
  auto sorted = problems_;
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
    return std::tie(a.first.line, a.first.column) < std::tie(b.first.line, b.first.column);
  });
  std::vector<std::string> lines;
  for (const auto& [at, message] : sorted) {
    lines.push_back(at ? fmt::format("{}:{}:{}: {}", file_, at.line, at.column, message)
                       : fmt::format("{}: {}", file_, message));
  }
  return lines;
}

std::optional<toml::table> parse_toml(const std::string& path, Problems& problems) {
  std::ifstream stream(path, std::ios::binary);
  const bool is_folder = std::filesystem::is_directory(path);  // opens, but cannot be read
  if (!stream.is_open() || is_folder) {
    problems.add(fmt::format("cannot be read: {}", std::strerror(is_folder ? EISDIR : errno)));
    return std::nullopt;
  }
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    problems.add(error.source().begin, std::string(error.description()));
    return std::nullopt;
  }
}

const toml::node* TomlReader::node(std::string_view key) {
  known_.emplace_back(key);
  return table_.get(key);
}

void TomlReader::complain(std::string_view key, const std::string& message) {
  const toml::node* const value = table_.get(key);
  problems_.add(value == nullptr ? table_.source().begin : value->source().begin, message);
}

std::optional<std::string> TomlReader::text(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->as_string()->get();
  complain(key, fmt::format("'{}' is {}; expected a string", key, kind_of(*value)));
  return std::nullopt;
}

std::optional<std::int64_t> TomlReader::integer(std::string_view key, std::int64_t least,
                                                std::int64_t most) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  const auto expected = fmt::format("expected a whole number from {} to {}", least, most);
  if (!value->is_integer()) {
    complain(key, fmt::format("'{}' is {}; {}", key, kind_of(*value), expected));
    return std::nullopt;
  }
  const std::int64_t number = value->as_integer()->get();
  if (number >= least && number <= most) return number;
  complain(key, fmt::format("'{}' is {}; {}", key, number, expected));
  return std::nullopt;
}

std::optional<bool> TomlReader::flag(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->as_boolean()->get();
  complain(key, fmt::format("'{}' is {}; expected true or false", key, kind_of(*value)));
  return std::nullopt;
}

std::optional<std::vector<std::string>> TomlReader::words(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  std::vector<std::string> words;
  if (const toml::array* const list = value->as_array()) {
    for (const toml::node& item : *list) {
      if (item.is_string()) words.push_back(item.as_string()->get());
    }
    if (words.size() == list->size() && !words.empty()) return words;
  }
  complain(key, fmt::format("'{}' is {}; expected a list of one or more strings", key,
                            words.empty() ? kind_of(*value) : "a mixed list"));
  return std::nullopt;
}

std::optional<std::size_t> TomlReader::choice(std::string_view key,
                                              const std::vector<std::string>& choices) {
  const auto word = text(key);
  if (!word) return std::nullopt;
  const auto found = std::ranges::find(choices, *word);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const auto meant = closest(*word, choices);
  complain(key, fmt::format("'{}' is '{}'; {}", key, *word,
                            meant ? fmt::format("did you mean '{}'?", *meant)
                                  : fmt::format("expected {}", fmt::join(choices, ", "))));
  return std::nullopt;
}

const toml::table* TomlReader::table(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return nullptr;
  if (value->is_table()) return value->as_table();
  complain(key, fmt::format("'{}' is {}; expected a table, as in [{}]", key, kind_of(*value), key));
  return nullptr;
}

void TomlReader::finish() {
  for (auto&& [key, value] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    const auto meant = probably_meant(key.str(), known_);
    const std::string where = name_.empty() ? "" : fmt::format(" in {}", name_);
    problems_.add(key.source().begin,
                  fmt::format("unknown key '{}'{}; {}", key.str(), meant ? "" : where,
                              meant ? fmt::format("did you mean '{}'?", *meant)
                                    : fmt::format("expected {}", fmt::join(known_, ", "))));
  }
}

}  // namespace danno::leagues
