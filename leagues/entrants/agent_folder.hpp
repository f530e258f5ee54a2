// An entrant: a program, the folder in which it runs, and its name in tables.
//
// Agents from the command line, a folder with agent.toml or a league file become an Entrant.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/entrants/agent_files.hpp"
#include "leagues/entrants/parameters.hpp"
#include "referee/protocol/agent.hpp"

namespace danno::leagues::entrants {

struct Entrant {
  referee::protocol::Agent agent;
  bool named = false;  ///< True if the user named it, with NAME=.
  std::string author;  ///< The author in agent.toml; may be empty.
  /// The command in agent.toml that makes the program; may be empty.
  std::vector<std::string> build;
  std::vector<std::string> run;       ///< The command before parameters got their values.
  std::vector<Parameter> parameters;  ///< Those in agent.toml, with the values it plays with.
  /// The problems of an unreadable folder, one per line; such an agent does not start.
  std::vector<std::string> unreadable;
};

/// Parses an AGENT argument: `[NAME=]COMMAND [ARG…]` in one shell word. COMMAND is a folder with
/// agent.toml, an executable, the name of a bundled agent, or a program in the PATH that sandboxes
/// have. A COMMAND that exists is taken literally, including blanks. A folder that cannot be read
/// gives a broken_agent(). Throws AgentError if there is no such agent.
[[nodiscard]] Entrant find_agent(std::string_view argument);

/// Does the same for words; relative paths start from `base`. Throws AgentError also if a folder
/// cannot be read.
[[nodiscard]] Entrant find_command(std::vector<std::string> words,
                                   const std::filesystem::path& base);

/// Returns the same agent with these values of its parameters, which go before those in agent.toml.
/// Throws AgentError if the command becomes too long.
[[nodiscard]] Entrant with_parameters(Entrant entrant, std::span<const Parameter> values);

/// Counts the folder (agent_files) and reads its agent.toml: `name` and `run`, and `build`,
/// `author` and `parameters` if present. Throws AgentError with everything that is wrong with it.
[[nodiscard]] Entrant read_agent_folder(const std::filesystem::path& folder,
                                        const FolderLimits& limits = {});

/// Returns whether a file's name has one of these suffixes, in small letters or in capitals as on
/// Windows.
[[nodiscard]] bool has_suffix(const std::filesystem::path& file,
                              std::initializer_list<std::string_view> suffixes);

/// Returns the file that runs where `run` begins with a program of the system, with its version as
/// far as the file's name has it: /usr/bin/python3.11. Empty if it does not.
[[nodiscard]] std::string program_place(const std::vector<std::string>& run);
/// Returns the other file by that name that the user's own shell would run; empty if it is the
/// same.
[[nodiscard]] std::string other_place(const std::vector<std::string>& run);

/// Prevents the agent from starting: it keeps its place in the table and is never-ready because of
/// `problem`.
void mark_unstartable(referee::protocol::Agent& agent, std::string problem);
/// Returns whether this is the command of an agent passed to mark_unstartable().
[[nodiscard]] bool is_unstartable(std::span<const std::string> command);

/// Returns why it cannot play, with its build's output; empty if it can.
[[nodiscard]] std::vector<std::string> problem_lines(const Entrant& entrant);

/// Returns an entrant for an agent whose folder cannot be read; it does not start. Its name is the
/// folder's, as far as that is a valid name.
[[nodiscard]] Entrant broken_agent(const std::filesystem::path& folder, const AgentError& error);

/// Splits text into words like a POSIX shell: blanks, '…', "…", backslash; nothing is expanded.
/// Throws AgentError if a quote is not closed.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// Returns what is wrong with an author's name; empty if nothing. It may have at most 64 bytes and
/// no control characters.
[[nodiscard]] std::string author_problem(std::string_view author);

/// Returns what is wrong with a name for tables and records; empty if nothing. A name is any text
/// of at most 64 bytes without control characters that does not look like a later version ("ada@2")
/// or a namesake ("ada#2").
[[nodiscard]] std::string name_problem(std::string_view name);

/// Returns the SHA-256, in hex, of everything that determines how the agent plays: its command and
/// every file of its folder or, if the folder has no agent.toml, the files that the command names.
[[nodiscard]] std::string content_hash(const Entrant& entrant);

/// Returns the same without the name and the author in agent.toml, so that a folder and its renamed
/// copy are equal. Throws AgentError if the folder cannot be read.
[[nodiscard]] std::string program_hash(const Entrant& entrant);

}  // namespace danno::leagues::entrants
