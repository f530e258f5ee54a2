// What danno-init tells the referee, over the status socket.
#pragma once

#include "referee/init/order.hpp"

namespace danno::referee::init {

void report(Status::Kind kind, int value = 0, Status::Step step = Status::Step::None);

/// The set-up failed before there was an agent: the harness's fault.
[[noreturn]] void fail(Status::Step step, int error);

}  // namespace danno::referee::init
