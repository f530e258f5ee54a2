#include "referee/sandbox/processors.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <charconv>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/init/tree.hpp"

namespace danno::referee::sandbox {
namespace {

/// 0, which is the calling thread for the kernel, for what is no number.
pid_t number_of(const std::filesystem::path& thread) {
  const std::string name = thread.filename().string();
  pid_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

}  // namespace

void give_own_processors(pid_t root) {
  cpu_set_t ours;
  cpu_set_t theirs;
  if (root <= 0 || ::sched_getaffinity(0, sizeof ours, &ours) != 0) return;
  if (::sched_getaffinity(root, sizeof theirs, &theirs) != 0 || CPU_EQUAL(&ours, &theirs)) return;
  std::vector<pid_t> processes{root};
  init::append_descendants(root, processes);
  for (const pid_t pid : processes) {
    std::error_code error;
    for (std::filesystem::directory_iterator thread(fmt::format("/proc/{}/task", pid), error), end;
         !error && thread != end; thread.increment(error))
      ::sched_setaffinity(number_of(thread->path()), sizeof ours, &ours);
  }
}

}  // namespace danno::referee::sandbox
