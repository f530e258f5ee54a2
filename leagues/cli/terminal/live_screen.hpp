// A page that is drawn repeatedly in place, as `top` does.
#pragma once

#include <string>

namespace danno::leagues::cli::terminal {

/// While it exists, the terminal on stdout shows only the page; afterwards it shows what it showed
/// before.
class LiveScreen {
 public:
  LiveScreen();
  LiveScreen(const LiveScreen&) = delete;
  LiveScreen& operator=(const LiveScreen&) = delete;
  ~LiveScreen();

  /// Draws as many lines of `page` as the terminal has.
  static void draw(const std::string& page);
};

}  // namespace danno::leagues::cli::terminal
