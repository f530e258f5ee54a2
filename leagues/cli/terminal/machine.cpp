#include "leagues/cli/terminal/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "leagues/play/runner.hpp"

namespace danno::leagues::cli::terminal {

std::string machine() {
  struct utsname names {};
  ::uname(&names);
  return fmt::format("{} {} {}, {} cores", names.sysname, names.release, names.machine,
                     play::available_cores());
}

}  // namespace danno::leagues::cli::terminal
