// What a site is made of, told by one digest: whoever finds the same again need not make it again.
#pragma once

#include <optional>
#include <string>

#include "leagues/site/site.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::site {

/// Returns a SHA-256, in hex, of the program, all that the store has, the options, the solved
/// values that are there and whether the season's final has a site. Nullopt if the
/// pages are those of a moment, or the program cannot be read.
[[nodiscard]] std::optional<std::string> made_of(const store::Reader& store,
                                                 const SiteOptions& options, bool has_final,
                                                 const solver::Watch& watch);

}  // namespace danno::leagues::site
