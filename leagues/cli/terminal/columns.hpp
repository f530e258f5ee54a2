// How wide the reader's terminal is.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>

namespace danno::leagues::cli::terminal {

/// The width of `stream`, at least 40 columns; empty if it is not a terminal.
[[nodiscard]] std::optional<std::size_t> columns(std::FILE* stream);

/// For text where `stream` is no terminal.
inline constexpr std::size_t kUsualColumns = 80;

}  // namespace danno::leagues::cli::terminal
