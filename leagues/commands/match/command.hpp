// The arguments of `danno match`, and its two ways to play: one table, or a round robin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/report/game_files.hpp"

namespace danno::leagues::commands::match {

struct MatchArguments {
  std::vector<std::string> agents;
  std::size_t seats = 0;               ///< At a table; 0: as choose_seats() decides.
  std::optional<std::uint64_t> deals;  ///< Of a new match.
  std::uint64_t more = 0;              ///< Deals by which a kept match continues; 0: a new match.
  std::string seed;
  std::string agent_secret;
  std::string out;  ///< A folder, or a file of games.
  std::string html;
  std::string stderr_folder;
  bool advice = false;
  bool watch = false;
  bool fresh = false;
  cli::LineUpFlags line_up;

  /// Returns the deals to play, those of a kept match not counted.
  [[nodiscard]] std::uint64_t deals_to_play() const {
    return more > 0 ? more : deals.value_or(100);
  }
  /// Returns the folder that --out names; empty if it names none.
  [[nodiscard]] std::string folder() const { return report::GamesFile::is_name(out) ? "" : out; }
};

/// Returns the first agent that did not come with danno, whose author watches.
[[nodiscard]] std::size_t own_agent(std::span<const entrants::Entrant> entrants);

/// Plays a match of more agents than a table has seats. Returns the exit code.
int play_round_robin(const MatchArguments& arguments, const cli::Invocation& invocation);

}  // namespace danno::leagues::commands::match
