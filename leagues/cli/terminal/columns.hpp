// How wide the reader's terminal is.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>

namespace danno::leagues::cli::terminal {

/// Columns of the terminal that `stream` is, at least 40; nothing if it is none.
[[nodiscard]] std::optional<std::size_t> columns(std::FILE* stream);

/// For text where `stream` is no terminal.
inline constexpr std::size_t kUsualColumns = 80;

}  // namespace danno::leagues::cli::terminal
