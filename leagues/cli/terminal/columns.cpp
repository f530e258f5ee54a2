#include "leagues/cli/terminal/columns.hpp"

#include <sys/ioctl.h>

#include <algorithm>

namespace danno::leagues::cli::terminal {

std::optional<std::size_t> columns(std::FILE* stream) {
  constexpr std::size_t kLeast = 40;
  winsize size{};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::max<std::size_t>(size.ws_col, kLeast);
}

}  // namespace danno::leagues::cli::terminal
