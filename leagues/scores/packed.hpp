// Indices of pairs in a list of all of them: pairs of agents of a table, products of two numbers.
#pragma once

#include <cstddef>

namespace danno::leagues::scores {

constexpr std::size_t pairs_of(std::size_t size) { return size * (size - 1) / 2; }

/// Returns the index of the pair a < b among `size`: (0,1), (0,2), …, (1,2), …
constexpr std::size_t pair_at(std::size_t size, std::size_t a, std::size_t b) {
  return a * (2 * size - a - 1) / 2 + (b - a - 1);
}

/// Returns the index of the pair a >= b: (0,0), (1,0), (1,1), …
constexpr std::size_t product_at(std::size_t a, std::size_t b) { return a * (a + 1) / 2 + b; }

}  // namespace danno::leagues::scores
