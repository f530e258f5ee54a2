// Work of many tasks on several cores.
#pragma once

#include <functional>

namespace danno::solver {

/// Calls work(worker, task) for tasks 0 to count - 1, each once, on so many threads. Worker 0 is
/// the caller, who calls `tick` between its tasks. What either throws ends the others and is thrown
/// here.
void share_out(
    int threads, int count, const std::function<void(int worker, int task)>& work,
    const std::function<void()>& tick = [] {});

}  // namespace danno::solver
