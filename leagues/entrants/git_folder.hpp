// An agent's folder as it was in the history of a git repository.
//
// Git only reads objects here: it runs no filter, hook, monitor or transport, whatever the
// repository's own configuration names, and nothing is fetched.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/entrants/agent_error.hpp"
#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {

/// `[NAME=]git:REV[:PATH]`
struct GitFolder {
  std::string name;      ///< NAME, or REV with dashes for slashes.
  std::string revision;  ///< As gitrevisions(7) has it, without a colon.
  std::string path;      ///< From the root of the repository; empty: not told.
};

/// Returns nothing if the argument names no such folder. Throws AgentError where REV cannot be one.
[[nodiscard]] std::optional<GitFolder> parse_git_folder(std::string_view argument);

/// Says where a GitFolder is looked for.
struct GitPlace {
  std::filesystem::path candidate;        ///< Its folder stands for a path that is not told.
  std::filesystem::path repository = {};  ///< A folder of it; empty: the current folder's.
};

/// Writes the files of that folder to `to`, which is empty: the blobs as git stores them, and for a
/// link what it leads to. Everything is counted before anything is written. The repository does not
/// change. Throws AgentError with what git says; where the folder is past the limits or has
/// submodules, links that lead elsewhere or paths that no folder can have; and where the repository
/// was not named and may be the candidate's own work: its git directory lies in the candidate's
/// folder.
void check_out(const GitFolder& folder, const GitPlace& place, const std::filesystem::path& to,
               const FolderLimits& limits = {});

}  // namespace danno::leagues::entrants
