// What an author hands in, a folder or an archive of one, as a folder of our own.
//
// Authors may wish the league ill: an archive that is a bomb, or that would write elsewhere, and a
// folder that changes while it is copied.
#pragma once

#include <filesystem>

#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {

/// Makes `to` (not there yet) the agent's folder out of what was handed in: a folder, or a .zip,
/// .tar.gz or .tgz. Where it holds no agent.toml but one folder that does, beside hidden files and
/// __MACOSX at most, that folder is the agent's. Of a folder what agent_files names is copied. Of
/// an archive the files are written, mode 0755 if their owner may run them, else 0644; folders that
/// is_left_out() are not.
///
/// Throws AgentError, one line, with the name of what is refused: paths that are absolute or lead
/// up, cannot be shown or are there twice; links, devices and the like; what is encrypted, past the
/// limits, or no archive at all. Of an archive all is refused before anything is written that it
/// tells beforehand. `to` is there when all of it is, or not at all.
void unpack(const std::filesystem::path& handed_in, const std::filesystem::path& to,
            const FolderLimits& limits = {});

}  // namespace danno::leagues::entrants
