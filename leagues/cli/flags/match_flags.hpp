// The command line of 'danno match', and the match that it describes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "leagues/archive/games_file.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues::cli::flags {

struct MatchArguments {
  std::vector<std::string> agents;
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
  LineUpFlags line_up;

  /// Returns the deals to play, those of a kept match not counted.
  [[nodiscard]] std::uint64_t deals_to_play() const {
    return more > 0 ? more : deals.value_or(100);
  }
  /// Returns the folder that --out names; empty if it names none.
  [[nodiscard]] std::string folder() const { return archive::GamesFile::is_name(out) ? "" : out; }
};

/// The agents, rules and line-up of a match. The line-up points into the other members, so the
/// object must not be moved.
struct ChosenMatch {
  std::vector<entrants::Entrant> entrants;
  rules::RuleSet rules;
  referee::play::LineUp line_up;
};

/// Returns the match, with its agents built. Throws UsageError.
[[nodiscard]] std::unique_ptr<ChosenMatch> chosen_match(const MatchArguments& arguments,
                                                        const terminal::Invocation& invocation);

/// Adds the flags; `arguments` must live as long as the verb.
void add_match_flags(Verb verb, MatchArguments& arguments);

}  // namespace danno::leagues::cli::flags
