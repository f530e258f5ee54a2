// Everybody meets everybody: every choice of agents, or a balanced part of them
// (scheme.hpp).
#include "leagues/formats/formats.hpp"
#include "leagues/formats/planned/line_ups.hpp"
#include "leagues/formats/planned_format.hpp"

namespace danno::leagues::formats::planned {
namespace {

class RoundRobinFormat : public PlannedFormat {
 public:
  RoundRobinFormat() : PlannedFormat({.name = "round-robin", .agents_may_join = true}) {}
  [[nodiscard]] store::PlanLineUps line_ups() const override { return planned_line_ups; }
};

}  // namespace

RegisteredFormat round_robin() {
  static const RoundRobinFormat kFormat;
  static const PlannedReport kReport;
  return {kFormat, kReport};
}

}  // namespace danno::leagues::formats::planned
