// An Atom feed (RFC 4287) of the versions and ranks of a league's agents.
#pragma once

#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Returns the feed. An entry is a version of an agent with its ranks in a division, at most 100 a
/// division; where either changes there is a new entry with an id of its own. Dates are those of
/// the last games, so the same league gives the same bytes.
[[nodiscard]] std::string feed(const ShownLeague& league);

}  // namespace danno::leagues::site
