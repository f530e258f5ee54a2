// The report of a Swiss event: who met whom, and the standings with their figures.
#pragma once

#include "leagues/formats/rounds_report.hpp"
#include "leagues/formats/swiss/scheme.hpp"

namespace danno::leagues::formats::swiss {

/// Returns the terms of a stored Swiss event.
[[nodiscard]] SwissTerms swiss_terms(const store::StoredLeague& league);

class SwissReport : public RoundsReport {
 public:
  explicit SwissReport(const RoundsFormat& format) : RoundsReport(format, "Swiss event") {}

 protected:
  [[nodiscard]] RoundsView view(const store::StoredLeague& league,
                                const PlayedDeals& played) const override;
};

}  // namespace danno::leagues::formats::swiss
