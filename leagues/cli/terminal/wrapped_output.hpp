// Lines that are longer than the terminal is wide are broken at words, on stdout and on stderr.
// What is written to a file or a pipe stays as it is.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace danno::leagues::cli::terminal {

/// Returns the line broken at blanks into lines of at most `columns`; only a longer word exceeds
/// them. Further lines are indented: below the last column of text that begins in the left half, or
/// else by two blanks more than the first. Colours take no column. Lines to be copied stay whole:
/// commands after "next" or "again", the lines of a log, and JSON.
[[nodiscard]] std::string wrap_line(std::string_view line, std::size_t columns);

/// From now on, whole lines that are written to stdout or stderr are wrapped if it is a terminal,
/// and a live line of Progress is erased before other text. What is written to a terminal that was
/// closed is dropped.
void wrap_output();

/// Returns the file descriptor of stdout or stderr; fileno() knows none once they are wrapped.
[[nodiscard]] int descriptor(std::FILE* stream);

}  // namespace danno::leagues::cli::terminal
