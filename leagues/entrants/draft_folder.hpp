// A folder in the making beside the finished ones.
#pragma once

#include <filesystem>

namespace danno::leagues::entrants {

/// Removed with the object, in any case. Nobody can guess its name: at level confined a build walks
/// through it, and so could others.
class DraftFolder {
 public:
  /// Makes `beside` if it does not exist. Throws std::system_error.
  explicit DraftFolder(const std::filesystem::path& beside);
  DraftFolder(const DraftFolder&) = delete;
  DraftFolder& operator=(const DraftFolder&) = delete;
  ~DraftFolder();

  /// Empty at first.
  [[nodiscard]] std::filesystem::path path() const { return around_ / "draft"; }

  /// It becomes `finished`, which is in `beside`, too. If somebody else was first, their folder
  /// stays. Throws std::system_error.
  void finish(const std::filesystem::path& finished) const;

 private:
  std::filesystem::path around_;
};

}  // namespace danno::leagues::entrants
