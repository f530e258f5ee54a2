// The one way to write a file bit by bit: what a full disk cuts short is taken back.
#pragma once

#include <filesystem>
#include <string_view>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::base {

/// A file that a user named, which is open for appending. Devices and pipes will do.
class AppendedFile {
 public:
  enum class Start : bool { Append, Empty };

  /// Makes the file if it does not exist. `start` says what happens to its present content. Throws
  /// std::system_error.
  AppendedFile(const std::filesystem::path& path, Start start);

  /// Appends text. If that fails, a regular file stays as it was. Throws std::system_error.
  void append(std::string_view text);

 private:
  std::filesystem::path path_;
  referee::sandbox::Descriptor file_;
  bool is_regular_ = false;
};

}  // namespace danno::leagues::base
