// Watches a match for faults: reports each kind when it first happens, and ends the games if the
// same kind keeps happening.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "referee/play/session.hpp"

namespace danno::leagues::play {

class FaultWatch {
 public:
  /// `first` is called for an agent's first fault of each kind; calls never overlap.
  explicit FaultWatch(referee::play::OnFault first) : first_(std::move(first)) {}

  /// The number of faults of one kind after which an agent's games end.
  static constexpr int kEnough = 3;

  /// Takes a fault, like referee::play::OnFault; any thread may call it. The kEnough-th fault of a
  /// kind, or a failed start, requests the end of the games; later faults are ignored.
  void take(std::size_t agent, const referee::record::Fault& fault);

  /// Returns the agent that ended the games, if any. Call it when nobody plays any more.
  [[nodiscard]] std::optional<std::size_t> ended_by() const { return ended_by_; }

 private:
  referee::play::OnFault first_;
  std::mutex mutex_;  // guards the next members
  std::map<std::pair<std::size_t, referee::record::FaultKind>, int> counts_;
  std::optional<std::size_t> ended_by_;
};

}  // namespace danno::leagues::play
