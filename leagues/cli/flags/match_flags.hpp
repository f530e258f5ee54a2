// The command line of 'danno match', and the match that it asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "leagues/archive/games_file.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues::cli::flags {

struct MatchArguments {
  std::vector<std::string> agents;
  std::uint64_t deals = 100;
  std::uint64_t more = 0;  ///< Deals that a kept match goes on for; 0: it is a new one.
  std::string seed;
  std::string agent_secret;
  std::string out;  ///< A folder, or a file of games.
  std::string html;
  std::string stderr_folder;
  bool advice = false;
  bool watch = false;
  bool fresh = false;
  LineUpFlags line_up;

  /// The folder that --out names; empty if it names none.
  [[nodiscard]] std::string folder() const { return archive::GamesFile::is_name(out) ? "" : out; }
};

/// Who plays what. The line-up points into the rest: it stays where it is.
struct ChosenMatch {
  std::vector<entrants::Entrant> entrants;
  rules::RuleSet rules;
  referee::play::LineUp line_up;
};

/// Builds the agents, too. Throws UsageError.
[[nodiscard]] std::unique_ptr<ChosenMatch> chosen_match(const MatchArguments& arguments,
                                                        const terminal::Invocation& invocation);

/// `arguments` lives as long as the verb.
void add_match_flags(Verb verb, MatchArguments& arguments);

}  // namespace danno::leagues::cli::flags
