// The base of formats that plan all line-ups at the start, with the same number of deals each. Such
// a format implements line_ups().
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "leagues/formats/rated_league.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::formats {

class PlannedFormat : public plan::Format {
 public:
  using Format::Format;
  [[nodiscard]] plan::GameCount count(const store::Reader& store) const final;
  [[nodiscard]] std::unique_ptr<plan::Fixtures> fixtures(const store::Reader& store,
                                                         const store::Epoch& epoch) const final;
  [[nodiscard]] std::optional<plan::SettledTables> check_plan(
      const store::Reader& store) const final;
};

/// Their report: ratings, and the number of deals left.
class PlannedReport : public RatedReport {
 public:
  [[nodiscard]] std::string field(const store::League& league) const override;
  [[nodiscard]] plan::LeagueStatus status(const store::Reader& store) const override;
};

}  // namespace danno::leagues::formats
