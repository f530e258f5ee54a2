// The files of control groups that danno uses:
//
//                    version 1                            version 2
//   memory           memory.limit_in_bytes                memory.max
//   with swap        memory.memsw.limit_in_bytes          memory.swap.max
//   kills            memory.oom_control                   memory.events.local; with subgroups,
//                                                         memory.events
//   limit reached    memory.failcnt,                      memory.events.local: oom
//                    memory.max_usage_in_bytes
//   processes        pids.max                             pids.max
//   CPU time         cpuacct.usage (ns)                   cpu.stat: usage_usec
//   quota of CPU     cpu.cfs_quota_us, .cfs_period_us     cpu.max
//   frozen           freezer.state                        cgroup.events: frozen
//
// Version 1 has one hierarchy of groups for each controller. Version 2 has one hierarchy, in which
// groups that give controllers to subgroups hold no processes (cgroups(7), "no internal
// processes"). A referee under version 2 therefore moves itself to a leaf below its group.

#include "referee/sandbox/cgroup.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <string_view>
#include <system_error>

#include "referee/sandbox/sweeper.hpp"

namespace danno::referee::sandbox {
namespace {

namespace fs = std::filesystem;

/// The name prefix of the group that a referee moves itself to. Version 2 allows processes only in
/// leaf groups, and the referee's own group needs subgroups.
constexpr std::string_view kOwnLeaf = "danno-referee-";

bool lists(const std::string& options, std::string_view option) {
  return fmt::format(",{},", options).find(fmt::format(",{},", option)) != std::string::npos;
}

/// Returns where the controller's hierarchy is mounted (proc(5), mounts). An empty controller means
/// version 2.
std::optional<fs::path> find_mount(const fs::path& proc, std::string_view controller) {
  std::ifstream mounts(proc / "mounts");
  std::string device;
  std::string place;
  std::string type;
  std::string options;
  std::string rest;
  while (mounts >> device >> place >> type >> options && std::getline(mounts, rest)) {
    if (controller.empty() ? type == "cgroup2" : type == "cgroup" && lists(options, controller)) {
      return place;
    }
  }
  return std::nullopt;
}

/// Returns the group of the process that `proc` describes, below the mount: cgroups(7),
/// /proc/PID/cgroup.
fs::path own_group(const fs::path& proc, const fs::path& mount, std::string_view controller) {
  std::ifstream groups(proc / "cgroup");
  std::string line;
  while (std::getline(groups, line)) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? !controllers.empty() : !lists(controllers, controller)) continue;
    const fs::path home = mount / fs::path(line.substr(second + 1)).relative_path();
    if (fs::exists(home / "cgroup.procs")) return home;
  }
  return mount;  // a container shows its own group as the root
}

/// Returns the number after `key` in a file of lines "key number"; 0 if the key is not there.
std::uint64_t count_in(const fs::path& file, std::string_view key) {
  std::ifstream in(file);
  std::string word;
  std::uint64_t value = 0;
  while (in >> word >> value) {
    if (word == key) return value;
  }
  return 0;
}

std::uint64_t number_in(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  in >> value;
  return value;
}

