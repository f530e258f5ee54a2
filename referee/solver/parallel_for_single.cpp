// parallel_for() where there are no threads: the caller does all tasks. The build for WebAssembly
// takes this file in place of parallel_for.cpp.
#include "referee/solver/parallel_for.hpp"

namespace danno::solver {

void parallel_for(int, int count, const std::function<void(int, int)>& work,
                  const std::function<void()>& tick) {
  for (int task = 0; task < count; ++task) {
    work(0, task);
    tick();
  }
}

}  // namespace danno::solver
