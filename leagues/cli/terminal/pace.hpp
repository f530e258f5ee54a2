// Reading speed at a terminal: a pause after each step, which a key can shorten or hold.
#pragma once

#include "leagues/cli/terminal/keys.hpp"

namespace danno::leagues::cli::terminal {

/// Pauses between steps. Space or Enter shows the next step, `p` holds until another key is
/// pressed, `q` or Ctrl-C leaves. Without a terminal there is no pause.
class Pace {
 public:
  [[nodiscard]] bool live() const { return keys_.live(); }
  /// Pauses after a step; returns false if the reader has left.
  bool pause();

 private:
  Keys keys_;
  bool left_ = false;
};

}  // namespace danno::leagues::cli::terminal
