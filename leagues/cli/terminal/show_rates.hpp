// Shows ratings of a user's results on stdout.
#pragma once

#include <span>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::cli::terminal {

/// A table of all games, or of those of one table size.
struct RatedTable {
  ratings::FitOptions options;
  ratings::Ratings ratings;
};

/// The things that are shown besides the ratings.
struct RatesView {
  bool covariance = false;  ///< Shown in JSON only.
  bool pairs = false;
};

/// Shows the ratings over all games, then those of each table size that has a table of its own; as
/// JSON if the invocation asks for it.
void show(const RatesView& view, const ratings::RecordedGames& games, const RatedTable& pooled,
          std::span<const RatedTable> by_size, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
