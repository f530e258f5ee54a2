// Reading speed at a terminal: a pause after each step, cut short or held by a key.
#pragma once

#include "leagues/cli/terminal/keys.hpp"

namespace danno::leagues::cli::terminal {

/// Space or Enter shows the next step at once, `p` holds until another key, `q` or Ctrl-C leaves.
/// Without a terminal there is no pause.
class Pace {
 public:
  [[nodiscard]] bool live() const { return keys_.live(); }
  /// After a step; false if the reader has left.
  bool pause();

 private:
  Keys keys_;
  bool left_ = false;
};

}  // namespace danno::leagues::cli::terminal
