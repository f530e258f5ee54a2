// Writes to stdout and stderr, also while a live line stands at the terminal: the line is erased
// before any text and drawn again after it.
#include "leagues/cli/print.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "leagues/base/escape.hpp"
#include "leagues/base/width.hpp"

namespace danno::leagues::cli {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

/// Tells whether a live line stands at the terminal.
std::atomic<bool> g_live_line{false};

/// Sends to /dev/null what goes to a terminal that was closed, so that the work goes on.
bool leave_closed_terminal(std::FILE* stream) {
  struct stat status {};
  if (errno != EIO || ::fstat(::fileno(stream), &status) != 0 || !S_ISCHR(status.st_mode))
    return false;
  const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null < 0) return false;
  ::dup2(null, ::fileno(stream));
  ::close(null);
  std::clearerr(stream);
  return true;
}

Color g_color = Color::Auto;

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

void write(std::FILE* stream, std::string_view text) {
  if (g_live_line.exchange(false)) std::fputs(kEraseLine, stderr);
  std::fwrite(text.data(), 1, text.size(), stream);
  // Both streams may go to one log: a text that waits in a buffer would be cut by the other one's.
  const bool is_lost = std::fflush(stream) != 0 || std::ferror(stream) != 0;
  if (is_lost && !leave_closed_terminal(stream) && stream == stdout) throw OutputError(errno);
}

void write_live_line(std::string_view line) {
  if (!g_live_line.exchange(!line.empty()) && line.empty()) return;
  // One write: a slow terminal never shows the erased line without the new one.
  const std::string text = std::string(kEraseLine).append(line);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string wrapped(std::FILE* stream, std::string_view text) {
  const auto width = columns(stream);
  return width ? base::wrap(text, *width) : std::string(text);
}

std::optional<std::size_t> columns(std::FILE* stream) {
  // A terminal may be narrower than any table; then lines are broken by it.
  constexpr std::size_t kLeast = 40;
  winsize size{};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::max<std::size_t>(size.ws_col, kLeast);
}

bool is_live(std::FILE* stream) {
  return isatty(::fileno(stream)) == 1 && std::getenv("TERM") != nullptr &&
         variable("TERM") != "dumb";
}

void set_color(Color color) { g_color = color; }

bool wants_color(std::FILE* stream) {
  if (g_color != Color::Auto) return g_color == Color::Always;
  // The conventions of no-color.org and bixense.com/clicolors: a flag, then NO_COLOR, then
  // CLICOLOR_FORCE.
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view force = variable("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return variable("TERM") != "dumb" && isatty(::fileno(stream)) == 1;
}

std::vector<std::string> escaped(std::vector<std::string> texts) {
  for (std::string& text : texts)
    text = base::escape_terminal(text);
  return texts;
}

std::string shell_word(std::string_view word) {
  return base::escape_terminal(base::quote_shell(word));
}

std::string styled(std::string_view text, Style style, std::FILE* stream) {
  if (!wants_color(stream)) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(style), text);
}

}  // namespace danno::leagues::cli
