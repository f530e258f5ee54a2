#include "leagues/cli/flags/rated_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/number.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {

ratings::RecordedGames read_results(const std::string& file) {
  const bool is_stdin = file == "-";
  std::ifstream in;
  if (!is_stdin) in.open(file);
  if (!is_stdin && (!in || std::filesystem::is_directory(file))) {
    throw terminal::UsageError(
        fmt::format("{}: cannot be opened; expected a file of games, or - for stdin", file));
  }
  const std::string name = is_stdin ? "stdin" : file;
  ratings::RecordedGames games = ratings::read_results(is_stdin ? std::cin : in, name);
  if (games.skipped_torn_line)
    fmt::print(stderr, "{}: its last line was cut off by a full disk or a kill; left out\n", name);
  return games;
}

ratings::Anchor anchor_of(const std::string& text, const std::vector<std::string>& names) {
  const std::size_t equals = text.rfind('=');
  // Further apart no two agents are.
  constexpr double kMostElo = 1e6;
  const auto elo = words::parse_decimal(
      equals == std::string::npos ? std::string_view() : std::string_view(text).substr(equals + 1),
      -kMostElo, kMostElo);
  if (!elo) {
    throw terminal::UsageError(
        fmt::format("--anchor '{}'; expected NAME=ELO", words::escape_terminal(text)));
  }
  ratings::Anchor anchor{};
  anchor.elo = *elo;
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
