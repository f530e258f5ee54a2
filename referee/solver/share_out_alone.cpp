// share_out() where there are no threads: the caller does all tasks. The build for WebAssembly
// takes this file in place of share_out.cpp.
#include "referee/solver/share_out.hpp"

namespace danno::solver {

void share_out(int, int count, const std::function<void(int, int)>& work,
               const std::function<void()>& tick) {
  for (int task = 0; task < count; ++task) {
    work(0, task);
    tick();
  }
}

}  // namespace danno::solver
