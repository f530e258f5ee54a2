// The flags that determine what a league's site shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/command.hpp"
#include "leagues/schedule/league_keys.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/site/site.hpp"

namespace danno::leagues::cli {

struct SiteFlags {
  std::optional<std::string> games;
  std::vector<std::string> asked;
  std::optional<std::string> faults;
  std::optional<bool> authors;
  std::optional<std::string> address;
  std::string by_author;
};

/// Adds the flags; `flags` must live as long as the command.
void add_site_flags(Command command, SiteFlags& flags);

/// Returns the options for a site of that store. What no flag sets, the league file's [site] does.
/// Throws UsageError.
[[nodiscard]] site::SiteOptions site_options(const SiteFlags& flags, const schedule::SiteKeys& keys,
                                             const store::Reader& store);
/// The same without flags.
[[nodiscard]] site::SiteOptionsFor make_site_options(const schedule::SiteKeys& keys);

}  // namespace danno::leagues::cli
