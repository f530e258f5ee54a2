#include "leagues/cli/terminal/color.hpp"

#include <unistd.h>

#include <cstdlib>

namespace danno::leagues::cli::terminal {
namespace {

Color g_color = Color::Auto;

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

std::string_view code(Style style) {
  switch (style) {
    case Style::Bold:
      return "1";
    case Style::Dim:
      return "2";
    case Style::Red:
      return "31";
    case Style::Green:
      return "32";
    case Style::Yellow:
      return "33";
  }
  return "0";
}

}  // namespace

void set_color(Color color) { g_color = color; }

bool wants_color(std::FILE* stream) {
  if (g_color != Color::Auto) return g_color == Color::Always;
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view force = variable("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return variable("TERM") != "dumb" && isatty(::fileno(stream)) == 1;
}

std::string styled(std::string_view text, Style style, std::FILE* stream) {
  if (!wants_color(stream)) return std::string(text);
  return "\x1b[" + std::string(code(style)) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace danno::leagues::cli::terminal
