// What a link to a page shows where it is sent, in words.
#pragma once

#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Returns who leads the division, in plain words: "odds is ahead of all others. 6,000 games of
/// Greed by 5 programs."
[[nodiscard]] std::string describe_division(const ShownDivision& division);

/// Returns "hold in koans: rank 2–3 of 5, Elo +66 ± 4, score 59.9 % in 2,400 games".
[[nodiscard]] std::string describe_agent(const ShownDivision& division,
                                         const tables::TableRow& row);

/// Returns "hold scored 61.2 % of 600 games against timid in koans, 95 % from 57.9 % to 64.5 %.";
/// the two must have met.
[[nodiscard]] std::string describe_pair(const ShownDivision& division, std::size_t one,
                                        std::size_t other);

/// Returns "Knock-out in koans: 8 agents, 12 games, won by odds."
[[nodiscard]] std::string describe_event(const ShownDivision& division,
                                         const formats::EventPage& own);

}  // namespace danno::leagues::site
