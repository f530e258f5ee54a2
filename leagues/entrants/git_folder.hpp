// An agent's folder as it was in the history of a git repository.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/entrants/agent_error.hpp"

namespace danno::leagues::entrants {

/// `[NAME=]git:REV[:PATH]`
struct GitFolder {
  std::string name;      ///< NAME, or REV with dashes for slashes.
  std::string revision;  ///< As gitrevisions(7) has it, without a colon.
  std::string path;      ///< From the root of the repository; empty: not told.
};

/// Nothing: the argument names no such folder. Throws AgentError where REV cannot be one.
[[nodiscard]] std::optional<GitFolder> parse_git_folder(std::string_view argument);

/// Writes the files of that folder to `to`, which is empty. The repository is the one around
/// `from`, which stands for the path, too, if none is told; nothing of it changes. Throws
/// AgentError with what git says.
void check_out(const GitFolder& folder, const std::filesystem::path& from,
               const std::filesystem::path& to);

}  // namespace danno::leagues::entrants
