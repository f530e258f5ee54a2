#include "leagues/base/toml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "leagues/base/count.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/text.hpp"

namespace danno::leagues::base {
namespace {

/// Parts of the keys that other harnesses use, each with our key.
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

/// A key that people put into another table, and its own.
struct Home {
  std::string_view key;
  std::string_view table;
};

constexpr Home kHomes[] = {
    {"answer_ms", "[limits]"}, {"bank_ms", "[limits]"},    {"start_ms", "[limits]"},
    {"memory_mb", "[limits]"}, {"max_faults", "[limits]"}, {"isolation", "[limits]"},
    {"deals", "[league]"},     {"rules", "[league]"},      {"format", "[league]"},
    {"mirror", "[league]"},    {"seed", "[league]"},
};

/// Returns the key that the writer of an unknown key had in mind.
std::optional<std::string> probably_meant(std::string_view key,
                                          const std::vector<std::string>& known) {
  if (auto near = base::closest(key, known)) return near;
  for (const auto& [part, ours] : kOtherNames) {
    if (key.find(part) == std::string_view::npos) continue;
    if (std::ranges::find(known, ours) != known.end()) return std::string(ours);
  }
  return std::nullopt;
}

/// The most bytes of a text, and of all words of a list together. They are below what the launcher
/// can pass on.
constexpr std::size_t kMostText = 1024;
constexpr std::size_t kMostWords = 16 * 1024;
/// The most problems of a file that are shown: nobody reads more.
constexpr std::size_t kMostProblems = 100;
/// The most bytes of a file that people write.
constexpr std::uint64_t kMostToml = std::uint64_t{16} << 20;
/// The most dots between keys; each makes a table in a table.
constexpr std::size_t kMostDots = 1000;

/// Returns the end of the string that begins at `at`: past its last quote, or the end of the text.
std::size_t skip_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool many_lines = text.substr(at, 3) == three;
  const std::string_view end = std::string_view(three).substr(0, many_lines ? 3 : 1);
  for (at += end.size(); at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text.substr(at, end.size()) == end) {
      at += end.size();
      // The string may end with up to two quotes of its own.
      for (int more = 0; many_lines && more < 2 && at < text.size() && text[at] == quote; ++more)
        ++at;
      return at;
    } else if (!many_lines && text[at] == '\n') {
      return at;  // no TOML; the parser says so
    }
  }
  return text.size();
}

/// Counts dots outside of strings and comments. The parser makes a table of each, and destroying
/// the tables recurses as deep.
std::size_t count_dots(std::string_view text) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = skip_string(text, at);
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      dots += c == '.' ? 1 : 0;
      ++at;
    }
  }
  return dots;
}

/// Returns a local time with its offset as UTC.
std::chrono::sys_seconds utc(const toml::date_time& local) {
  using namespace std::chrono;
  const sys_days day(year(local.date.year) / month(local.date.month) /
                     std::chrono::day(local.date.day));
  return day + hours(local.time.hour) + minutes(local.time.minute) + seconds(local.time.second) -
         minutes(local.offset->minutes);
}

bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

std::string_view type_name(const toml::node& node) {
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
  // Problems are found by key, and shown by line; those of one place keep their order.
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
    return std::tie(a.first.line, a.first.column) < std::tie(b.first.line, b.first.column);
  });
  std::vector<std::string> lines;
  for (const auto& [at, message] : sorted) {
    if (lines.size() == kMostProblems) {
      lines.push_back(fmt::format(
          "{}: {}", file_, base::format_count(sorted.size() - kMostProblems, "more problem")));
      break;
    }
    lines.push_back(at ? fmt::format("{}:{}:{}: {}", file_, at.line, at.column, message)
                       : fmt::format("{}: {}", file_, message));
  }
  lines.insert(lines.end(), others_.begin(), others_.end());
  return lines;
}

