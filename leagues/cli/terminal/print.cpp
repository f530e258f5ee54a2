#include "leagues/cli/terminal/print.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "leagues/cli/terminal/columns.hpp"
#include "leagues/words/columns.hpp"

namespace danno::leagues::cli::terminal {
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

}  // namespace

void write(std::FILE* stream, std::string_view text) {
  if (g_live_line.exchange(false)) std::fputs(kEraseLine, stderr);
  std::fwrite(text.data(), 1, text.size(), stream);
  // Both streams may go to one log: a text that waits in a buffer would be cut by the other one's.
  const bool is_lost = std::fflush(stream) != 0 || std::ferror(stream) != 0;
  if (is_lost && !leave_closed_terminal(stream) && stream == stdout)
    throw std::system_error(errno, std::generic_category(), "stdout");
}

void write_live_line(std::string_view line) {
  if (!g_live_line.exchange(!line.empty()) && line.empty()) return;
  // One write: a slow terminal never shows the erased line without the new one.
  const std::string text = std::string(kEraseLine).append(line);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string wrapped(std::FILE* stream, std::string_view text) {
  const auto width = columns(stream);
  return width ? words::wrap(text, *width) : std::string(text);
}

}  // namespace danno::leagues::cli::terminal
