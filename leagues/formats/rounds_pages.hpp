// The page of a league in rounds: standings, the brackets as far as they are narrow, and the
// matches of every other stage.
#pragma once

#include <cstddef>
#include <string_view>

#include "leagues/formats/pages.hpp"
#include "leagues/formats/rounds_report.hpp"

namespace danno::leagues::formats {

/// What the rounds add to the division of that number; `title` as RoundsReport has it.
[[nodiscard]] EventPages rounds_pages(const RoundsTables& tables, std::size_t number,
                                      std::string_view title);

}  // namespace danno::leagues::formats
