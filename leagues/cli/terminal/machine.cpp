#include "leagues/cli/terminal/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "leagues/runner.hpp"

namespace danno::cli {

std::string machine() {
  struct utsname names {};
  ::uname(&names);
  return fmt::format("{} {} {}, {} cores", names.sysname, names.release, names.machine,
                     leagues::available_cores());
}

}  // namespace danno::cli