namespace {

/// Returns the strings among the items.
std::vector<std::string> list_strings(const toml::array& list) {
  std::vector<std::string> strings;
  for (const toml::node& item : list) {
    if (item.is_string()) strings.push_back(item.as_string()->get());
  }
  return strings;
}

std::string_view trim(std::string_view word) {
  const std::size_t first = word.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return word.substr(first, word.find_last_not_of(" \t\r") + 1 - first);
}

/// Returns a line without its end.
std::string_view line_text(std::string_view text, std::size_t line) {
  for (; line > 1; --line)
    text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  return text.substr(0, text.find('\n'));
}

/// Returns the line with the quotes that `key = word` lacks; empty if its problem is another one.
std::string quotes_missing(std::string_view line) {
  for (const std::string_view curly : {"\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x98"}) {
    if (line.find(curly) != std::string_view::npos)
      return fmt::format("'{}' is a quote of a word processor; write \"", curly);
  }
  line = line.substr(0, line.find_first_of("\r#"));
  const std::size_t sign = line.find('=');
  if (sign == std::string_view::npos) return {};
  const std::string_view value = trim(line.substr(sign + 1));
  if (value.empty() || value.find_first_of("\"'[]{}") != std::string_view::npos ||
      std::isalpha(static_cast<unsigned char>(value.front())) == 0)
    return {};
  for (const std::string_view boolean : {"true", "false"}) {
    if (to_lower(value) == boolean)
      return fmt::format("'{}' is written in small letters: {}", value, boolean);
  }
  return fmt::format("a text needs quotes, as in {} = \"{}\"", trim(line.substr(0, sign)), value);
}

/// Returns what a line defines: its key, or its table's header.
std::string_view statement(std::string_view line) {
  line = trim(line);
  if (line.starts_with('[')) return trim(line.substr(0, line.find('#')));
  line = trim(line.substr(0, line.find('=')));
  const bool quoted = line.size() > 1 && line.front() == line.back() &&
                      (line.front() == '"' || line.front() == '\'');
  return quoted ? line.substr(1, line.size() - 2) : line;
}

/// Returns the message for a key that is set twice; empty if that is not the problem.
std::string stands_twice(std::string_view text, const toml::parse_error& error) {
  const std::string_view why = error.description();
  if (why.find("cannot redefine") == std::string_view::npos || why.find(" as ") != why.npos)
    return {};
  const auto [number, column] = error.source().begin;
  const std::string_view line = line_text(text, number);
  const std::string_view before = line.substr(0, std::min<std::size_t>(column - 1, line.size()));
  if (before.find('{') != before.npos) return "duplicate key in an inline table";
  const std::string_view key = statement(line);
  std::string message = fmt::format("duplicate key '{}'; expected it once", key);
  for (auto above = number; above-- > 1;) {
    const std::string_view other = statement(line_text(text, above));
    if (other == key) return fmt::format("{}; the first is in line {}", message, above);
    if (other.starts_with('[') && !key.starts_with('[')) break;
  }
  return message;
}

}  // namespace

std::optional<toml::table> parse_toml(std::string_view text, Problems& problems) {
  // Editors of Windows save so; the parser would name a strange character.
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    problems.add("it is UTF-16; save it as UTF-8");
    return std::nullopt;
  }
  // A file of dots alone would overflow the stack of the parser's destructor.
  if (count_dots(text) > kMostDots) {
    problems.add(fmt::format("more than {} dots between keys; expected few tables", kMostDots));
    return std::nullopt;
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    // The two most frequent mistakes have messages of their own.
    std::string message = stands_twice(text, error);
    if (message.empty()) message = quotes_missing(line_text(text, at.line));
    problems.add(at, message.empty() ? std::string(error.description()) : message);
    return std::nullopt;
  }
}

std::optional<toml::table> parse_toml_file(const std::string& path, Problems& problems) {
  try {
    return parse_toml(read_outside(path, kMostToml), problems);
  } catch (const OutsideFileError& error) {
    problems.add(error.what());
    return std::nullopt;
  }
}

std::string toml_excerpt(std::string_view problem, const std::string& file) {
  // The problem begins "FILE.toml:LINE:COLUMN:".
  const auto number_after = [&problem](std::string_view mark) {
    problem.remove_prefix(std::min(problem.find(mark) + mark.size(), problem.size()));
    const auto digits = problem.substr(0, problem.find(':'));
    return base::parse_whole<std::size_t>(digits).value_or(0);
  };
  const std::size_t number = number_after(".toml:");
  const std::size_t column = number == 0 ? 0 : number_after(":");
  const auto text = column == 0 ? std::nullopt : read_whole(file);
  if (!text) return {};
  const std::string_view line = line_text(*text, number);
  constexpr std::size_t kShown = 100;
  // Only plain characters have one column each, so that the mark stands below its place.
  const bool plain = std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
  if (!plain || line.empty() || line.size() > kShown || column > line.size() + 1) return {};
  const std::string margin = std::to_string(number);
  return fmt::format("\n  {} | {}\n  {:{}} | {:>{}}", margin, line, "", margin.size(), '^', column);
}

const toml::node* TomlReader::node(std::string_view key) {
  // Each key that is asked for is known; finish() complains of all others.
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  return table_.get(key);
}

void TomlReader::complain(std::string_view key, const std::string& message) {
  const toml::node* const value = table_.get(key);
  problems_.add(value == nullptr ? table_.source().begin : value->source().begin, message);
}

std::optional<std::string> TomlReader::text(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) {
    complain(key, fmt::format("'{}' is {}; expected a string", key, type_name(*value)));
    return std::nullopt;
  }
  const std::string& text = value->as_string()->get();
  if (text.size() <= kMostText && !has_nul(text)) return text;
  complain(key, has_nul(text) ? fmt::format("'{}' holds a NUL byte; expected text", key)
                              : fmt::format("'{}' is {} bytes long; expected at most {}", key,
                                            text.size(), kMostText));
  return std::nullopt;
}

