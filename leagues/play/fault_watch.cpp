#include "leagues/play/fault_watch.hpp"

#include "referee/record/evidence.hpp"

namespace danno::leagues::play {

void FaultWatch::take(std::size_t agent, const referee::record::Fault& fault) {
  const std::lock_guard lock(mutex_);
  if (ended_by_) return;
  const int count = ++counts_[{agent, fault.kind}];
  if (count == 1) first_(agent, fault);
  const bool started = fault.evidence->game.has_value();
  if (started && count < kEnough) return;
  ended_by_ = agent;
  referee::play::request_stop();
}

}  // namespace danno::leagues::play
