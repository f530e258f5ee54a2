#include "leagues/cli/terminal/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>

#include "leagues/play/runner.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::terminal {

namespace {

/// As the kernel calls it; empty where it does not.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace

std::string machine(const std::string& version) {
  struct utsname names {};
  ::uname(&names);
  const std::string model = processor();
  return fmt::format("{} {} {}, {} cores{}{}, danno {}", names.sysname, names.release,
                     names.machine, referee::sandbox::usable_cores(), model.empty() ? "" : ", ",
                     model, version);
}

}  // namespace danno::leagues::cli::terminal
