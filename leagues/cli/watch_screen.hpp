// Keys as they are typed at a terminal, and a page that is read and drawn again until it is the
// last one or the user leaves.
#pragma once

#include <termios.h>

#include <chrono>
#include <functional>
#include <string>

namespace danno::leagues::cli {

/// Reads keys at once, as long as it exists, and does not echo them. Ctrl-C is read as a key, too,
/// so that no signal leaves the terminal in this state. The destructor restores the terminal.
class Keys {
 public:
  Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;
  ~Keys();

  /// Returns whether stdin and stdout are terminals; otherwise no key is read.
  [[nodiscard]] bool live() const { return live_; }

  static constexpr std::chrono::milliseconds kForever{-1};
  static constexpr int kNone = 0;
  /// Returns the key that is typed within that time; kNone if none is, and after a signal. The end
  /// of input counts as 'q'.
  [[nodiscard]] static int read(std::chrono::milliseconds time);
  /// Returns whether this key means to leave: 'q' or Ctrl-C.
  [[nodiscard]] static bool leaves(int key);

 private:
  termios before_{};  // declared before live_, which sets it
  bool live_;
};

struct LivePage {
  std::string text;
  bool last = false;  ///< Nothing on it will change any more.
};

/// Draws what `read` returns in place, at most once a second, and so rarely that reading leaves
/// nine tenths of a core to the players; then leaves the last page on the terminal as text.
/// Throws UsageError, with `elsewhere`, if there is no terminal, and Interrupted, with `go_on`. The
/// first line begins with the key that leaves.
void watch_screen(const std::function<LivePage()>& read, const std::string& elsewhere,
                  const std::string& go_on);

}  // namespace danno::leagues::cli
