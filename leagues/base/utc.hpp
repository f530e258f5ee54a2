// Points in time as people and files write them, in UTC: "2026-01-31T09:30:00Z" (RFC 3339).
#pragma once

#include <chrono>
#include <string>

namespace danno::leagues::base {

/// Returns the current time, rounded down to seconds.
[[nodiscard]] std::chrono::sys_seconds utc_now();

[[nodiscard]] std::string format_utc(std::chrono::sys_seconds time);

/// Parses the output of format_utc(); returns the beginning of 1970 for any other text.
[[nodiscard]] std::chrono::sys_seconds parse_utc(const std::string& text);

}  // namespace danno::leagues::base
