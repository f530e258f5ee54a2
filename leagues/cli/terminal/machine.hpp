// The machine that games are played on.
#pragma once

#include <string>

namespace danno::leagues::cli::terminal {

/// "Linux 6.1.0 x86_64, 2 cores, AMD EPYC 7313, danno 0.1.0": what makes games of one machine
/// differ from those of another.
[[nodiscard]] std::string machine(const std::string& version);

}  // namespace danno::leagues::cli::terminal
