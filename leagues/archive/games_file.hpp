// All games of a match in one file, as they are played.
#pragma once

#include <filesystem>
#include <span>

#include "leagues/files/appended_file.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::archive {

/// A file `*.txt` holds games as people write them, an empty line between two; a file `*.jsonl`
/// holds one game a line, as `danno league export --json` has them.
class GamesFile {
 public:
  [[nodiscard]] static bool is_name(const std::filesystem::path& path);

  /// Makes the file, in place of one that is there. Throws std::system_error.
  explicit GamesFile(const std::filesystem::path& path);

  /// Adds every game of `deals`, or none. Throws std::system_error if the disk is full.
  void add(const referee::play::LineUp& line_up, std::span<const referee::play::DealResult> deals);

 private:
  files::AppendedFile file_;
  bool json_;
  bool empty_ = true;
};

}  // namespace danno::leagues::archive