bool write_to(const fs::path& file, const std::string& text) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out && ::write(out.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void require_written(const fs::path& file, const std::string& text) {
  if (!write_to(file, text)) throw std::system_error(errno, std::system_category(), file.string());
}

/// Removes a group. Its last members may still be ending, which takes longer the more memory they
/// give back.
void remove_group(const fs::path& group) {
  if (group.empty()) return;
  constexpr int kYields = 50;
  constexpr int kTries = 1000;
  constexpr timespec kWait{0, 100'000};
  for (int tries = 0; tries < kTries && ::rmdir(group.c_str()) != 0 && errno == EBUSY; ++tries) {
    tries < kYields ? ::sched_yield() : ::nanosleep(&kWait, nullptr);
  }
  forget_swept(group);
}

bool make_group(const fs::path& group) {
  sweep_after_us(group);  // first: between the two we may be killed
  if (::mkdir(group.c_str(), 0755) == 0) return true;
  const int error = errno;
  forget_swept(group);
  errno = error;
  return false;
}

/// Makes a new group of that name. A group that a killed referee left has limits and counts of its
/// own. If it cannot be removed, the next name is taken.
std::optional<fs::path> make_anew(const fs::path& home, const std::string& name) {
  constexpr int kNames = 16;
  for (int i = 0; i < kNames; ++i) {
    const fs::path group = home / (i == 0 ? name : fmt::format("{}-{}", name, i));
    if (make_group(group)) return group;
    if (errno != EEXIST) return std::nullopt;
    remove_group(group);
    if (make_group(group)) return group;
  }
  return std::nullopt;
}

std::optional<fs::path> make_in(const fs::path& home, const std::string& name) {
  auto group = make_anew(home, name);
  if (group && fs::exists(*group / "cgroup.procs")) return group;
  if (group) remove_group(*group);  // no control group after all: something else is mounted there
  return std::nullopt;
}

/// Returns whether a version 1 group has reached its limit. The count of failures alone is not
/// reliable, and a charge of several pages fails a little below the limit.
bool reached_limit(const fs::path& group, const std::string& what) {
  constexpr std::uint64_t kLargestCharge = 64 << 10;
  if (number_in(group / (what + ".failcnt")) > 0) return true;
  const std::uint64_t limit = number_in(group / (what + ".limit_in_bytes"));
  return limit > 0 && number_in(group / (what + ".max_usage_in_bytes")) + kLargestCharge >= limit;
}

/// Lets a version 2 group have groups below it with controllers of their own.
bool open_home(const fs::path& home) {
  const std::string open = fmt::format(" {} ", first_line(home / "cgroup.subtree_control"));
  if (open.find(" memory ") != std::string::npos && open.find(" pids ") != std::string::npos) {
    return true;
  }
  // The root group may hold processes beside subgroups.
  const bool is_top = !fs::exists(home / "cgroup.type");
  // Only leaves may hold processes, so this process moves to a leaf of its own first.
  const fs::path leaf = home / fmt::format("{}{}", kOwnLeaf, ::getpid());
  if (!is_top) {
    leave_after_us(leaf);
    if (::mkdir(leaf.c_str(), 0755) != 0) {
      forget_swept(leaf);
      return false;
    }
    require_written(leaf / "cgroup.procs", "0");
  }
  // If the controllers are not delegated to this user, the process moves back.
  if (write_to(home / "cgroup.subtree_control", "+memory +pids")) return true;
  if (!is_top) {
    write_to(home / "cgroup.procs", "0");
    remove_group(leaf);
  }
  return false;
}

const char* kills_file(int version) {
  return version == 1 ? "memory.oom_control" : "memory.events.local";
}

/// Returns the groups of this process. They are found and opened at the first call.
const std::optional<GroupHome>& opened_home() {
  static const std::optional<GroupHome> kHome = []() -> std::optional<GroupHome> {
    const auto& found = our_groups();
    if (!found || !ControlGroup::can_make()) return std::nullopt;
    if (found->version == 2 && !open_home(found->memory)) return std::nullopt;
    for (const fs::path& home : {found->memory, found->pids, found->cpuacct}) {
      if (!home.empty()) remove_left_groups(home);
    }
    return found;
  }();
  return kHome;
}

/// Reads the cores that a group may use; nullopt for "max" and -1, which set no quota.
std::optional<double> read_quota(const fs::path& group, bool first) {
  double quota = 0;
  double period = 0;
  std::ifstream(group / (first ? "cpu.cfs_quota_us" : "cpu.max")) >> quota >> period;
  if (first) std::ifstream(group / "cpu.cfs_period_us") >> period;
  return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

/// Limits memory, and swap if it is accounted. Version 1 counts both together.
void limit_memory(const fs::path& group, const std::string& limit, bool first) {
  require_written(group / (first ? "memory.limit_in_bytes" : "memory.max"), limit);
  const fs::path swap = group / (first ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
  if (fs::exists(swap)) require_written(swap, first ? limit : "0");
}

}  // namespace

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::optional<GroupHome> find_group_home(const fs::path& proc) {
  const auto memory = find_mount(proc, "memory");
  const auto pids = find_mount(proc, "pids");
  if (memory && pids) {
    const auto cpuacct = find_mount(proc, "cpuacct");
    return GroupHome{1, own_group(proc, *memory, "memory"), *memory, own_group(proc, *pids, "pids"),
                     cpuacct ? own_group(proc, *cpuacct, "cpuacct") : fs::path()};
  }
  const auto unified = find_mount(proc, "");
  if (!unified) return std::nullopt;
  fs::path home = own_group(proc, *unified, "");
  // This process has moved to its leaf already; agents' groups belong beside that leaf.
  if (home.filename().string().starts_with(kOwnLeaf)) home = home.parent_path();
  const std::string controllers = fmt::format(" {} ", first_line(home / "cgroup.controllers"));
  if (controllers.find(" memory ") == std::string::npos ||
      controllers.find(" pids ") == std::string::npos) {
    return std::nullopt;
  }
  return GroupHome{2, home, *unified, home, home};
}

const std::optional<GroupHome>& our_groups() {
  static const std::optional<GroupHome> kHome = find_group_home();
  return kHome;
}

bool is_frozen(pid_t pid) {
  static const std::optional<fs::path> kFreezer = find_mount("/proc/self", "freezer");
  static const std::optional<fs::path> kUnified = find_mount("/proc/self", "");
  const fs::path proc = fmt::format("/proc/{}", pid);
  if (kFreezer) {
    const std::string state = first_line(own_group(proc, *kFreezer, "freezer") / "freezer.state");
    if (state == "FROZEN" || state == "FREEZING") return true;
  }
  return kUnified && count_in(own_group(proc, *kUnified, "") / "cgroup.events", "frozen") != 0;
}

std::uint64_t count_memory_kills(const std::optional<GroupHome>& home) {
  if (!home) return 0;
  return count_in(home->memory / (home->version == 1 ? "memory.oom_control" : "memory.events"),
                  "oom_kill");
}

std::optional<MemoryCeiling> least_memory_limit(const std::optional<GroupHome>& home) {
  if (!home) return std::nullopt;
  constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60;  // what version 1 says for none
  const char* const file = home->version == 1 ? "memory.limit_in_bytes" : "memory.max";
  std::optional<MemoryCeiling> least;
  for (fs::path group = home->memory;; group = group.parent_path()) {
    const std::uint64_t limit = number_in(group / file);  // "max" is no number
    if (limit != 0 && limit < kNoLimit && (!least || limit < least->bytes)) least = {limit, group};
    if (group == home->memory_top || !group.has_relative_path()) return least;
  }
}

std::optional<double> cpu_quota(const fs::path& proc) {
  const auto first = find_mount(proc, "cpu");
  const auto mount = first ? first : find_mount(proc, "");
  if (!mount) return std::nullopt;
  std::optional<double> least;
  for (fs::path group = own_group(proc, *mount, first ? "cpu" : "");; group = group.parent_path()) {
    const auto quota = read_quota(group, first.has_value());
    if (quota && (!least || quota < least)) least = quota;
    if (group == *mount || !group.has_relative_path()) return least;
  }
}

bool shows_no_kill(const Descriptor& file) {
  std::array<char, 512> bytes{};
  const ssize_t got = file ? ::pread(file.get(), bytes.data(), bytes.size(), 0) : 0;
  const std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text.find("oom_kill 0\n") != std::string_view::npos;
}

MemoryKill memory_kill_in(const fs::path& group, int version) {
  // The kernel counts a kill in the victim's group, even if the limit of another group caused it.
  const fs::path events = group / kills_file(version);
  if (count_in(events, "oom_kill") == 0) return MemoryKill::None;
  const bool own = version == 1
                       ? reached_limit(group, "memory") || reached_limit(group, "memory.memsw")
                       : count_in(events, "oom") > 0;
  return own ? MemoryKill::OwnLimit : MemoryKill::Above;
}

bool ControlGroup::can_make() {
  const auto& home = our_groups();
  if (!home) return false;
  if (home->version == 1) {
    return ::geteuid() == 0 && fs::exists(home->memory / "cgroup.procs") &&
           fs::exists(home->pids / "cgroup.procs");
  }
  return ::access((home->memory / "cgroup.procs").c_str(), W_OK) == 0 &&
         ::access((home->memory / "cgroup.subtree_control").c_str(), W_OK) == 0;
}

void remove_left_groups(const fs::path& home) {
  // A group that is just being made is empty, too. Its referee may run in another container, where
  // its process id means nothing here.
  const auto latest = fs::file_time_type::clock::now() - std::chrono::minutes(1);
  std::error_code error;
  for (fs::directory_iterator group(home, error), end; !error && group != end;
       group.increment(error)) {
    pid_t referee = 0;
    unsigned user = 0;
    const std::string name = group->path().filename().string();
    const bool is_ours = std::sscanf(name.c_str(), "danno-%d-%u", &referee, &user) == 2 ||
                         std::sscanf(name.c_str(), "danno-referee-%d", &referee) == 1;
    if (!is_ours || referee <= 0) continue;
    std::error_code gone;
    const auto made = fs::last_write_time(group->path(), gone);
    if (gone || made > latest || ::kill(referee, 0) == 0 || errno != ESRCH) continue;
    ::rmdir(group->path().c_str());  // fails where a process is still in it
  }
}

std::optional<ControlGroup> ControlGroup::make(const std::string& name, int memory_mb,
                                               int processes) {
  const auto& home = opened_home();
  if (!home) return std::nullopt;
  const bool first = home->version == 1;
  ControlGroup group;
  group.version_ = home->version;
  if (const auto memory = make_in(home->memory, name)) group.memory_ = *memory;
  if (!first) {
    group.pids_ = group.cpuacct_ = group.memory_;
  } else {
    if (const auto pids = make_in(home->pids, name)) group.pids_ = *pids;
    if (const auto cpuacct = home->cpuacct.empty() ? std::nullopt : make_in(home->cpuacct, name))
      group.cpuacct_ = *cpuacct;
  }
  if (group.memory_.empty() || group.pids_.empty()) return std::nullopt;
  if (!group.cpuacct_.empty()) {
    // These files are read for many answers, so they stay open.
    const fs::path file = group.cpuacct_ / (first ? "cpuacct.usage" : "cpu.stat");
    group.cpu_file_ = Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  }
  group.kills_file_ =
      Descriptor(::open((group.memory_ / kills_file(home->version)).c_str(), O_RDONLY | O_CLOEXEC));
  if (memory_mb > 0) limit_memory(group.memory_, fmt::format("{}M", memory_mb), first);
  require_written(group.pids_ / "pids.max", std::to_string(processes));
  return group;
}

ControlGroup::~ControlGroup() {
  remove_group(memory_);
  if (pids_ != memory_) remove_group(pids_);
  if (cpuacct_ != memory_) remove_group(cpuacct_);
}

void ControlGroup::add(pid_t pid) {
  require_written(memory_ / "cgroup.procs", std::to_string(pid));
  if (pids_ != memory_) require_written(pids_ / "cgroup.procs", std::to_string(pid));
  if (!cpuacct_.empty() && cpuacct_ != memory_)
    require_written(cpuacct_ / "cgroup.procs", std::to_string(pid));
}

std::optional<std::chrono::nanoseconds> cpu_time_in(const Descriptor& file, int version) {
  constexpr std::string_view kKey = "usage_usec ";
  std::array<char, 512> bytes{};
  const ssize_t got = file ? ::pread(file.get(), bytes.data(), bytes.size(), 0) : 0;
  std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (version != 1) {
    if (!text.starts_with(kKey)) return std::nullopt;
    text.remove_prefix(kKey.size());
  }
  std::int64_t used = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), used).ec != std::errc())
    return std::nullopt;
  return version == 1 ? std::chrono::nanoseconds(used) : std::chrono::microseconds(used);
}

std::optional<std::chrono::nanoseconds> ControlGroup::cpu_time() const {
  return cpu_time_in(cpu_file_, version_);
}

MemoryKill ControlGroup::memory_kill() const {
  return shows_no_kill(kills_file_) ? MemoryKill::None : memory_kill_in(memory_, version_);
}

}  // namespace danno::referee::sandbox
