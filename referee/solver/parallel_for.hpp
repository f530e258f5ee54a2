// Divides many tasks among several threads.
#pragma once

#include <functional>

namespace danno::solver {

/// Calls work(worker, task) once for each task 0 to count - 1, on `threads` threads. Worker 0 is
/// the caller, which calls `tick` between its tasks. An exception stops the others and is rethrown.
void parallel_for(
    int threads, int count, const std::function<void(int worker, int task)>& work,
    const std::function<void()>& tick = [] {});

}  // namespace danno::solver
