#include "leagues/commands/season/nginx.hpp"

#include <array>
#include <charconv>

namespace danno::leagues::commands::season {
namespace {

/// Takes the first line, with its end, off the text.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n') + 1);
  text.remove_prefix(line.size());
  return line;
}

/// Returns a line with its words replaced. A word between two signs is a value; another sign is one
/// of nginx's named locations.
std::string fill_line(std::string_view line, const NginxValues& values) {
  std::string text;
  while (true) {
    const std::size_t begin = line.find('@');
    text += line.substr(0, begin);
    if (begin == line.npos) return text;
    line.remove_prefix(begin + 1);
    const std::size_t end = line.find('@');
    const auto value = end == line.npos ? values.end() : values.find(line.substr(0, end));
    if (value != values.end()) line.remove_prefix(end + 1);
    text += value == values.end() ? "@" : value->second;
  }
}

}  // namespace

std::string nginx_configuration(const NginxValues& values) {
  constexpr std::string_view kIf = "@IF ";
  std::string text;
  bool is_left_out = false;
  for (std::string_view rest = kNginxTemplate; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (line.starts_with(kIf))
      is_left_out = values.at(line.substr(kIf.size(), line.size() - kIf.size() - 2)).empty();
    else if (line == "@END@\n")
      is_left_out = false;
    else if (!is_left_out)
      text += fill_line(line, values);
  }
  return text;
}

bool has_http2_directive(std::string_view version) {
  std::array<int, 3> numbers{};
  const std::size_t slash = version.find('/');
  if (slash == version.npos) return false;
  const char* place = version.data() + slash + 1;
  const char* const end = version.data() + version.size();
  for (int& number : numbers) {
    const auto [next, error] = std::from_chars(place, end, number);
    if (error != std::errc()) break;
    place = next == end ? next : next + 1;
  }
  return numbers >= std::array{1, 25, 1};
}

}  // namespace danno::leagues::commands::season
