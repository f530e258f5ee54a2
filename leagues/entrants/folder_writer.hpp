// A folder that is filled file by file, no further than its limits.
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
  /// `folder` is there, and nobody else writes in it. Throws std::system_error.
  FolderWriter(const std::filesystem::path& folder, const FolderLimits& limits);

  /// Puts up to that many bytes of a file there and returns how many; 0 at the file's end.
  using Read = std::function<std::size_t(std::span<char>)>;
  /// Writes a new file, mode 0755 if it is a program, else 0644, and the folders that it is in.
  /// `changed` is kept between 1970 and now: `make` goes by it. Throws AgentError where the bytes
  /// of all files are past the limit, and std::system_error.
  void add(const std::filesystem::path& file, bool program, std::timespec changed,
           const Read& read);

 private:
  referee::sandbox::Descriptor folder_;
  FolderCount count_;
};

}  // namespace danno::leagues::entrants
