// Writes the site's folder beside the old one and exchanges the two at once, so that a web server
// never shows half a site, and an interrupted run leaves the old one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/json.hpp"
#include "referee/sandbox/descriptor.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

class SiteFolder {
 public:
  /// Waits while another process makes this site; `.FOLDER.lock`, an empty file, tells them of each
  /// other. Meanwhile it calls `watch`, which may throw. Throws store::WrongFolder if `folder`
  /// exists and was not made by it, or lies in an agent's folder, or if the lock is somebody's
  /// file.
  SiteFolder(const std::filesystem::path& folder, const solver::Watch& watch);
  SiteFolder(const SiteFolder&) = delete;
  SiteFolder& operator=(const SiteFolder&) = delete;
  ~SiteFolder();

  /// Returns site.json if the folder has every file as it was written, no other, and was made of
  /// the same; see input_digest().
  [[nodiscard]] std::optional<base::Json> kept(const std::string& input_digest);
  /// Writes a file; `path` is relative to the folder. Throws std::system_error.
  void write(const std::string& path, std::string_view content);
  /// Adds site.json, `about` with the files and their SHA-256, and exchanges. Returns it. Without
  /// `input_digest` it is never kept().
  base::Json finish(base::Json about, const std::optional<std::string>& input_digest);

  /// Returns how many bytes the files have that were written, or kept.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path lock_file_;
  referee::sandbox::Descriptor lock_;
  std::optional<base::DraftFolder> draft_;
  std::map<std::string, std::string> files_;  // SHA-256 by path
  std::uint64_t bytes_ = 0;
};

/// The attribute of a paragraph that is true while the league plays; its value is true afterwards.
inline constexpr const char* kSaidAtTheEnd = "data-ended";

/// Takes back, in the pages of a site that were made while its league was played, that it is being
/// played; served pages then load themselves no more. Changes nothing in other sites. A problem is
/// logged.
void end_live_pages(const std::filesystem::path& site);

}  // namespace danno::leagues::site
