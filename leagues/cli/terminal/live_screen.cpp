#include "leagues/cli/terminal/live_screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "leagues/cli/terminal/print.hpp"

namespace danno::leagues::cli::terminal {
namespace {

// xterm's control sequences (ctlseqs.ms): DECSET 1049 and 25, CUP, EL, ED.
constexpr const char* kEnter = "\x1b[?1049h\x1b[?25l";
constexpr const char* kLeave = "\x1b[?25h\x1b[?1049l";
constexpr const char* kHome = "\x1b[H";
constexpr const char* kEraseToEnd = "\x1b[J";
constexpr const char* kEndOfLine = "\x1b[K\n";

std::size_t lines() {
  constexpr std::size_t kUsual = 24;
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : kUsual;
}

}  // namespace

LiveScreen::LiveScreen() { print("{}", kEnter); }

LiveScreen::~LiveScreen() {
  print("{}", kLeave);
  std::fflush(stdout);
}

void LiveScreen::draw(const std::string& page) {
  std::string shown = kHome;
  std::size_t left = lines() - 1;
  for (std::size_t begin = 0; begin < page.size() && left > 0; --left) {
    const std::size_t end = std::min(page.find('\n', begin), page.size());
    shown += page.substr(begin, end - begin) + kEndOfLine;
    begin = end + 1;
  }
  print("{}{}", shown, kEraseToEnd);
  std::fflush(stdout);
}

}  // namespace danno::leagues::cli::terminal
