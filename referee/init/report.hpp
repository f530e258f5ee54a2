// What danno-init tells the referee, over the status socket.
#pragma once

#include "referee/init/order.hpp"

namespace danno::referee::init {

void report(Report::Kind kind, int value = 0, Report::Step step = Report::Step::None);

/// The set-up failed before there was an agent: the harness's fault.
[[noreturn]] void fail(Report::Step step, int error);

}  // namespace danno::referee::init
