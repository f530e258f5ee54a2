// The faults in a line-up's stored deals, for the task that continues after them.
#pragma once

#include <unordered_set>

#include "leagues/plan/fixtures.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::play {

class StoredFaults {
 public:
  /// Reads a league whose agents are held to these limits. The store must outlive it.
  StoredFaults(const store::Reader& store, const referee::talk::Limits& limits);

  /// Sets Task::faults and Task::absent of the fixture's task.
  void add_to(Task& task, const plan::Fixture& fixture) const;

 private:
  const store::Reader& store_;
  referee::play::LineUp limits_;  // as count_faults() takes them
  std::unordered_set<store::Id> faulty_;
};

}  // namespace danno::leagues::play
