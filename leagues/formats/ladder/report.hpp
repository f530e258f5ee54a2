// The report of a ladder: its rounds, its ratings, and which ranks are decided.
#pragma once

#include "leagues/formats/rated_league.hpp"

namespace danno::leagues::formats::ladder {

class LadderReport : public RatedFormat {
 public:
  using RatedFormat::RatedFormat;
  [[nodiscard]] plan::LeagueStatus status(const store::Reader& store) const override;

 protected:
  void complete(const store::Reader& store, const store::StoredLeague& league,
                const store::StoredDivision& division, tables::DivisionTable& table) const override;
};

}  // namespace danno::leagues::formats::ladder
