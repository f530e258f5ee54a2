// The keys of a league file for the league's web pages: [site], and `site` in [league].
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::base {
class Problems;
class TomlReader;
}  // namespace danno::leagues::base

namespace danno::leagues::schedule {

/// The keys; an empty one is not in the file.
struct SiteKeys {
  bool wanted = false;                 ///< True if pages are made after every run.
  std::optional<std::string> title;    ///< Replaces the league's name.
  std::optional<std::string> about;    ///< A paragraph about the league.
  std::optional<std::string> games;    ///< A number, or "all".
  std::optional<std::string> faults;   ///< One of "none", "kinds" and "details".
  std::optional<bool> authors;         ///< True if authors are named.
  std::optional<std::string> address;  ///< The address at which the site will be published.
};

/// `root` reads the top of the file.
[[nodiscard]] SiteKeys read_site_keys(base::TomlReader& root, base::Problems& problems);

/// Reads the keys from a league file and ignores the rest of it. Throws LeagueFileErrors.
[[nodiscard]] SiteKeys read_site_keys(const std::filesystem::path& file);

/// Returns what is wrong with `address` as an address of web pages; empty if nothing is.
[[nodiscard]] std::string_view address_problem(std::string_view address);

}  // namespace danno::leagues::schedule
