// How wide the reader's terminal is.
#pragma once

#include <cstddef>
#include <cstdio>

namespace danno::leagues::cli::terminal {

/// Columns of the terminal that `stream` is, at least 40; 80 if it is none.
[[nodiscard]] std::size_t columns(std::FILE* stream);

}  // namespace danno::leagues::cli::terminal
