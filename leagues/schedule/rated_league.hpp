// The base of formats that show ratings of mirrored deals, however they choose the pairings.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "leagues/schedule/league_format.hpp"

namespace danno::leagues::schedule {

class RatedFormat : public LeagueFormat {
 public:
  using LeagueFormat::LeagueFormat;
  void prepare_tables(store::Reader& store, const solver::Watch& watch) const final;
  [[nodiscard]] report::LeagueTables tables(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* published) const override;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const override;

 protected:
  /// Adds what the format knows beside the games.
  virtual void complete(const store::Reader& /*store*/, const store::StoredLeague& /*league*/,
                        const store::StoredDivision& /*division*/,
                        report::DivisionTable& /*table*/) const {}

 private:
  [[nodiscard]] report::LeagueTable compute(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* published = nullptr) const;
};

/// Takes `published` as LeagueFormat::tables() does.
[[nodiscard]] report::LeagueTable rate_league(const store::Reader& store,
                                              const solver::Watch& watch, PublishedJson* published);

/// Adds a sheet with the table, and one with the results between agents.
void add_sheets(const report::LeagueTable& table, const report::DivisionTable& division,
                std::vector<report::Sheet>& sheets);

/// Returns each division with its table; formats may add pages.
[[nodiscard]] std::vector<DivisionPages> rated_divisions(report::LeagueTable table,
                                                         const store::StoredLeague& league);

class PlannedFormat : public RatedFormat {
 public:
  using RatedFormat::RatedFormat;
  [[nodiscard]] GameCount count(const store::Reader& store) const final;
  [[nodiscard]] std::unique_ptr<Fixtures> fixtures(const store::Reader& store) const final;
  [[nodiscard]] std::optional<FixedTables> check_plan(const store::Reader& store) const final;
  /// Returns the number of deals left.
  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const override;
};

}  // namespace danno::leagues::schedule
