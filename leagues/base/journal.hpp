// The one way to append to a file with one JSON object per line.
//
// A line is whole or not there: a full disk takes the line back, and what a kill left of the last
// line is skipped by readers, and cut before the next one is appended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "leagues/base/json.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::base {

/// Calls `visit` for each line, with its number from 1. Skips a last line of which only a part was
/// written. A missing file has no lines. Throws std::runtime_error if the file cannot be read.
void visit_lines(const std::filesystem::path& file,
                 const std::function<void(std::size_t, std::string_view)>& visit);
/// Calls `visit` for each line's object, in order. Skips a line that is not an object, which an
/// interrupted writer left. Otherwise like visit_lines().
void visit_json_lines(const std::filesystem::path& file,
                      const std::function<void(const Json&)>& visit);

/// A journal that is open for appending, and locked against other writers while it is open.
class Journal {
 public:
  /// Makes the file if it does not exist. Throws std::system_error, and std::runtime_error if it is
  /// not a regular file or does not end as a journal may.
  explicit Journal(const std::filesystem::path& file);

  /// Returns whether the file ended with a part of a line, which the first append() cuts.
  [[nodiscard]] bool had_torn_line() const { return had_torn_line_; }
  /// Appends a line and syncs it to the disk. If that fails, the file stays as it was. Throws
  /// std::system_error.
  void append(const Json& line);

 private:
  void find_end();

  std::filesystem::path path_;
  referee::sandbox::Descriptor file_;
  std::int64_t end_ = 0;  // of the whole lines
  bool lacks_line_end_ = false;
  bool had_torn_line_ = false;
};

}  // namespace danno::leagues::base
