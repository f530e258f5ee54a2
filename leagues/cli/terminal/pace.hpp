// Reading speed at a terminal: a pause after each step, cut short or held by a key.
#pragma once

#include <termios.h>

namespace danno::leagues::cli::terminal {

/// While it lives, keys typed are read at once and not shown. Space or Enter shows the next step at
/// once, `p` holds until another key, `q` or Ctrl-C leaves. Where stdin or stdout is no terminal,
/// there is no pause.
class Pace {
 public:
  Pace();
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;
  ~Pace();

  [[nodiscard]] bool live() const { return live_; }
  /// After a step; false if the reader has left.
  bool pause();

 private:
  [[nodiscard]] int key(int timeout_ms) const;

  termios before_{};  // before live_, which reads it
  bool live_;
  bool left_ = false;
};

}  // namespace danno::leagues::cli::terminal
