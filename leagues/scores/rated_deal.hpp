// Converts deals as played to the input of ratings.
#pragma once

#include <span>

#include "leagues/ratings/results.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::scores {

/// The number of an agent that is left out, as if the others had played without it.
inline constexpr int kNotRated = -1;

/// Adds a deal of `agents`, which are the line-up's as numbers in `results` or kNotRated.
void rate_deal(ratings::Results& results, std::span<const int> agents,
               const referee::play::DealResult& deal);

/// Returns whether all games of a deal were equal: the same dice and the same decisions.
[[nodiscard]] bool decided_alike(const referee::play::DealResult& deal);

/// Returns whether the games of a deal were played with advice, and so are not rated.
[[nodiscard]] bool is_advised(referee::play::Advice advice, std::uint64_t deal);

}  // namespace danno::leagues::scores