std::optional<std::int64_t> TomlReader::integer(std::string_view key, std::int64_t least,
                                                std::int64_t most) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  const auto expected = fmt::format("expected a whole number from {} to {}", least, most);
  if (!value->is_integer()) {
    complain(key, fmt::format("'{}' is {}; {}", key, type_name(*value), expected));
    return std::nullopt;
  }
  const std::int64_t number = value->as_integer()->get();
  if (number >= least && number <= most) return number;
  complain(key, fmt::format("'{}' is {}; {}", key, number, expected));
  return std::nullopt;
}

std::optional<double> TomlReader::number(std::string_view key, double least, double most) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  const auto expected = fmt::format("expected a number from {} to {}", least, most);
  const auto number = value->value<double>();
  if (!value->is_number() || !number) {
    complain(key, fmt::format("'{}' is {}; {}", key, type_name(*value), expected));
    return std::nullopt;
  }
  if (*number >= least && *number <= most) return number;
  complain(key, fmt::format("'{}' is {}; {}", key, *number, expected));
  return std::nullopt;
}

std::optional<bool> TomlReader::flag(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->as_boolean()->get();
  complain(key, fmt::format("'{}' is {}; expected true or false", key, type_name(*value)));
  return std::nullopt;
}

std::optional<std::chrono::sys_seconds> TomlReader::time(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  auto time = value->value_exact<toml::date_time>();
  // A time in quotes is a time, too.
  if (const auto text = value->value_exact<std::string>()) {
    Problems ignored("");
    const auto parsed = parse_toml("time = " + *text, ignored);
    if (parsed) time = (*parsed)["time"].value_exact<toml::date_time>();
  }
  if (time && time->offset) return utc(*time);
  complain(key, fmt::format("'{}': expected a date and time with its offset, as in "
                            "2026-12-01T18:00:00+01:00",
                            key));
  return std::nullopt;
}

bool TomlReader::check_words(std::string_view key, const std::vector<std::string>& words) {
  std::size_t bytes = 0;
  for (const std::string& word : words)
    bytes += word.size() + 1;
  const bool nul = std::ranges::any_of(words, has_nul);
  if (bytes <= kMostWords && !nul) return true;
  complain(key,
           nul ? fmt::format("'{}' holds a NUL byte; expected text", key)
               : fmt::format("'{}' is {} bytes long; expected at most {}", key, bytes, kMostWords));
  return false;
}

std::optional<std::vector<std::string>> TomlReader::words(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return std::nullopt;
  if (const toml::array* const list = value->as_array()) {
    const std::vector<std::string> words = list_strings(*list);
    if (words.size() == list->size() && !words.empty()) {
      if (check_words(key, words)) return words;
      return std::nullopt;
    }
  }
  const bool is_list = value->is_array();
  complain(key, fmt::format("'{}' is {}; expected a list of one or more strings", key,
                            !is_list                     ? type_name(*value)
                            : value->as_array()->empty() ? "empty"
                                                         : "not only of strings"));
  return std::nullopt;
}

std::optional<std::size_t> TomlReader::choice(std::string_view key,
                                              const std::vector<std::string>& choices) {
  const auto word = text(key);
  if (!word) return std::nullopt;
  const auto found = std::ranges::find(choices, *word);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  complain(key,
           fmt::format("'{}' is '{}'; {}", key, *word, base::describe_choices(*word, choices)));
  return std::nullopt;
}

const toml::table* TomlReader::table(std::string_view key) {
  const toml::node* const value = node(key);
  if (value == nullptr) return nullptr;
  if (value->is_table()) return value->as_table();
  complain(key,
           fmt::format("'{}' is {}; expected a table, as in [{}]", key, type_name(*value), key));
  return nullptr;
}

void TomlReader::finish() {
  for (auto&& [key, value] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    const auto meant = probably_meant(key.str(), known_);
    const std::string where = name_.empty() ? "" : fmt::format(" in {}", name_);
    const auto home = std::ranges::find(kHomes, key.str(), &Home::key);
    // The key exists in another table, which helps more than a similar name.
    if (home != std::end(kHomes) && home->table != name_) {
      problems_.add(key.source().begin, fmt::format("'{}' belongs to {}, and not here{}", key.str(),
                                                    home->table, where));
      continue;
    }
    problems_.add(key.source().begin,
                  fmt::format("unknown key '{}'{}; {}", key.str(), meant ? "" : where,
                              meant ? fmt::format("did you mean '{}'?", *meant)
                                    : fmt::format("expected {}", fmt::join(known_, ", "))));
  }
}

}  // namespace danno::leagues::base
