#include "referee/sandbox/landlock.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace danno::referee::sandbox {

int landlock_abi() {
  constexpr unsigned kQueryVersion = 1;
  static const long kVersion = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kQueryVersion);
  return static_cast<int>(std::max(kVersion, 0L));
}

}  // namespace danno::referee::sandbox
