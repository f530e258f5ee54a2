// A written game from a file or stdin.
#pragma once

#include <string>
#include <variant>

#include "leagues/archive/game_view.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli::flags {

/// Returns the content of `file`; "-" is stdin. Throws UsageError if unreadable or over 64 MiB.
[[nodiscard]] std::string read_written_file(const std::string& file);

/// Throws UsageError if `what`, which is no file, can be nothing of a league either: none is named,
/// and no league.toml is here. `verb` is the verb that was given it.
void require_league_of(const std::string& what, const char* verb,
                       const StoredLeagueArguments& league);

/// Returns "FILE:LINE: what is wrong"; `file` as above.
[[nodiscard]] std::string show_problem(const std::string& file,
                                       const referee::record::LineProblem& problem);

/// Adds --rules: the rule file of a written game that does not have its rules. `rules` must live as
/// long as the verb.
void add_written_rules(Verb verb, std::string& rules);

/// Returns what add_written_rules() got; null if that is nothing. Throws UsageError.
[[nodiscard]] const rules::Definition* written_rules(const std::string& rules);

/// Returns the game in `file`; `rules` is of add_written_rules(). Throws UsageError, also if a line
/// cannot be read.
[[nodiscard]] referee::record::WrittenGame require_written_game(const std::string& file,
                                                                const std::string& rules);

/// Returns the game as it is shown. Throws UsageError if a line is not legal.
[[nodiscard]] archive::GameView require_legal(
    const std::string& file, std::variant<archive::GameView, referee::record::LineProblem> viewed);

}  // namespace danno::leagues::cli::flags
