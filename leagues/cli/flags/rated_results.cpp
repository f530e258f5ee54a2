#include "leagues/cli/flags/rated_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {

ratings::RecordedGames read_results(const std::string& file) {
  if (file == "-") {
    return ratings::read_results(std::cin, "stdin");
  }
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) {
    throw terminal::UsageError(
        fmt::format("{}: cannot be opened; expected a file of games, or - for stdin", file));
  }
  return ratings::read_results(in, file);
}

ratings::Anchor anchor_of(const std::string& text, const std::vector<std::string>& names) {
  const std::size_t equals = text.rfind('=');
  ratings::Anchor anchor{};
  const char* const end = text.data() + text.size();
  const char* const begin = equals == std::string::npos ? end : text.data() + equals + 1;
  const auto [stop, error] = std::from_chars(begin, end, anchor.elo);
  if (begin == end || error != std::errc() || stop != end || !std::isfinite(anchor.elo)) {
    throw terminal::UsageError(fmt::format("--anchor '{}'; expected NAME=ELO", text));
  }
  const std::string name = text.substr(0, equals);
  const auto found = std::ranges::lower_bound(names, name);
  if (found == names.end() || *found != name) {
    const std::optional<std::string> meant = words::closest(name, names);
    throw terminal::UsageError(
        fmt::format("--anchor '{}': nobody of that name played{}", name,
                    meant ? fmt::format("; did you mean '{}'?", *meant) : ""));
  }
  anchor.agent = static_cast<int>(found - names.begin());
  return anchor;
}

}  // namespace danno::leagues::cli::flags
