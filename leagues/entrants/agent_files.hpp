// Counts an agent's folder before anything in it is read, and copies it.
//
// Folders come from people who may be hostile to the league: endless, deep or unreadable ones,
// links to secrets, pipes that never answer. None of that is opened.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::entrants {

/// A user's mistake about an agent, one line per problem. Lines name files relative to the agent's
/// folder; the code that shows them adds which agent it is.
class AgentError : public std::runtime_error {
 public:
  explicit AgentError(const std::string& line) : AgentError(std::vector{line}) {}
  /// `lines` must not be empty.
  explicit AgentError(std::vector<std::string> lines);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// The limits of a folder.
struct FolderLimits {
  std::uintmax_t bytes = std::uintmax_t{512} << 20;
  std::uintmax_t files = 20'000;  ///< Files and folders.
  int depth = 100;
  std::size_t path = 1024;  ///< The length in bytes of a file's path in the folder.
};

/// Counts what a folder holds. Each call throws AgentError if a limit is exceeded.
class FolderCount {
 public:
  explicit FolderCount(const FolderLimits& limits) : limits_(limits) {}
  void add_entry(const std::filesystem::path& entry);
  /// Checks the depth before entering a folder.
  void enter(const std::filesystem::path& folder) const;
  void add_bytes(std::uintmax_t bytes, const std::filesystem::path& file);

 private:
  FolderLimits limits_;
  std::uintmax_t entries_ = 0;
  std::uintmax_t bytes_ = 0;
};

/// Returns the relative path, without dots, for a name in an archive or a repository; empty for the
/// top itself. Throws AgentError if it is absolute, leads up or cannot be shown.
[[nodiscard]] std::filesystem::path path_in_folder(const std::string& name);

/// Returns whether a folder is not part of an agent: it is hidden, or was left behind by Python.
[[nodiscard]] bool is_ignored_folder(const std::filesystem::path& folder);

/// Returns the files of an agent's folder as sorted relative paths, without the folders for which
/// is_ignored_folder() is true. Throws AgentError at the first entry that exceeds the limits,
/// cannot be read, is neither file nor folder, or is a link to anything but a file in the folder.
[[nodiscard]] std::vector<std::filesystem::path> agent_files(const std::filesystem::path& folder,
                                                             const FolderLimits& limits = {});

/// Copies these files to `to`, which must be empty. Others may write in the folder meanwhile:
/// nothing beyond the limits and nothing from elsewhere is copied. A link becomes the file that it
/// leads to. Throws AgentError. `folder` must not be a link.
void copy_files(const std::filesystem::path& folder, const std::filesystem::path& to,
                const FolderLimits& limits);

inline constexpr char kManifest[] = "agent.toml";
inline constexpr std::size_t kMostManifest = 64 * 1024;

/// Returns whether the folder is meant to be an agent's: it has an agent.toml, whatever that is.
[[nodiscard]] bool is_agent_folder(const std::filesystem::path& folder);

/// Returns the text of agent.toml, which must be a regular file of at most kMostManifest bytes and
/// no link. Throws AgentError.
[[nodiscard]] std::string read_manifest(const std::filesystem::path& folder);

/// Fills a folder file by file, within limits.
class FolderWriter {
 public:
  /// `folder` must exist, and nobody else may write in it. Throws std::system_error.
  FolderWriter(const std::filesystem::path& folder, const FolderLimits& limits);

  /// Fills the span with bytes of a file and returns their number; 0 at the file's end.
  using Read = std::function<std::size_t(std::span<char>)>;
  /// Writes a new file, with mode 0755 if it is a program, else 0644, and the folders above it.
  /// `changed` is limited to the time between 1970 and now, because `make` uses it. Throws
  /// AgentError if the bytes of all files exceed the limit, and std::system_error.
  void add(const std::filesystem::path& file, bool program, std::timespec changed,
           const Read& read);

 private:
  referee::sandbox::Descriptor folder_;
  FolderCount count_;
};

}  // namespace danno::leagues::entrants
