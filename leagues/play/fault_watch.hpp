// Watches a match for faults: each kind is told when it first happens, and the games end when it is
// the same again and again.
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
  /// `first` is told of an agent's first fault of a kind; calls never overlap.
  explicit FaultWatch(referee::play::OnFault first) : first_(std::move(first)) {}

  /// An agent that had a fault of the same kind so often is no news any more.
  static constexpr int kEnough = 3;

  /// As referee::play::OnFault, for all threads. The fault that is enough, or a start that failed,
  /// asks for the end of the games; later ones are not heard.
  void take(std::size_t agent, const referee::record::Fault& fault);

  /// Who ended the games. Once nobody plays any more.
  [[nodiscard]] std::optional<std::size_t> ended_by() const { return ended_by_; }

 private:
  referee::play::OnFault first_;
  std::mutex mutex_;  // for all below
  std::map<std::pair<std::size_t, referee::record::FaultKind>, int> counts_;
  std::optional<std::size_t> ended_by_;
};

}  // namespace danno::leagues::play
