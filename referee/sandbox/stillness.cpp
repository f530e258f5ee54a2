#include "referee/sandbox/stillness.hpp"

#include <algorithm>
#include <vector>

#include "referee/init/tree.hpp"
#include "referee/sandbox/account.hpp"
#include "referee/sandbox/cgroup.hpp"

namespace danno::referee::sandbox {

bool stands_still(pid_t root) {
  std::vector<pid_t> processes{root};
  init::append_descendants(root, processes);
  return std::ranges::any_of(
             processes,
             [](pid_t pid) { return state_of("/proc/" + std::to_string(pid)) == 'T'; }) ||
         is_frozen(processes.back());
}

void Stillness::look(bool still, time_point now) {
  if (since_) {
    sum_ += now - looked_;
  } else if (still) {
    since_ = std::max(looked_, now - kLookBack);
    sum_ += now - *since_;
  }
  if (!still) since_.reset();
  looked_ = now;
}

}  // namespace danno::referee::sandbox
