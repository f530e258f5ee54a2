// The one way to make a folder: whole or not at all, under a fresh name beside its place.
#pragma once

#include <filesystem>

namespace danno::leagues::base {

/// A folder that is removed with the object, and after a kill by danno-init, unless finish() or
/// replace() has renamed it. Its name cannot be guessed, because at level confined a build can walk
/// through it, and so could others.
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

  /// Puts the folder in the place of `old`, which is also in `beside`, atomically if the file
  /// system can. Removes the old one, if any. Throws std::system_error.
  void replace(const std::filesystem::path& old) const;

 private:
  std::filesystem::path around_;
};

}  // namespace danno::leagues::base
