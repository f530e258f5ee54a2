#include "referee/init/report.hpp"

#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

namespace danno::referee::init {

void report(Report::Kind kind, int value, Report::Step step) {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const Report packet{kind, value, step, std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec};
  // The referee may be gone; its lifeline says so.
  [[maybe_unused]] const auto sent = ::send(kStatus, &packet, sizeof packet, MSG_NOSIGNAL);
}

void fail(Report::Step step, int error) {
  report(Report::Kind::SetupFailed, error, step);
  ::_exit(3);
}

}  // namespace danno::referee::init
