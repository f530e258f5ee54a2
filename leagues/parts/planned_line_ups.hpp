// The line-ups that a plan lists, in the form in which they are played.
#pragma once

#include <deque>
#include <memory>

#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::parts {

/// A line-up of a plan. Every LineUp passed to a player of a plan's deals is a PlannedLineUp.
struct PlannedLineUp : referee::play::LineUp {
  const PlannedDeals* planned = nullptr;
};

class PlannedLineUps {
 public:
  /// `plan` must outlive the object. Throws PlanError if its seed cannot be read.
  explicit PlannedLineUps(const PartsPlan& plan);
  /// Makes the line-up; `deals` must be the plan's.
  [[nodiscard]] std::shared_ptr<const PlannedLineUp> make(const PlannedDeals& deals) const;

 private:
  const PartsPlan& plan_;
  PlanSeeds seeds_;
  std::deque<rules::RuleSet> rules_;  // rules of the divisions
};

/// Returns `play` with a check: if an agent that started when the plan was made does not get ready
/// for its first game here, the machine is at fault, and std::runtime_error is thrown.
[[nodiscard]] referee::play::PlayDeals require_starts(const PartsPlan& plan,
                                                      referee::play::PlayDeals play);

}  // namespace danno::leagues::parts
