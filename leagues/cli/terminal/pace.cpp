#include "leagues/cli/terminal/pace.hpp"

#include <poll.h>
#include <unistd.h>

namespace danno::leagues::cli::terminal {
namespace {

constexpr int kReadingMs = 900;
constexpr int kForever = -1;
constexpr int kNoKey = 0;
constexpr int kCtrlC = 3;

}  // namespace

Pace::Pace()
    : live_(::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 &&
            ::tcgetattr(STDIN_FILENO, &before_) == 0) {
  if (!live_) return;
  termios direct = before_;
  // No signals either: a Ctrl-C must not leave the terminal as it is now.
  direct.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO | ISIG));
  ::tcsetattr(STDIN_FILENO, TCSANOW, &direct);
}

Pace::~Pace() {
  if (live_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

int Pace::key(int timeout_ms) const {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, timeout_ms) <= 0) return kNoKey;
  unsigned char key = 0;
  return ::read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
}

bool Pace::pause() {
  if (!live_ || left_) return !left_;
  int pressed = key(kReadingMs);
  if (pressed == 'p') pressed = key(kForever);
  left_ = pressed == 'q' || pressed == kCtrlC;
  return !left_;
}

}  // namespace danno::leagues::cli::terminal
