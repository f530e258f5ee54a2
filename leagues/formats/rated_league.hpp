// The report of a league of mirrored deals, whatever decides who meets whom: its ratings.
#pragma once

#include <vector>

#include "leagues/formats/report.hpp"

namespace danno::leagues::formats {

class RatedReport : public Report {
 public:
  void prepare_tables(store::Publisher& store, const solver::Watch& watch) const final;
  [[nodiscard]] plan::ShownTables tables(const store::Reader& store, const solver::Watch& watch,
                                         PublishedJson* published) const final;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const override;

 protected:
  /// Adds what the format knows beside the games.
  virtual void complete(const store::Reader& /*store*/, const store::StoredLeague& /*league*/,
                        const store::StoredDivision& /*division*/,
                        tables::DivisionTable& /*table*/) const {}

 private:
  [[nodiscard]] tables::LeagueTable compute(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* published = nullptr) const;
};

/// Takes `published` as Report::tables() does.
[[nodiscard]] tables::LeagueTable rate_league(const store::Reader& store,
                                              const solver::Watch& watch, PublishedJson* published);

/// Adds a sheet with the table, and one with the results between agents.
void add_sheets(const tables::LeagueTable& table, const tables::DivisionTable& division,
                std::vector<plan::Sheet>& sheets);

/// Returns each division with its table; formats may add pages.
[[nodiscard]] std::vector<DivisionPages> rated_divisions(tables::LeagueTable table,
                                                         const store::StoredLeague& league);

}  // namespace danno::leagues::formats
