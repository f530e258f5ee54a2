#include "leagues/cli/terminal/wrapped_output.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "leagues/cli/terminal/columns.hpp"
#include "leagues/words/columns.hpp"

namespace danno::leagues::cli::terminal {
namespace {

constexpr std::size_t kBuffer = 1 << 16;

/// Without colours: "\x1b[1m".
std::string plain(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\x1b[")) {
      i = std::min(text.find('m', i), text.size() - 1);
    } else {
      result += text[i];
    }
  }
  return result;
}

std::size_t shown_width(std::string_view text) { return words::width(plain(text)); }

/// A cursor that is moved, a line that is overwritten.
bool is_drawn(std::string_view line) {
  if (line.find('\r') != std::string_view::npos) return true;
  for (std::size_t at = line.find('\x1b'); at != std::string_view::npos;
       at = line.find('\x1b', at + 1)) {
    const std::size_t end = line.find_first_not_of("[0123456789;", at + 1);
    if (end == std::string_view::npos || line[end] != 'm') return true;
  }
  return false;
}

bool is_to_be_copied(std::string_view line) {
  const std::string text = plain(line);
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::string_view first =
      std::string_view(text).substr(begin, text.find(' ', begin) - begin);
  constexpr std::array<std::string_view, 4> kFirst{"next", "again", "danno", "seed"};
  return std::ranges::find(kFirst, first) != kFirst.end() || first.ends_with("/danno") ||
         first.starts_with("time=") || first.starts_with('{') || first.starts_with('[');
}

/// Where further lines begin.
std::size_t indent_of(std::string_view line, std::size_t columns) {
  const std::string text = plain(line);
  const std::size_t leading = std::min(text.find_first_not_of(' '), text.size());
  std::size_t indent = leading + 2;
  for (std::size_t gap = text.find("  ", leading); gap != std::string::npos;
       gap = text.find("  ", gap)) {
    gap = text.find_first_not_of(' ', gap);
    if (gap == std::string::npos) break;
    const std::size_t column = words::width(std::string_view(text).substr(0, gap));
    if (column > columns / 2) break;
    indent = column;
  }
  return indent;
}

/// One of the two streams, at a terminal.
struct Wrapped {
  int file;
  std::FILE* real;
  bool within_line = false;
};

std::string wrapped(Wrapped& stream, std::string_view text) {
  const std::size_t width = columns(stream.real).value_or(0);
  if (width == 0) return std::string(text);
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool whole = end != std::string_view::npos && !stream.within_line;
    result += whole ? wrap_line(line, width) : std::string(line);
    stream.within_line = end == std::string_view::npos;
    if (!stream.within_line) result += '\n';
    text.remove_prefix(stream.within_line ? text.size() : end + 1);
  }
  return result;
}

/// Whether a line that is to be overwritten stands on the terminal.
bool live_line = false;

/// Erases a live line before other text.
std::string_view erasure_before(std::string_view text) {
  constexpr std::string_view kErase = "\r\x1b[K";
  if (text.starts_with(kErase)) {
    live_line = text.size() > kErase.size() && !text.ends_with('\n');
    return {};
  }
  return std::exchange(live_line, false) ? kErase : std::string_view();
}

ssize_t write_wrapped(void* cookie, const char* bytes, std::size_t size) {
  auto& stream = *static_cast<Wrapped*>(cookie);
  const std::string_view given(bytes, size);
  const std::string text = std::string(erasure_before(given)) + wrapped(stream, given);
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t n = ::write(stream.file, text.data() + written, text.size() - written);
    if (n < 0 && errno == EIO) break;  // the terminal is closed: nobody reads, all else goes on
    if (n < 0 && errno != EINTR) return 0;
    written += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
  }
  return static_cast<ssize_t>(size);
}

std::FILE* wrap(Wrapped& stream, int mode) {
  if (::isatty(stream.file) != 1) return stream.real;
  std::FILE* const made = ::fopencookie(&stream, "w", {nullptr, write_wrapped, nullptr, nullptr});
  if (made == nullptr) return stream.real;
  std::setvbuf(made, nullptr, mode, kBuffer);
  return made;
}

}  // namespace

std::string wrap_line(std::string_view line, std::size_t columns) {
  if (shown_width(line) <= columns || is_drawn(line) || is_to_be_copied(line))
    return std::string(line);
  const std::size_t indent = indent_of(line, columns);
  std::string text;
  std::size_t column = 0;
  while (!line.empty()) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view word = line.substr(blanks, line.find(' ', blanks) - blanks);
    line.remove_prefix(blanks + word.size());
    const std::size_t width = shown_width(word);
    if (column > indent && column + blanks + width > columns) {
      text += '\n' + std::string(indent, ' ');
      column = indent + width;
    } else {
      text += std::string(blanks, ' ');
      column += blanks + width;
    }
    text += word;
  }
  return text;
}

void wrap_output() {
  static Wrapped out{STDOUT_FILENO, stdout};
  static Wrapped err{STDERR_FILENO, stderr};
  stdout = wrap(out, _IOLBF);
  stderr = wrap(err, _IONBF);
}

int descriptor(std::FILE* stream) {
  if (stream == stdout) return STDOUT_FILENO;
  return stream == stderr ? STDERR_FILENO : ::fileno(stream);
}

}  // namespace danno::leagues::cli::terminal
