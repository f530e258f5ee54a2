#include "leagues/cli/keys.hpp"

#include <poll.h>
#include <unistd.h>

namespace danno::leagues::cli {

Keys::Keys()
    : live_(::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 &&
            ::tcgetattr(STDIN_FILENO, &before_) == 0) {
  if (!live_) return;
  termios direct = before_;
  // Keys come one by one, are not shown, and Ctrl-C is a key, so that the terminal is always
  // restored.
  direct.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO | ISIG));
  ::tcsetattr(STDIN_FILENO, TCSANOW, &direct);
}

Keys::~Keys() {
  if (live_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

int Keys::read(std::chrono::milliseconds time) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, static_cast<int>(time.count())) <= 0) return kNone;
  unsigned char key = 0;
  return ::read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
}

bool Keys::leaves(int key) {
  constexpr int kCtrlC = 3;
  return key == 'q' || key == kCtrlC;
}

}  // namespace danno::leagues::cli
