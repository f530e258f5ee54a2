// A folder that is being made beside finished ones.
#pragma once

#include <filesystem>

namespace danno::leagues::entrants {

/// A folder that is removed with the object in any case. Its name cannot be guessed, because at
/// level confined a build can walk through it, and so could others.
class DraftFolder {
 public:
  /// Makes `beside` if it does not exist. Throws std::system_error.
  explicit DraftFolder(const std::filesystem::path& beside);
  DraftFolder(const DraftFolder&) = delete;
  DraftFolder& operator=(const DraftFolder&) = delete;
  ~DraftFolder();

  /// The folder, which is empty at first.
  [[nodiscard]] std::filesystem::path path() const { return around_ / "draft"; }

  /// Renames the folder to `finished`, which is also in `beside`. If that exists already, it is
  /// kept. Throws std::system_error.
  void finish(const std::filesystem::path& finished) const;

 private:
  std::filesystem::path around_;
};

}  // namespace danno::leagues::entrants
