// The flags that determine what a league's site shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/plan/site_keys.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/site/site.hpp"

namespace danno::leagues::cli::flags {

struct SiteFlags {
  std::optional<std::string> games;
  std::vector<std::string> asked;
  std::optional<std::string> faults;
  std::optional<bool> authors;
  std::optional<std::string> address;
  std::string by_author;
};

/// Adds the flags; `flags` must live as long as the verb.
void add_site_flags(Verb verb, SiteFlags& flags);

/// Returns the options for a site of that store. What no flag sets, the league file's [site] does.
/// Throws UsageError.
[[nodiscard]] site::SiteOptions site_options(const SiteFlags& flags, const plan::SiteKeys& keys,
                                             const store::Reader& store);
/// The same without flags.
[[nodiscard]] site::SiteOptionsOf site_options_of(const plan::SiteKeys& keys);

}  // namespace danno::leagues::cli::flags
