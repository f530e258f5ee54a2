// What a league's format shows of it: progress, tables, pages.
//
// The other half of a format, plan/format.hpp, says what is due next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leagues/formats/pages.hpp"
#include "leagues/plan/shown.hpp"
#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::formats {

/// A table.json that was published.
struct PublishedJson {
  std::string text;
  std::vector<std::string> notes = {};  ///< The figures that could not be computed here.
};

class Report {
 public:
  Report() = default;
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  virtual ~Report() = default;

  /// Returns who plays, for people: "7 agents".
  [[nodiscard]] virtual std::string field(const store::League& league) const = 0;
  [[nodiscard]] virtual plan::LeagueStatus status(const store::Reader& store) const = 0;
  /// Computes once, and has the store keep, what the tables need and would compute anew each time.
  virtual void prepare_tables(store::Publisher& /*store*/, const solver::Watch& /*watch*/) const {}
  /// Figures that need solved values which are not here are taken from `published`, if it is given.
  /// Throws files::Json::exception if that cannot be read as a table.
  [[nodiscard]] virtual plan::ShownTables tables(const store::Reader& store,
                                                 const solver::Watch& watch,
                                                 PublishedJson* published = nullptr) const = 0;
  /// Returns why there is no rating history; empty if there is one.
  [[nodiscard]] virtual std::string_view why_no_history() const { return ""; }
  /// Returns the divisions in the order of the league's rule sets.
  [[nodiscard]] virtual LeaguePages pages(const store::Reader& store,
                                          const solver::Watch& watch) const = 0;
};

}  // namespace danno::leagues::formats
