// Ratings of results from anywhere, on stdout.
#pragma once

#include <span>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::cli::terminal {

/// A table: all games, or those of one size.
struct RatedTable {
  ratings::FitOptions options;
  ratings::Ratings ratings;
};

/// What is shown beside the ratings.
struct RatesView {
  bool covariance = false;  ///< In JSON.
  bool pairs = false;
};

/// All games, then those of each size of table that has a table of its own; as JSON where the
/// invocation asks for it.
void show(const RatesView& view, const ratings::RecordedGames& games, const RatedTable& pooled,
          std::span<const RatedTable> by_size, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
