#include "referee/sandbox/landlock.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace danno::referee::sandbox {

int landlock_abi() {
  constexpr unsigned kQueryVersion = 1;
  static const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kQueryVersion);
  return static_cast<int>(std::max(version, 0L));
}

}  // namespace danno::referee::sandbox
