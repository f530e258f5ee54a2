// Who plays: a program, the folder it runs in, and what tables call it.
//
// An agent is named on the command line, by a folder with agent.toml, or in a league file; all end
// up as an Entrant.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/session.hpp"

namespace danno::leagues {

struct Entrant {
  referee::Agent agent;
  bool named = false;              ///< By the user, with NAME=.
  std::string author;              ///< As agent.toml tells it; may be empty.
  std::vector<std::string> build;  ///< The command of agent.toml that makes the program, if any.
  /// Why its program cannot start, as far as that shows without trying; then it is never-ready.
  std::string problem;
};

/// The user's mistake about an agent: one line.
class AgentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An AGENT argument: `[NAME=]COMMAND [ARG…]` in one shell word. COMMAND is a folder with
/// agent.toml, an executable, the name of a bundled agent, or a program of the PATH that sandboxes
/// have. Throws AgentError where there is no such thing.
[[nodiscard]] Entrant find_agent(std::string_view argument);

/// The same from words; relative paths stand from `base`.
[[nodiscard]] Entrant find_command(std::vector<std::string> words,
                                   const std::filesystem::path& base);

/// Reads FOLDER/agent.toml: `name` and `run`; `build` and `author` if told. Other keys are for
/// other tools. Throws AgentError.
[[nodiscard]] Entrant read_agent_folder(const std::filesystem::path& folder);

/// Words as a POSIX shell splits them: blanks, '…', "…", backslash; nothing is expanded. Throws
/// AgentError where a quote stays open.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// What is wrong with a name for tables and records; empty: nothing. Any text of at most 64 bytes
/// without control characters that does not look like a later version ("ada@2") or a namesake
/// ("ada#2").
[[nodiscard]] std::string name_problem(std::string_view name);

/// The second agent of one name becomes NAME#2, and so on. Throws AgentError where the user gave
/// one of them that name.
void number_namesakes(std::span<Entrant> entrants);

/// The files that an agent's folder is made of, sorted, relative to it: no hidden ones and none
/// that Python leaves behind.
[[nodiscard]] std::vector<std::filesystem::path> agent_files(const std::filesystem::path& folder);

/// SHA-256, in hex, of all that makes the agent play as it does: its command and every file of its
/// folder, or, where the folder holds no agent.toml, the files that the command names.
[[nodiscard]] std::string content_hash(const Entrant& entrant);

}  // namespace danno::leagues
