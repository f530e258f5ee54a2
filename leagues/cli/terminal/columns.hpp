// The width of the reader's terminal.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>

namespace danno::leagues::cli::terminal {

/// Returns the width of `stream`, at least 40 columns; empty if it is not a terminal.
[[nodiscard]] std::optional<std::size_t> columns(std::FILE* stream);

/// The width for text if `stream` is not a terminal.
inline constexpr std::size_t kUsualColumns = 80;

}  // namespace danno::leagues::cli::terminal
