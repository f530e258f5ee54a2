#include "leagues/base/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>

namespace danno::leagues::base {

namespace {

/// The length of a code point beyond ASCII by its first byte; 0 where none begins so.
std::size_t sequence_length(std::uint32_t lead) {
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead < 0xE0) return 2;
  return lead < 0xF0 ? 3 : 4;
}

/// Returns whether a character must not be shown: controls, marks that change the direction of
/// text, and what XML forbids.
bool is_deceptive(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF ||
         c == 0xFFFE || c == 0xFFFF;
}

/// Emoji of several parts are parts with joiners between them.
constexpr std::uint32_t kJoiner = 0x200D;
bool is_pictograph(std::uint32_t c) {
  return c == 0xFE0F || (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF);
}

/// Returns the entity for a character with a meaning in XML and HTML; empty for all others.
std::string_view xml_entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {};
  }
}

}  // namespace

std::string to_file_name(std::string_view agent) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@-";
  std::string name;
  for (const char c : agent) {
    const bool hidden = c == '.' && name.empty();
    if (kPlain.find(c) != std::string_view::npos && !hidden) {
      name += c;
    } else {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return name;
}

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = sequence_length(lead);
  if (length == 0 || length > text.size()) return {};
  std::uint32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  // UTF-8 forbids such bytes, as others mean the same character or none is meant.
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {value, length};
}

std::string escape_controls(std::string_view text) {
  std::string shown;
  std::uint32_t before = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::size_t length = point.length == 0 ? 1 : point.length;
    // A joiner is invisible elsewhere, and two names could differ in it alone.
    const bool joins = point.value == kJoiner && is_pictograph(before) && text.size() > length &&
                       is_pictograph(first_code_point(text.substr(length)).value);
    before = point.value;
    const bool is_shown = joins || (point.length != 0 && !is_deceptive(point.value));
    if (is_shown) {
      shown += text.substr(0, length);
    } else if (point.length == 0 || point.value < 0x80) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else {
      shown += fmt::format("\\u{:04x}", point.value);
    }
    text.remove_prefix(length);
  }
  return shown;
}

std::string escape_terminal(std::string_view text) {
  std::string shown = escape_controls(text);
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
  // The logs of Azure Pipelines take "##[word]" and "##word[" for commands.
  for (std::size_t at = 0; (at = shown.find("##", at)) != std::string::npos; ++at) {
    const std::size_t end = shown.find_first_not_of(kLetters, at + 2);
    if (end != std::string::npos && shown[end] == '[') shown.replace(at, 1, "\\x23");
  }
  // Blanks before it, of any script, do not count.
  const auto is_word = [](char c) { return c > ' ' && c < 0x7F; };
  // The logs of GitHub take a line that begins with "::" for a command.
  const auto first = std::ranges::find_if(shown, is_word);
  if (first != shown.end() && *first == ':') {
    const auto at = static_cast<std::size_t>(first - shown.begin());
    shown.replace(at, 1, "\\x3a");
  }
  return shown;
}

std::string escape_lines(std::string_view text) {
  std::string shown;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    shown += (begin == 0 ? "" : "\n") + escape_terminal(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return shown;
}

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : escape_controls(text)) {
    const std::string_view entity = xml_entity(c);
    if (entity.empty()) {
      escaped += c;
    } else {
      escaped += entity;
    }
  }
  return escaped;
}

namespace {

/// Returns whether '@' begins a version, as in "ada@2"; it notifies no user of a forge.
bool is_version_mark(std::string_view text, std::size_t at) {
  const auto is_kind = [](char c, auto kind) { return kind(static_cast<unsigned char>(c)) != 0; };
  if (at == 0 || !is_kind(text[at - 1], ::isalnum)) return false;
  std::size_t end = at + 1;
  while (end < text.size() && is_kind(text[end], ::isdigit))
    ++end;
  return end > at + 1 && (end == text.size() || text[end] == ' ' || text[end] == ',');
}

}  // namespace

std::string escape_markdown(std::string_view text) {
  std::string escaped;
  const std::string shown = escape_controls(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    if (const std::string_view entity = xml_entity(c); !entity.empty()) {
      escaped += entity;
      continue;
    }
    // The '@' before a version begins no address, and a colon before a blank begins no emoji name.
    const bool is_plain = (c == '@' && is_version_mark(shown, i)) ||
                          (c == ':' && (i + 1 == shown.size() || shown[i + 1] == ' '));
    if (is_plain) {
      escaped += c;
      continue;
    }
    switch (c) {
      case '@':  // would call a user of the forge
        escaped += "&#64;";
        break;
      case '|':
      case '\\':
      case '`':
      case '*':
      case '[':
      case ']':
      case '~':
      case '$':
      case ':':
        escaped += fmt::format("&#{};", static_cast<int>(c));
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string escape_csv(std::string_view text) {
  std::string field = escape_controls(text);
  // Spreadsheets would compute a field that begins so.
  if (!field.empty() && std::string_view("=+-@").find(field.front()) != std::string_view::npos)
    field.insert(field.begin(), '\'');
  if (field.find_first_of(",\"") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    quoted += c;
    if (c == '"') quoted += '"';
  }
  return quoted + '"';
}

std::string quote_shell(std::string_view word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_./-+=:,@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + '\'';
}

}  // namespace danno::leagues::base
