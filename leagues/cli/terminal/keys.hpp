// Keys as they are typed at a terminal.
#pragma once

#include <termios.h>

#include <chrono>

namespace danno::leagues::cli::terminal {

/// While it lives, keys are read at once and not shown, Ctrl-C among them: a signal must not leave
/// the terminal as it is now. Then the terminal is as it was.
class Keys {
 public:
  Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;
  ~Keys();

  /// Whether stdin and stdout are terminals; no key is read otherwise.
  [[nodiscard]] bool live() const { return live_; }

  static constexpr std::chrono::milliseconds kForever{-1};
  static constexpr int kNone = 0;
  /// The key that comes within that time; kNone if none does, and after a signal. The end of input
  /// is 'q'.
  [[nodiscard]] static int read(std::chrono::milliseconds time);
  /// Whether somebody who presses this key wants to leave: 'q' or Ctrl-C.
  [[nodiscard]] static bool leaves(int key);

 private:
  termios before_{};  // before live_, which reads it
  bool live_;
};

}  // namespace danno::leagues::cli::terminal
