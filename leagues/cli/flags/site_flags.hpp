// What a league's site shows, as it is asked for on the command line.
#pragma once

#include <string>
#include <vector>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/site/site.hpp"

namespace danno::leagues::cli::flags {

struct SiteFlags {
  std::string games = "200";
  std::vector<std::string> asked;
  std::string faults = "kinds";
  bool authors = true;
  std::string address;
  std::string by_author;
};

/// `flags` lives as long as the verb.
void add_site_flags(Verb verb, SiteFlags& flags);

/// Of a site of that store. Throws UsageError.
[[nodiscard]] site::SiteOptions site_options(const SiteFlags& flags, const store::Store& store);

}  // namespace danno::leagues::cli::flags
