// Everything that the program prints. Text for people is wrapped to the terminal's width by the
// function that prints it; a file or a pipe gets whole lines.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace danno::leagues::cli::terminal {

/// Writes text to stdout or stderr at once, in place of a live line. Drops it if the terminal was
/// closed or if stderr fails. Throws std::system_error if stdout fails.
void write(std::FILE* stream, std::string_view text);

/// Shows `line` at a terminal's stderr until something else is written; an empty one erases it.
void write_live_line(std::string_view line);

/// Returns `text` wrapped to the width of `stream`, if that is a terminal.
[[nodiscard]] std::string wrapped(std::FILE* stream, std::string_view text);

/// Prints to stdout without wrapping: tables, commands to copy, JSON.
template <typename... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  write(stdout, fmt::format(format, std::forward<Args>(args)...));
}

/// Prints text for people to stdout.
template <typename... Args>
void print_text(fmt::format_string<Args...> format, Args&&... args) {
  write(stdout, wrapped(stdout, fmt::format(format, std::forward<Args>(args)...)));
}

/// Prints text for people to stderr.
template <typename... Args>
void print_note(fmt::format_string<Args...> format, Args&&... args) {
  write(stderr, wrapped(stderr, fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace danno::leagues::cli::terminal
