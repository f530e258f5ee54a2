// Reads results of games: NDJSON with one game per line, PGN, or CSV.
//
//   {"deal":"d1","players":["a","b","c"],"places":[1,2,2]}
//
// `places` may be by name: {"a":1,"b":2,"c":2}. `deal` (a string or an integer) is optional: a game
// without one is a deal of its own. The games of a deal may be anywhere in the file. Other keys and
// blank lines are ignored. result_forms.hpp defines the other formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

/// Games as written in a file, in compact form. Agents are numbered in the order of their names.
struct RecordedGames {
  std::vector<std::string> names;
  std::vector<int> players;  ///< The players of all games, concatenated.
  std::vector<int> places;
  std::vector<std::size_t> ends;   ///< Ends of the games, as indices into `players`.
  std::vector<std::size_t> order;  ///< Games, deal by deal.
  std::vector<std::size_t> deals;  ///< Ends of the deals, as indices into `order`.
  std::size_t unfinished = 0;      ///< Games without a result, which were left out.
  bool skipped_torn_line = false;  ///< Half a line at the end was left out.

  /// Returns a game whose spans point into this object.
  RankedGame game(std::size_t number) const;
};

/// Reads a file called `name`. Throws std::invalid_argument "NAME:LINE: what is wrong" at the first
/// line that is no game, or if none is. Throws std::runtime_error if it cannot be read.
RecordedGames read_results(std::istream& in, const std::string& name);

/// Returns the results that a model needs.
Results results_of(const RecordedGames& games, Needs needs = Needs::Sums);

}  // namespace danno::leagues::ratings
