// What a league's site shows, as it is asked for on the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/plan/site_keys.hpp"
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

/// `flags` lives as long as the verb.
void add_site_flags(Verb verb, SiteFlags& flags);

/// Of a site of that store; where no flag says, the league file's [site] does. Throws UsageError.
[[nodiscard]] site::SiteOptions site_options(const SiteFlags& flags, const plan::SiteKeys& keys,
                                             const store::Reader& store);

}  // namespace danno::leagues::cli::flags
