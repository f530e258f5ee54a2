// From deals as they were played to what ratings are made of.
#pragma once

#include <span>

#include "leagues/ratings/results.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::scores {

/// An agent that is left out, as if the others had played without it.
inline constexpr int kNotRated = -1;

/// Adds a deal of `agents`, the line-up's as numbers in `results` or kNotRated.
void rate_deal(ratings::Results& results, std::span<const int> agents,
               const referee::play::DealResult& deal);

/// Whether all games of a deal went the same way: the same dice, the same decisions.
[[nodiscard]] bool decided_alike(const referee::play::DealResult& deal);

/// Whether the games of a deal were played with advice, and so are not rated.
[[nodiscard]] bool is_advised(referee::play::Advice advice, std::uint64_t deal);

}  // namespace danno::leagues::scores
