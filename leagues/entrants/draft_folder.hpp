// A folder in the making beside the finished ones.
#pragma once

#include <filesystem>

namespace danno::leagues {

/// Gone with the object, whatever became of it. Its name is not to be guessed: at level confined a
/// build walks through it, and so could others.
class DraftFolder {
 public:
  /// Makes `beside` where it is not there. Throws std::system_error.
  explicit DraftFolder(const std::filesystem::path& beside);
  DraftFolder(const DraftFolder&) = delete;
  DraftFolder& operator=(const DraftFolder&) = delete;
  ~DraftFolder();

  /// Empty at first.
  [[nodiscard]] std::filesystem::path path() const { return around_ / "draft"; }

  /// It becomes `finished`, which lies in `beside`, too. Where somebody else was first, theirs
  /// stays. Throws std::system_error.
  void finish(const std::filesystem::path& finished) const;

 private:
  std::filesystem::path around_;
};

}  // namespace danno::leagues
