#include "leagues/cli/flags/match_files.hpp"

#include "leagues/cli/flags/chosen_kept_match.hpp"
#include "leagues/cli/flags/page_file.hpp"
#include "leagues/cli/terminal/keep_games.hpp"
#include "leagues/play/kept_match.hpp"

namespace danno::leagues::cli::flags {

bool keeps_games(const MatchArguments& arguments, const terminal::Invocation& invocation) {
  return !arguments.folder().empty() || !invocation.json;
}

archive::MatchGames games_of(const referee::play::LineUp& line_up,
                             const MatchArguments& arguments) {
  using Keep = archive::MatchGames::Keep;
  using Earlier = archive::MatchGames::Earlier;
  const std::string folder = arguments.folder();
  return {line_up, folder.empty() ? terminal::kMatchFolder : folder,
          folder.empty() ? Keep::Last : Keep::All,
          arguments.more > 0 ? Earlier::Kept : Earlier::Replaced};
}

void keep_logs(const play::AgentLogs& logs, const archive::MatchGames& games,
               const terminal::ShownMatch& match, const MatchArguments& arguments,
               const terminal::Invocation& invocation) {
  if (arguments.stderr_folder.empty() && !keeps_games(arguments, invocation)) return;
  const std::string beside = games.folder() / "stderr";
  terminal::keep_logs(logs, arguments.stderr_folder.empty() ? beside : arguments.stderr_folder,
                      match, invocation);
}

void keep_match(const terminal::ShownMatch& match, archive::MatchGames& games,
                const MatchArguments& arguments, const terminal::Invocation& invocation) {
  if (keeps_games(arguments, invocation)) {
    terminal::keep_games(games, match, invocation);
    play::keep_match(games.folder(), match.line_up, hashes_of(match.entrants), match.result);
  }
  if (!arguments.html.empty()) write_match_page(match, games, arguments.html, invocation);
}

}  // namespace danno::leagues::cli::flags
