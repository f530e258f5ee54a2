// The machine on which games are played.
#pragma once

#include <string>

namespace danno::leagues::cli::terminal {

/// Returns a description such as "Linux 6.1.0 x86_64, 2 cores, AMD EPYC 7313, danno 0.1.0", which
/// lists why games of one machine may differ from those of another.
[[nodiscard]] std::string machine(const std::string& version);

}  // namespace danno::leagues::cli::terminal
