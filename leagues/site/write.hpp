// The site's folder: written beside the old one and exchanged whole, so that a web server never
// shows half a site and who stops it leaves the old one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "leagues/files/json.hpp"

namespace danno::leagues::site {

class SiteFolder {
 public:
  /// Throws store::WrongFolder where `folder` is there and was not written by this class, or lies
  /// in an agent's folder; empties what an earlier one that died left of FOLDER.new.
  explicit SiteFolder(std::filesystem::path folder);
  SiteFolder(const SiteFolder&) = delete;
  SiteFolder& operator=(const SiteFolder&) = delete;
  /// Removes what was not exchanged.
  ~SiteFolder();

  /// `path` is below the folder. Throws std::system_error.
  void write(const std::string& path, std::string_view content);
  /// Adds site.json, `about` with the files and their SHA-256, and exchanges.
  void finish(files::Json about);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path draft_;
  std::map<std::string, std::string> files_;  // SHA-256
  std::uint64_t bytes_ = 0;
};

}  // namespace danno::leagues::site
