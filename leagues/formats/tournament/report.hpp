// The report of a league of tournaments.
#pragma once

#include "leagues/formats/report.hpp"

namespace danno::leagues::formats::tournament {

class TournamentReport : public Report {
 public:
  [[nodiscard]] std::string field(const store::League& league) const override;
  [[nodiscard]] plan::LeagueStatus status(const store::Reader& store) const override;
  [[nodiscard]] plan::ShownTables tables(const store::Reader& store, const solver::Watch& watch,
                                         PublishedJson* published) const override;
  [[nodiscard]] std::string_view why_no_history() const override;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const override;
};

}  // namespace danno::leagues::formats::tournament
