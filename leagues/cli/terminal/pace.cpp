#include "leagues/cli/terminal/pace.hpp"

namespace danno::leagues::cli::terminal {

bool Pace::pause() {
  constexpr std::chrono::milliseconds kReading{900};
  if (!live() || left_) return !left_;
  int pressed = Keys::read(kReading);
  if (pressed == 'p') pressed = Keys::read(Keys::kForever);
  left_ = Keys::leaves(pressed);
  return !left_;
}

}  // namespace danno::leagues::cli::terminal
