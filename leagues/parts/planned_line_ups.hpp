// The line-ups that a plan lists, as they are played.
#pragma once

#include <deque>
#include <memory>

#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::parts {

/// What a player of a plan's deals is given is always such.
struct PlannedLineUp : referee::play::LineUp {
  const PlannedDeals* planned = nullptr;
};

class PlannedLineUps {
 public:
  /// `plan` outlives it. Throws PlanError where its seed cannot be read.
  explicit PlannedLineUps(const PartsPlan& plan);
  /// `deals` are the plan's.
  [[nodiscard]] std::shared_ptr<const PlannedLineUp> make(const PlannedDeals& deals) const;

 private:
  const PartsPlan& plan_;
  PlanSeeds seeds_;
  std::deque<rules::RuleSet> rules_;  // of the divisions
};

/// The same player; but where an agent that started when it was planned does not get ready for its
/// first game here, that is the machine's fault: throws std::runtime_error with its name, and why.
[[nodiscard]] referee::play::PlayDeals require_starts(const PartsPlan& plan,
                                                      referee::play::PlayDeals play);

}  // namespace danno::leagues::parts
