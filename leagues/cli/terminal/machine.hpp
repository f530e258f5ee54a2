// The machine that games are played on.
#pragma once

#include <string>

namespace danno::leagues::cli::terminal {

/// "Linux 6.1.0 x86_64, 2 cores"
[[nodiscard]] std::string machine();

}  // namespace danno::leagues::cli::terminal
