// Durations that a user types.
#pragma once

#include <chrono>
#include <string>

namespace danno::leagues::cli::flags {

/// Parses "90", "45s", "30m" or "2h". Throws UsageError with the flag's name.
[[nodiscard]] std::chrono::seconds parse_duration(const std::string& flag, const std::string& text);

}  // namespace danno::leagues::cli::flags
