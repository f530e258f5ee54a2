// Unpacks a submission, which is a folder or an archive of one, into a folder of our own.
//
// Authors may be hostile to the league: an archive may be a bomb or try to write elsewhere, and a
// folder may change while it is copied.
#pragma once

#include <filesystem>

#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {

/// Returns whether the file's name is that of an archive: .zip, .tar.gz or .tgz.
[[nodiscard]] bool is_archive(const std::filesystem::path& file);

/// Makes `to` (which must not exist) the agent's folder from a submission: a folder, a .zip, a
/// .tar.gz or a .tgz. If it has no agent.toml but a single folder that has one, beside nothing but
/// hidden files and __MACOSX, that folder is the agent's. From a folder, what agent_files() returns
/// is copied. From an archive, files are written with mode 0755 if their owner may run them, else
/// 0644; folders for which is_ignored_folder() is true are skipped.
///
/// Throws AgentError, one line with the name of what is refused: paths that are absolute, lead up,
/// cannot be shown or occur twice; links, devices and the like; what is encrypted, exceeds the
/// limits, or is not an archive. What an archive's directory reveals is refused before anything is
/// written. Either `to` is complete afterwards, or it does not exist.
void unpack(const std::filesystem::path& handed_in, const std::filesystem::path& to,
            const FolderLimits& limits = {});

/// Returns whether unpack() would find an agent.toml in the archive; nothing is written. Throws
/// AgentError as unpack() does.
[[nodiscard]] bool is_agent_archive(const std::filesystem::path& archive,
                                    const FolderLimits& limits);

/// Makes `to` (which must not exist) from an archive as unpack() does, whatever is in it.
void unpack_download(const std::filesystem::path& archive, const std::filesystem::path& to,
                     const FolderLimits& limits);

}  // namespace danno::leagues::entrants
