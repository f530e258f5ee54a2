// Reads from a store what its site shows: tables, surveys, and the games that get a page; and tells
// by one digest what a site is made of.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leagues/site/site.hpp"

namespace danno::leagues::site {

struct ReadLeague {
  PageLeague shown;
  std::string table_json;  ///< The league's own table.json.
  /// Pairs of what was left out and why.
  std::vector<std::pair<std::string, std::string>> left_out;
};

/// Throws store::WrongFolder where a deal that was asked for is not stored.
[[nodiscard]] ReadLeague read_league(const store::Reader& store, const SiteOptions& options,
                                     const solver::Watch& watch);

/// Returns a SHA-256, in hex, of the program, all that the store has, the options, the solved
/// values that are there and whether the season's final has a site: whoever finds the same again
/// need not make the site again. Nullopt if the pages are those of a moment, or the program cannot
/// be read.
[[nodiscard]] std::optional<std::string> input_digest(const store::Reader& store,
                                                      const SiteOptions& options, bool has_final,
                                                      const solver::Watch& watch);

}  // namespace danno::leagues::site
