// Who plays: a program, the folder it runs in, and what tables call it.
//
// An agent is named on the command line, by a folder with agent.toml, or in a league file; all end
// up as an Entrant.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/entrants/agent_files.hpp"
#include "referee/talk/agent.hpp"

namespace danno::leagues::entrants {

struct Entrant {
  referee::talk::Agent agent;
  bool named = false;              ///< By the user, with NAME=.
  std::string author;              ///< As agent.toml tells it; may be empty.
  std::vector<std::string> build;  ///< The command of agent.toml that makes the program, if any.
  /// What is wrong with a folder that cannot be read, a line each; such an agent does not start.
  std::vector<std::string> unreadable;
};

/// An AGENT argument: `[NAME=]COMMAND [ARG…]` in one shell word. COMMAND is a folder with
/// agent.toml, an executable, the name of a bundled agent, or a program of the PATH that sandboxes
/// have. A COMMAND that exists is taken as it is, with its blanks. A folder that cannot be read is
/// a broken_agent(). Throws AgentError if there is no such agent.
[[nodiscard]] Entrant find_agent(std::string_view argument);

/// The same from words; relative paths stand from `base`. Throws AgentError if a folder cannot be
/// read, too.
[[nodiscard]] Entrant find_command(std::vector<std::string> words,
                                   const std::filesystem::path& base);

/// Counts the folder (agent_files) and reads its agent.toml: `name` and `run`; `build` and `author`
/// if told. Throws AgentError with all that is wrong with it.
[[nodiscard]] Entrant read_agent_folder(const std::filesystem::path& folder,
                                        const FolderLimits& limits = {});

/// The agent will not start: it keeps its place in the table and is never-ready because of
/// `problem`.
void keep_from_starting(referee::talk::Agent& agent, std::string problem);
/// Whether this is the command of one that was kept from it.
[[nodiscard]] bool keeps_from_starting(std::span<const std::string> command);

/// What keeps it from playing, and what its build said; none: it plays.
[[nodiscard]] std::vector<std::string> problem_lines(const Entrant& entrant);

/// Stands in for an agent whose folder cannot be read; it does not start. Its name is the folder's,
/// as far as that can be one.
[[nodiscard]] Entrant broken_agent(const std::filesystem::path& folder, const AgentError& error);

/// Words as a POSIX shell splits them: blanks, '…', "…", backslash; nothing is expanded. Throws
/// AgentError if a quote stays open.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// What is wrong with an author's name; empty: nothing. At most 64 bytes, no control characters.
[[nodiscard]] std::string author_problem(std::string_view author);

/// What is wrong with a name for tables and records; empty: nothing. Any text of at most 64 bytes
/// without control characters that does not look like a later version ("ada@2") or a namesake
/// ("ada#2").
[[nodiscard]] std::string name_problem(std::string_view name);

/// Agents of one name are told apart by their folders, as in old/ada and new/ada; where these are
/// one, the second becomes NAME#2, and so on. Throws AgentError if the user gave one of them
/// that name.
void number_namesakes(std::span<Entrant> entrants);

/// SHA-256, in hex, of all that makes the agent play as it does: its command and every file of its
/// folder, or, where the folder holds no agent.toml, the files that the command names.
[[nodiscard]] std::string content_hash(const Entrant& entrant);

/// The same without the name and the author that agent.toml tells: a folder and its copy under
/// another name are alike. Throws AgentError where the folder cannot be read.
[[nodiscard]] std::string program_hash(const Entrant& entrant);

}  // namespace danno::leagues::entrants
