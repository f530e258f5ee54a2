// Finds the agents in what an organiser has: folders of agents, or the download of a learning
// platform, with a folder of each student:
//
//   DOWNLOAD/STUDENT/mybot/agent.toml
//   DOWNLOAD/STUDENT/assignment/mybot/agent.toml
//   DOWNLOAD/STUDENT/mybot.zip               also .tar.gz and .tgz, and DOWNLOAD itself
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace danno::leagues::commands::agent {

struct HandIn {
  std::string folder;                      ///< What people call it, such as "download/Ada".
  std::filesystem::path agent = folder;    ///< The agent's folder or archive.
  std::optional<std::string> author = {};  ///< The student whose folder it is.
  std::string problem = {};                ///< The reason why no agent was found; else empty.
};

/// Returns whether it is a file by the name of an archive.
[[nodiscard]] bool is_archive(const std::filesystem::path& path);

/// Returns what lies in these folders and archives, in their order. All are those of students, and
/// named after them, if `are_students`; otherwise each is an agent's folder or a download. Archives
/// of downloads are unpacked into `scratch`, which must exist; those of agents are not.
[[nodiscard]] std::vector<HandIn> find_hand_ins(const std::vector<std::string>& given,
                                                bool are_students,
                                                const std::filesystem::path& scratch);

}  // namespace danno::leagues::commands::agent
