// The report of a ladder: its rounds, its ratings, and which ranks are decided.
#pragma once

#include "leagues/schedule/rated_league.hpp"

namespace danno::leagues::schedule::ladder {

class LadderReport : public RatedFormat {
 public:
  using RatedFormat::RatedFormat;
  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const override;

 protected:
  void complete(const store::Reader& store, const store::StoredLeague& league,
                const store::StoredDivision& division, report::DivisionTable& table) const override;
};

}  // namespace danno::leagues::schedule::ladder
