// Fills a folder file by file, within limits.
#pragma once

#include <ctime>
#include <filesystem>
#include <functional>
#include <span>

#include "leagues/entrants/agent_files.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::entrants {

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
