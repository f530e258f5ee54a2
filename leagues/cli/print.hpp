// Everything that the program prints. Text for people is wrapped to the terminal's width by the
// function that prints it; a file or a pipe gets whole lines. Colour is only for people at a
// terminal.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace danno::leagues::cli {

/// The failure to write to stdout. It is no std::system_error, which the referee would take for a
/// failure of the machine: the reader of stdout is not one, and the deal is not played again.
class OutputError : public std::exception {
 public:
  explicit OutputError(int error) : error_(error) {}
  [[nodiscard]] int error() const { return error_; }  ///< The errno.
  [[nodiscard]] const char* what() const noexcept override { return "stdout cannot be written"; }

 private:
  int error_;
};

/// Writes text to stdout or stderr at once, in place of a live line. Drops it if the terminal was
/// closed or if stderr fails. Throws OutputError if stdout fails.
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

/// Returns the width of `stream`, at least 40 columns; empty if it is not a terminal.
[[nodiscard]] std::optional<std::size_t> columns(std::FILE* stream);

/// The width for text if `stream` is not a terminal.
inline constexpr std::size_t kUsualColumns = 80;

/// Returns whether `stream` is a terminal on which a line can be overwritten.
[[nodiscard]] bool is_live(std::FILE* stream);

/// The values of --color; with Auto, wants_color() decides.
enum class Color { Auto, Always, Never };
/// Sets the colour of all streams from now on.
void set_color(Color color);

/// Returns whether `stream` shows colour. If --color does not decide: no if NO_COLOR is set
/// (no-color.org), yes if CLICOLOR_FORCE is set and not 0 (bixense.com/clicolors), otherwise yes at
/// a terminal that is not "dumb".
[[nodiscard]] bool wants_color(std::FILE* stream);

/// The codes of ECMA-48's SGR.
enum class Style { Bold = 1, Dim = 2, Red = 31, Green = 32, Yellow = 33 };

/// Returns texts that are safe to show, such as names.
[[nodiscard]] std::vector<std::string> escaped(std::vector<std::string> texts);

/// Returns a word of a command that people copy: quoted for a shell, and escaped.
[[nodiscard]] std::string shell_word(std::string_view word);

/// Returns `text` in this style if `stream` wants colour, otherwise unchanged.
[[nodiscard]] std::string styled(std::string_view text, Style style, std::FILE* stream);

}  // namespace danno::leagues::cli
