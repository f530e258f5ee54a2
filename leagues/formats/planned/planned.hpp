// Formats whose line-ups are all planned from the start, each with as many deals.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/plan/format.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::formats::planned {

class PlannedFormat : public plan::Format {
 public:
  [[nodiscard]] std::string field(const store::League& league) const override;
  [[nodiscard]] store::PlanLineUps line_ups() const override;
  [[nodiscard]] plan::GameCount count(const store::Store& store) const override;
  [[nodiscard]] std::unique_ptr<plan::Fixtures> fixtures(const store::Store& store,
                                                         const store::Epoch& epoch) const override;
  [[nodiscard]] plan::LeagueStatus status(const store::Store& store) const override;
  void prepare_tables(store::Store& store, const solver::Watch& watch) const final;
  [[nodiscard]] plan::ShownTables tables(const store::Store& store, const solver::Watch& watch,
                                         plan::PublishedJson* published) const override;
  [[nodiscard]] std::optional<plan::SettledTables> check_plan(
      const store::Store& store) const override;

  /// What tables() shows.
  [[nodiscard]] tables::LeagueTable compute(const store::Store& store, const solver::Watch& watch,
                                            plan::PublishedJson* published = nullptr) const;

 protected:
  /// What the format knows beside the games.
  virtual void complete(const store::Store& /*store*/, const store::StoredLeague& /*league*/,
                        const store::StoredDivision& /*division*/,
                        tables::DivisionTable& /*table*/) const {}
};

}  // namespace danno::leagues::formats::planned
