#include "leagues/cli/terminal/keep_games.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::terminal {
namespace {

/// The first that did not come with danno, whose author watches.
std::size_t author_of(std::span<const entrants::Entrant> entrants) {
  const auto own = std::ranges::find_if_not(entrants, entrants::is_bundled);
  return own == entrants.end() ? 0 : static_cast<std::size_t>(own - entrants.begin());
}

}  // namespace

void keep_logs(const play::AgentLogs& logs, const std::filesystem::path& folder,
               const ShownMatch& match, const Invocation& invocation) {
  try {
    const auto files = logs.write(folder, match.line_up.key_names);
    if (invocation.json) return;
    for (std::size_t agent = 0; agent < files.size(); ++agent) {
      if (files[agent].empty() || entrants::is_bundled(match.entrants[agent])) continue;
      print("printed {}\n", words::escape_terminal(words::quote_shell(files[agent].string())));
    }
  } catch (const std::system_error& error) {
    if (!invocation.quiet)
      print_note("warning: what the agents printed is not kept: {}\n",
                 words::escape_terminal(error.what()));
  }
}

void keep_games(archive::MatchGames& games, const ShownMatch& match, const Invocation& invocation) {
  try {
    games.finish();
  } catch (const std::system_error& error) {
    if (!invocation.quiet)
      print_note("warning: the games are not kept: {}\n", words::escape_terminal(error.what()));
    return;
  }
  if (invocation.json) return;
  const bool explained = match.values != nullptr && match.entrants.size() == 2;
  const std::string game = games.to_learn_from(author_of(match.entrants));
  print("next    {} {} {}\n", invocation.program, explained ? "explain" : "replay",
        words::escape_terminal(words::quote_shell(game)));
}

}  // namespace danno::leagues::cli::terminal
