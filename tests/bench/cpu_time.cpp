#include "tests/bench/cpu_time.hpp"

#include <sys/resource.h>

namespace danno::leagues::bench {
namespace {

std::chrono::nanoseconds read_cpu_time(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  return std::chrono::seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         std::chrono::microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

}  // namespace

std::chrono::nanoseconds cpu_time() {
  return read_cpu_time(RUSAGE_SELF) + read_cpu_time(RUSAGE_CHILDREN);
}

OnCore::OnCore(int core) {
  CPU_ZERO(&before_);
  ::sched_getaffinity(0, sizeof before_, &before_);
  if (core < 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

OnCore::~OnCore() { ::sched_setaffinity(0, sizeof before_, &before_); }

}  // namespace danno::leagues::bench
