// Results from anywhere: NDJSON, one game a line; PGN; or CSV.
//
//   {"deal":"d1","players":["a","b","c"],"places":[1,2,2]}
//
// `places` may be by name: {"a":1,"b":2,"c":2}. `deal` (a string or a whole number) is optional: a
// game without one is a deal of its own. The games of a deal may stand anywhere in the file. Other
// keys are ignored, blank lines too. result_forms.hpp has the other forms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

/// Games as they were written down, in few bytes. Agents are numbered in the order of their names.
struct RecordedGames {
  std::vector<std::string> names;
  std::vector<int> players;  ///< Of all games, end to end.
  std::vector<int> places;
  std::vector<std::size_t> ends;   ///< Of each game, in `players`.
  std::vector<std::size_t> order;  ///< Games, deal by deal.
  std::vector<std::size_t> deals;  ///< Ends of the deals, in `order`.
  std::size_t unfinished = 0;      ///< Games without a result, which were left out.

  /// Spans into this.
  RankedGame game(std::size_t number) const;
};

/// Reads a file called `name`. Throws std::invalid_argument "NAME:LINE: what is wrong" at the first
/// line that is no game, and if no line is a game. Throws std::runtime_error if it cannot be read.
RecordedGames read_results(std::istream& in, const std::string& name);

/// As a model needs them.
Results results_of(const RecordedGames& games, Needs needs = Needs::Sums);

}  // namespace danno::leagues::ratings
