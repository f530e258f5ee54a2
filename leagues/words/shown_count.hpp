// Counts as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace danno::leagues::words {

/// "12,345"
[[nodiscard]] std::string show_count(std::uint64_t count);

/// "1 game", "12,345 games": `noun` is one that takes an s.
[[nodiscard]] std::string show_count(std::uint64_t count, std::string_view noun);

}  // namespace danno::leagues::words
