// Where a benchmark keeps its files.
#pragma once

#include <filesystem>

namespace danno::leagues::bench {

/// A new folder, which goes with it, or with the program should that be killed.
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
