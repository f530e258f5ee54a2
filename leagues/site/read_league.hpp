// Reads from a store what its site shows: tables, surveys, and the games that get a page.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "leagues/site/site.hpp"

namespace danno::leagues::site {

struct ReadLeague {
  ShownLeague shown;
  std::string table_json;  ///< The league's own table.json.
  /// Pairs of what was left out and why.
  std::vector<std::pair<std::string, std::string>> left_out;
};

/// Throws store::WrongFolder where a deal that was asked for is not stored.
[[nodiscard]] ReadLeague read_league(const store::Reader& store, const SiteOptions& options,
                                     const solver::Watch& watch);

}  // namespace danno::leagues::site
