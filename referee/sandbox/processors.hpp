// The processors on which an agent may run.
#pragma once

#include <sys/types.h>

namespace danno::referee::sandbox {

/// Lets `root`, all processes below it and all their threads run on the processors of the calling
/// thread: sched_setaffinity(2). Does nothing if `root` may use just these already. What begins
/// meanwhile, or may not be set, is left as it is.
void give_own_processors(pid_t root);

}  // namespace danno::referee::sandbox
