#include "referee/isolation/locate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>

namespace danno::referee::isolation {
namespace {

std::filesystem::path find(const std::string& name) {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* place : {".", "../libexec/danno", "../bin", "../../bin"}) {
    const auto path = here / place / name;
    if (::access(path.c_str(), X_OK) == 0) return path.lexically_normal();
  }
  throw std::runtime_error(
      fmt::format("{0} is neither in {1} nor in {1}/../libexec/danno; install danno again", name,
                  here.string()));
}

}  // namespace

std::filesystem::path find_init() { return find("danno-init"); }

std::filesystem::path find_probe() { return find("probe/danno-probe"); }

}  // namespace danno::referee::isolation
