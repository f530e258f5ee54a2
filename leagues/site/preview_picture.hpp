// Pictures that a link to a page shows where it is sent: PNGs of 1200 by 630 pixels, made without a
// browser.
#pragma once

#include <cstddef>
#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Returns the division's first agents and their believed ratings.
[[nodiscard]] std::string division_picture(const ShownLeague& league,
                                           const ShownDivision& division);

/// Returns the agent in this row among its neighbours in rank.
[[nodiscard]] std::string agent_picture(const ShownDivision& division, std::size_t row);

/// Returns the score of two agents against each other; they must have met.
[[nodiscard]] std::string pair_picture(const ShownDivision& division, std::size_t one,
                                       std::size_t other);

/// Returns who won the event.
[[nodiscard]] std::string event_picture(const ShownDivision& division,
                                        const formats::EventPage& own);

/// Returns the course of the game that the deal's page opens on: the first agent's winning chance,
/// or where that is not known everybody's points.
[[nodiscard]] std::string deal_picture(const ShownDeal& deal);

}  // namespace danno::leagues::site
