#include "leagues/cli/watch_screen.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/print.hpp"

namespace danno::leagues::cli {
namespace {

using Clock = std::chrono::steady_clock;

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

/// Shows only the page on the terminal as long as it exists; then restores the earlier content.
class LiveScreen {
 public:
  LiveScreen() { print("{}", kEnter); }
  LiveScreen(const LiveScreen&) = delete;
  LiveScreen& operator=(const LiveScreen&) = delete;
  ~LiveScreen() { print("{}", kLeave); }

  /// Draws as many lines of `page` as the terminal has.
  static void draw(const std::string& page) {
    std::string shown = kHome;
    std::size_t left = lines() - 1;
    for (std::size_t begin = 0; begin < page.size() && left > 0; --left) {
      const std::size_t end = std::min(page.find('\n', begin), page.size());
      shown += page.substr(begin, end - begin) + kEndOfLine;
      begin = end + 1;
    }
    print("{}{}", shown, kEraseToEnd);
  }
};

constexpr int kShare = 10;

LivePage draw_until_left(const std::function<LivePage()>& read, const std::string& go_on) {
  auto begin = Clock::now();
  LivePage page = read();
  const Keys keys;
  const LiveScreen screen;
  while (true) {
    LiveScreen::draw("q: leave (the league continues)  " + page.text);
    if (page.last) return page;
    const auto pause =
        std::max<Clock::duration>(std::chrono::seconds(1), kShare * (Clock::now() - begin));
    if (Keys::leaves(Keys::read(std::chrono::duration_cast<std::chrono::milliseconds>(pause))))
      return page;
    stop_if_asked(go_on);
    begin = Clock::now();
    page = read();
  }
}

}  // namespace

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

void watch_screen(const std::function<LivePage()>& read, const std::string& elsewhere,
                  const std::string& go_on) {
  if (!Keys().live()) throw UsageError(elsewhere);
  const Interrupts interrupts(Work::Compute);
  print_text("{}", draw_until_left(read, go_on).text);
}

}  // namespace danno::leagues::cli
