// The report of a knock-out: its bracket, its duels, and the places of those who are out.
#pragma once

#include "leagues/formats/knock_out/scheme.hpp"
#include "leagues/formats/rounds_report.hpp"

namespace danno::leagues::formats::knock_out {

/// Returns the terms of a stored knock-out.
[[nodiscard]] KnockOutTerms knock_out_terms(const store::StoredLeague& league);

class KnockOutReport : public RoundsReport {
 public:
  explicit KnockOutReport(const RoundsFormat& format) : RoundsReport(format, "Knock-out") {}

 protected:
  [[nodiscard]] RoundsView view(const store::StoredLeague& league,
                                const PlayedDeals& played) const override;
};

}  // namespace danno::leagues::formats::knock_out
