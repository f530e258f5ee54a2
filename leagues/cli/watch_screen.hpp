// A page that is read and drawn again until it is the last one or the user leaves.
#pragma once

#include <functional>
#include <string>

namespace danno::leagues::cli {

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
