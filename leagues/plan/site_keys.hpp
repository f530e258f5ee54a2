// What a league file says of the league's web pages: [site], and `site` in [league].
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::plan {

/// Nothing: the file does not say.
struct SiteKeys {
  bool wanted = false;                 ///< After every run.
  std::optional<std::string> title;    ///< In place of the league's name.
  std::optional<std::string> about;    ///< A paragraph.
  std::optional<std::string> games;    ///< A number, or "all".
  std::optional<std::string> faults;   ///< "none", "kinds", "details".
  std::optional<bool> authors;         ///< Whether they are named.
  std::optional<std::string> address;  ///< Where the site will be published.
};

/// Of a league file; the rest of it is not looked at. Throws LeagueFileErrors.
[[nodiscard]] SiteKeys read_site_keys(const std::filesystem::path& file);

/// What is wrong with it as an address of pages; empty if nothing is.
[[nodiscard]] std::string_view address_problem(std::string_view address);

}  // namespace danno::leagues::plan
