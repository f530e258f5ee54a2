#include "referee/init/report.hpp"

#include <sys/socket.h>
#include <unistd.h>

namespace danno::referee::init {

void report(Report::Kind kind, int value, Report::Step step) {
  const Report packet{kind, value, step};
  // The referee may be gone; its lifeline says so.
  [[maybe_unused]] const auto sent = ::send(kStatus, &packet, sizeof packet, MSG_NOSIGNAL);
}

void fail(Report::Step step, int error) {
  report(Report::Kind::SetupFailed, error, step);
  ::_exit(3);
}

}  // namespace danno::referee::init
