// The reports of danno-init to the referee, over the status socket.
#pragma once

#include "referee/init/order.hpp"

namespace danno::referee::init {

void report(Status::Kind kind, int value = 0, Status::Step step = Status::Step::None);

/// Reports that the set-up failed before the agent was started (the harness's fault), and exits.
[[noreturn]] void fail(Status::Step step, int error);

}  // namespace danno::referee::init
