// A place for a benchmark's files.
#pragma once

#include <filesystem>

namespace danno::leagues::bench {

/// A new folder that is removed with the object, or when the program is killed.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace danno::leagues::bench
