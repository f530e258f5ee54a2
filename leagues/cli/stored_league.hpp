// The arguments of commands that read a stored league or a written game, and which game is meant.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/cli/command.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/schedule/league_keys.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli {

struct StoredLeagueArguments {
  std::string league;  ///< A league file or a folder; if empty, league.toml.
  std::string out;     ///< The value of --out.
};

/// Adds LEAGUE and --out; `arguments` must live as long as the command.
void add_stored_league(Command command, StoredLeagueArguments& arguments);

/// Adds a command that has --json and only these arguments; `run` is called with them and with
/// `invocation`.
template <typename Run>
void add_league_command(Command league, Invocation& invocation, const CommandText& text, Run run) {
  const Command command = league.add(invocation, text);
  command.json_flag(invocation);
  const auto arguments = std::make_shared<StoredLeagueArguments>();
  add_stored_league(command, *arguments);
  command.runs([arguments, &invocation, run] { return run(*arguments, invocation); });
}

/// Reads the league file. Throws UsageError with everything that is wrong, one problem per line.
[[nodiscard]] store::League read_league(const std::filesystem::path& file);

/// Reads the league file without its agents, which may not exist yet.
[[nodiscard]] schedule::LeagueKeys read_league_terms(const std::filesystem::path& file);

/// Reads what it says about its season. Throws what read_league() throws.
[[nodiscard]] schedule::SeasonKeys read_season_keys(const std::filesystem::path& file);

/// Returns the league's folder: `out`, or out/NAME if that is empty.
[[nodiscard]] std::filesystem::path league_folder(const store::League& league,
                                                  const std::string& out);

/// Returns the folder that is meant. Throws UsageError.
[[nodiscard]] std::filesystem::path stored_folder(const StoredLeagueArguments& arguments);

/// Returns the league file that is meant; nullopt if a folder is meant, or only --out names one.
[[nodiscard]] std::optional<std::filesystem::path> league_file(
    const StoredLeagueArguments& arguments);

/// The game with that id. Throws UsageError if it is not stored.
[[nodiscard]] report::StoredGame require_game(const store::Reader& store, const std::string& id);

/// All games of a deal, and the index of the game that is meant.
struct StoredDealOfGame {
  std::vector<report::StoredGame> games;
  std::size_t meant = 0;
};
[[nodiscard]] StoredDealOfGame require_deal(const store::Reader& store, const std::string& id);

/// Returns the content of `file`; "-" is stdin. Throws UsageError if unreadable or over 64 MiB.
[[nodiscard]] std::string read_written_file(const std::string& file);

/// Throws UsageError if `what`, which is no file, can be nothing of a league either: none is named,
/// and no league.toml is here. `command` is the command that was given it.
void require_league_for(const std::string& what, const char* command,
                        const StoredLeagueArguments& league);

/// Returns "FILE:LINE: what is wrong"; `file` as above.
[[nodiscard]] std::string format_problem(const std::string& file,
                                         const referee::record::LineProblem& problem);

/// Adds --rules: the rule file of a written game that does not have its rules. `rules` must live as
/// long as the command.
void add_written_rules(Command command, std::string& rules);

/// Returns what add_written_rules() got; null if that is nothing. Throws UsageError.
[[nodiscard]] const rules::Definition* written_rules(const std::string& rules);

/// Returns the game in `file`; `rules` is of add_written_rules(). Throws UsageError, also if a line
/// cannot be read.
[[nodiscard]] referee::record::WrittenGame require_written_game(const std::string& file,
                                                                const std::string& rules);

/// Returns the game of `file` as it is shown, with its chances if they are known. Throws UsageError
/// if a line is not legal, and Interrupted.
[[nodiscard]] report::GameView view_written_game(const std::string& file,
                                                 const referee::record::WrittenGame& game,
                                                 const Invocation& invocation);

}  // namespace danno::leagues::cli
