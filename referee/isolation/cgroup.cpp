#include "referee/isolation/cgroup.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>
#include <time.h>

#include <array>
#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>

namespace danno::referee::isolation {
namespace {

namespace fs = std::filesystem;

bool lists(const std::string& options, std::string_view option) {
  return fmt::format(",{},", options).find(fmt::format(",{},", option)) != std::string::npos;
}

/// Where the controller's hierarchy is mounted: proc(5), /proc/mounts.
std::optional<fs::path> mount_of(std::string_view controller) {
  std::ifstream mounts("/proc/mounts");
  std::string device;
  std::string place;
  std::string type;
  std::string options;
  std::string rest;
  while (mounts >> device >> place >> type >> options && std::getline(mounts, rest)) {
    if (type == "cgroup" && lists(options, controller)) return place;
  }
  return std::nullopt;
}

/// Our own group in it, so that a limit on us holds for the agents, too: cgroups(7).
std::optional<fs::path> home_in(std::string_view controller) {
  const auto mount = mount_of(controller);
  if (!mount) return std::nullopt;
  std::ifstream groups("/proc/self/cgroup");
  std::string line;
  while (std::getline(groups, line)) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    if (!lists(line.substr(first + 1, second - first - 1), controller)) continue;
    fs::path home = *mount / fs::path(line.substr(second + 1)).relative_path();
    if (fs::exists(home)) return home;
  }
  return mount;  // a container shows its own group as the root
}

void write_to(const fs::path& file, const std::string& text) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!out || ::write(out.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::system_error(errno, std::system_category(), file.string());
  }
}

/// The last members may still be on their way out, longer the more memory they give back.
void remove_group(const fs::path& group) {
  if (group.empty()) return;
  constexpr int kYields = 50;
  constexpr int kTries = 1000;
  constexpr timespec kWait{0, 100'000};
  for (int tries = 0; tries < kTries && ::rmdir(group.c_str()) != 0 && errno == EBUSY; ++tries) {
    tries < kYields ? ::sched_yield() : ::nanosleep(&kWait, nullptr);
  }
}

/// A new group of that name. One that stays where a referee was killed has limits and counts of
/// its own: then the next name is taken.
std::optional<fs::path> make_anew(const fs::path& home, const std::string& name) {
  constexpr int kNames = 16;
  for (int i = 0; i < kNames; ++i) {
    const fs::path group = home / (i == 0 ? name : fmt::format("{}-{}", name, i));
    if (::mkdir(group.c_str(), 0755) == 0) return group;
    if (errno != EEXIST) return std::nullopt;
    remove_group(group);
    if (::mkdir(group.c_str(), 0755) == 0) return group;
  }
  return std::nullopt;
}

std::optional<fs::path> make_in(std::string_view controller, const std::string& name) {
  const auto home = home_in(controller);
  if (!home) return std::nullopt;
  auto group = make_anew(*home, name);
  if (group && fs::exists(*group / "cgroup.procs")) return group;
  if (group) remove_group(*group);  // no control group after all: something else is mounted there
  return std::nullopt;
}

}  // namespace

bool ControlGroup::can_make() {
  if (::geteuid() != 0) return false;
  const auto memory = home_in("memory");
  const auto pids = home_in("pids");
  return memory && pids && fs::exists(*memory / "cgroup.procs") &&
         fs::exists(*pids / "cgroup.procs");
}

std::optional<ControlGroup> ControlGroup::make(const std::string& name, int memory_mb,
                                               int processes) {
  ControlGroup group;
  const auto memory = make_in("memory", name);
  if (memory) group.memory_ = *memory;
  const auto pids = make_in("pids", name);
  if (pids) group.pids_ = *pids;
  if (!memory || !pids) return std::nullopt;
  if (memory_mb > 0) {
    write_to(*memory / "memory.limit_in_bytes", fmt::format("{}M", memory_mb));
    // Only where swap is accounted.
    if (fs::exists(*memory / "memory.memsw.limit_in_bytes")) {
      write_to(*memory / "memory.memsw.limit_in_bytes", fmt::format("{}M", memory_mb));
    }
  }
  write_to(*pids / "pids.max", std::to_string(processes));
  group.oom_control_ =
      Descriptor(::open((*memory / "memory.oom_control").c_str(), O_RDONLY | O_CLOEXEC));
  return group;
}

ControlGroup::~ControlGroup() {
  remove_group(memory_);
  remove_group(pids_);
}

void ControlGroup::add(pid_t pid) {
  write_to(memory_ / "cgroup.procs", std::to_string(pid));
  write_to(pids_ / "cgroup.procs", std::to_string(pid));
}

bool ControlGroup::ran_out_of_memory() const {
  std::array<char, 256> text{};
  const ssize_t got = ::pread(oom_control_.get(), text.data(), text.size(), 0);
  if (got <= 0) return false;
  const std::string_view counts(text.data(), static_cast<std::size_t>(got));
  constexpr std::string_view kKey = "oom_kill ";
  const auto at = counts.find(kKey);
  int kills = 0;
  if (at != std::string_view::npos) {
    std::from_chars(counts.data() + at + kKey.size(), counts.data() + counts.size(), kills);
  }
  return kills > 0;
}

}  // namespace danno::referee::isolation
