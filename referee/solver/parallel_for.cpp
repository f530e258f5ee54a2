#include "referee/solver/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace danno::solver {

void parallel_for(int threads, int count, const std::function<void(int, int)>& work,
                  const std::function<void()>& tick) {
  std::atomic<int> next = 0;
  std::mutex failing;
  std::exception_ptr failure;
  // A shared counter hands out the tasks, so that no thread waits while tasks are left.
  const auto run = [&](int worker) {
    try {
      for (int task = next++; task < count; task = next++) {
        work(worker, task);
        if (worker == 0) tick();
      }
    } catch (...) {
      // The others end after their current task.
      next = count;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int worker = 1; worker < std::min(threads, count); ++worker)
      others.emplace_back(run, worker);
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace danno::solver
