// Durations in a form for people.
#pragma once

#include <chrono>
#include <string>

namespace danno::leagues::words {

/// Returns "2 h 5 min" or "12 s".
[[nodiscard]] std::string show_duration(std::chrono::duration<double> duration);

}  // namespace danno::leagues::words
