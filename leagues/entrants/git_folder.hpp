// An agent's folder from the history of a git repository.
//
// Git only reads objects here: it runs no filter, hook, monitor or transport, whatever the
// repository's own configuration says, and fetches nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {

/// A parsed argument `[NAME=]git:REV[:PATH]`.
struct GitFolder {
  std::string name;      ///< NAME, or REV with dashes instead of slashes.
  std::string revision;  ///< A revision as in gitrevisions(7), without a colon.
  std::string path;      ///< The path from the root of the repository; empty if not given.
};

/// Parses an argument; nullopt for any other form. Throws AgentError if REV cannot be a revision.
[[nodiscard]] std::optional<GitFolder> parse_git_folder(std::string_view argument);

/// A file or folder of a repository.
struct TreeEntry {
  std::filesystem::path path;  ///< The path in the folder; never empty.
  std::string type;            ///< "blob", "tree" or "commit".
  std::string hash;
  std::uintmax_t bytes = 0;
  bool program = false;
  bool link = false;
};

/// Parses a record of `git ls-tree -l -z`: MODE TYPE HASH SIZE, a tab and the path. Returns nullopt
/// for any other text. Throws AgentError for a path that is none in the folder.
[[nodiscard]] std::optional<TreeEntry> parse_tree_entry(std::string_view record);

/// The place in which a GitFolder is searched.
struct GitPlace {
  std::filesystem::path candidate;  ///< The candidate's folder, used if no path is given.
  /// A folder of the repository; if empty, the current folder.
  std::filesystem::path repository = {};
};

/// Writes the files of that folder to `to`, which must be empty: the blobs as git stores them, and
/// for a link the file that it leads to. Everything is counted before anything is written. The
/// repository does not change. Throws AgentError with git's message; also if the folder exceeds the
/// limits or has submodules, links that lead elsewhere or impossible paths; and if the repository
/// was not named and may be the candidate's own work, because its git directory lies in the
/// candidate's folder.
void check_out(const GitFolder& folder, const GitPlace& place, const std::filesystem::path& to,
               const FolderLimits& limits = {});

}  // namespace danno::leagues::entrants
