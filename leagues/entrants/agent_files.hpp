// An agent's folder, counted before anything in it is read, and copied.
//
// Folders come from people who may wish the league ill: endless, deep or unreadable ones, links to
// our secrets, pipes that never answer. None of it is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/entrants/agent_error.hpp"

namespace danno::leagues::entrants {

/// The most that a folder may hold.
struct FolderLimits {
  std::uintmax_t bytes = std::uintmax_t{512} << 20;
  std::uintmax_t files = 20'000;  ///< With folders.
  int depth = 100;
  std::size_t path = 1024;  ///< Bytes of a file's path in the folder.
};

/// Counts what a folder holds; each call throws AgentError where that is past the limits.
class FolderCount {
 public:
  explicit FolderCount(const FolderLimits& limits) : limits_(limits) {}
  void add_entry(const std::filesystem::path& entry);
  /// What lies in a folder is deeper than it.
  void enter(const std::filesystem::path& folder) const;
  void add_bytes(std::uintmax_t bytes, const std::filesystem::path& file);

 private:
  FolderLimits limits_;
  std::uintmax_t entries_ = 0;
  std::uintmax_t bytes_ = 0;
};

/// A path as an archive or a repository names it, relative and without dots; empty for the top
/// itself. Throws AgentError where it is absolute, leads up or cannot be shown.
[[nodiscard]] std::filesystem::path path_in_folder(const std::string& name);

/// No part of an agent: hidden, or left behind by Python.
[[nodiscard]] bool is_left_out(const std::filesystem::path& folder);

/// The files that an agent's folder is made of, sorted, relative to it: no hidden folders and none
/// that Python leaves behind. Throws AgentError at the first entry that is past the limits, cannot
/// be read, is neither file nor folder, or is a link to anything but a file of the folder.
[[nodiscard]] std::vector<std::filesystem::path> agent_files(const std::filesystem::path& folder,
                                                             const FolderLimits& limits = {});

/// Copies these files to `to`, which is empty. Others may write in the folder meanwhile: no more is
/// copied than the limits allow, and nothing that lies elsewhere. A link becomes the file that it
/// leads to. Throws AgentError; `folder` is no link.
void copy_files(const std::filesystem::path& folder, const std::filesystem::path& to,
                const FolderLimits& limits);

inline constexpr char kManifest[] = "agent.toml";
inline constexpr std::size_t kMostManifest = 64 * 1024;

/// Whether somebody means this folder to be an agent's: an agent.toml is there, whatever it is.
[[nodiscard]] bool is_agent_folder(const std::filesystem::path& folder);

/// The text of agent.toml: a regular file of at most kMostManifest bytes, no link. Throws
/// AgentError.
[[nodiscard]] std::string read_manifest(const std::filesystem::path& folder);

}  // namespace danno::leagues::entrants
