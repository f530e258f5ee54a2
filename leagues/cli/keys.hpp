// Reads keys as they are typed at a terminal.
#pragma once

#include <termios.h>

#include <chrono>

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

}  // namespace danno::leagues::cli
