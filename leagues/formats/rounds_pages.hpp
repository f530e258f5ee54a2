// The page of a league in rounds: standings, the brackets as far as they are narrow, and the
// matches of every other stage.
#pragma once

#include <cstddef>
#include <string_view>

#include "leagues/formats/pages.hpp"
#include "leagues/formats/rounds_report.hpp"

namespace danno::leagues::formats {

/// Returns what the rounds add to division `number`; `title` is RoundsReport's.
[[nodiscard]] EventPages rounds_pages(const RoundsTables& tables, std::size_t number,
                                      std::string_view title);

}  // namespace danno::leagues::formats
