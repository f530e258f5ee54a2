#include "referee/sandbox/watcher.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "referee/sandbox/account.hpp"
#include "referee/sandbox/init/tree.hpp"

namespace danno::referee::sandbox {
namespace {

namespace fs = std::filesystem;
using std::chrono::nanoseconds;

/// Bytes that the kernel holds for one mapping: its record and its part of the tree of all.
constexpr std::uint64_t kMappingBytes = 256;
/// No agent that plays has so many in all of its processes. To count more would keep the watcher
/// from the other agents.
constexpr std::uint64_t kMostMappings = 1 << 17;

/// Tables for the pages of a process: proc_pid_status(5). Each is the process's own after a fork.
std::uint64_t page_table_bytes(pid_t pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  std::string line;
  while (std::getline(status, line)) {
    constexpr std::string_view kKey = "VmPTE:";
    if (line.starts_with(kKey)) return std::stoull(line.substr(kKey.size())) << 10;
  }
  return 0;  // it has ended
}

/// Returns an upper bound of the mappings: each has at least a page, and the kernel limits their
/// number.
std::uint64_t possible_mappings(pid_t pid) {
  static const std::uint64_t kMost = [] {
    std::uint64_t most = 65'530;
    std::ifstream("/proc/sys/vm/max_map_count") >> most;
    return most;
  }();
  std::uint64_t pages = 0;
  std::ifstream(fmt::format("/proc/{}/statm", pid)) >> pages;
  return std::min(pages, kMost);
}

/// Counts the lines of /proc/PID/maps. Returns the upper bound if the process forbids reading it.
std::uint64_t count_mappings(pid_t pid) {
  std::ifstream maps(fmt::format("/proc/{}/maps", pid));
  if (!maps) return possible_mappings(pid);
  std::array<char, 1 << 16> bytes{};
  std::uint64_t count = 0;
  do {
    maps.read(bytes.data(), bytes.size());
    count +=
        static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.begin() + maps.gcount(), '\n'));
  } while (maps);
  return count;
}

/// Counts the mappings of all processes. It stops as soon as there are too many.
std::uint64_t count_mappings(const std::vector<pid_t>& processes) {
  std::uint64_t count = 0;
  for (const pid_t pid : processes) {
    if (count > kMostMappings) break;
    count += count_mappings(pid);
  }
  return count;
}

/// Returns the resident memory that is not files. Pages shared after a fork count in each process,
/// so a sum that is too high is checked again.
std::uint64_t private_bytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  statm >> size >> resident >> shared;
  return (resident - std::min(resident, shared)) * static_cast<std::uint64_t>(::getpagesize());
}

/// Returns anonymous and shared memory, with every page counted once over all processes: proc(5),
/// smaps_rollup. Returns the upper bound if the process forbids reading it.
std::uint64_t proportional_bytes(pid_t pid) {
  std::ifstream rollup(fmt::format("/proc/{}/smaps_rollup", pid));
  std::string line;
  std::uint64_t sum = 0;
  bool known = false;
  while (std::getline(rollup, line)) {
    for (const std::string_view key : {"Pss_Anon:", "Pss_Shmem:"}) {
      if (line.rfind(key, 0) != 0) continue;
      sum += std::stoull(line.substr(key.size())) << 10;
      known = true;
    }
  }
  return known ? sum : private_bytes(pid);
}

template <class Measure>
std::uint64_t sum_over(const std::vector<pid_t>& processes, Measure measure) {
  std::uint64_t sum = 0;
  for (const pid_t pid : processes)
    sum += measure(pid);
  return sum;
}

/// Returns the CPU time of children that were waited for: fields 16 and 17 of /proc/PID/stat. The
/// name in field 2 may hold blanks and brackets.
nanoseconds reaped_by(pid_t pid) {
  static const auto kTick = nanoseconds(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
  std::ifstream stat(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(stat, text);
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 16; ++field)
    fields >> skipped;
  std::int64_t user = 0;
  std::int64_t system = 0;
  fields >> user >> system;
  return (user + system) * kTick;
}

/// Counts the CPU time of the agent's other processes. The main process is counted to the
/// nanosecond elsewhere, and danno-init is not the agent's.
void count_cpu(Watched& agent, const std::vector<pid_t>& processes) {
  std::map<pid_t, UsedTime::Process> now;
  now[agent.root].reaped = reaped_by(agent.root);
  for (const pid_t pid : processes) {
    const bool counts = pid != agent.agent && pid != agent.init;
    now[pid] = {counts ? CpuClock(pid).read() : nanoseconds(0), reaped_by(pid)};
  }
  agent.used.see(now);
  agent.others_cpu_ns = agent.used.sum().count();
}

/// Returns the bytes that the kernel may hold for one socket of a pair, whose buffer size agents
/// cannot change. A sender fills its buffer, and its last packet may be as large again.
std::uint64_t socket_bytes() {
  static const std::uint64_t kBytes = [] {
    std::uint64_t buffer = 212'992;
    std::ifstream("/proc/sys/net/core/wmem_default") >> buffer;
    return 2 * buffer;
  }();
  return kBytes;
}

/// Visits the open files of a process, which may end meanwhile.
template <class Visit>
void visit_files(pid_t pid, Visit visit) {
  std::error_code error;
  for (fs::directory_iterator file(fmt::format("/proc/{}/fd", pid), error), end;
       !error && file != end; file.increment(error))
    visit(file->path());
}

std::uint64_t open_files(pid_t pid) {
  std::uint64_t count = 0;
  visit_files(pid, [&](const fs::path&) { ++count; });
  return count;
}

/// Counts open sockets. Sockets in flight (SCM_RIGHTS, unread) are not seen; RLIMIT_NOFILE bounds
/// them per user.
std::uint64_t count_sockets(const std::vector<pid_t>& processes) {
  std::set<std::string> sockets;
  for (const pid_t pid : processes) {
    visit_files(pid, [&](const fs::path& file) {
      std::error_code error;
      std::string target = fs::read_symlink(file, error).string();
      if (target.starts_with("socket:")) sockets.insert(std::move(target));
    });
  }
  return sockets.size();
}

/// Returns whether socket buffers may exceed the limit. No account shows them without a control
/// group, so they may hold one limit more. No honest agent has hundreds of sockets.
bool may_exceed_in_sockets(const Watched& agent, const std::vector<pid_t>& processes) {
  return sum_over(processes, open_files) * socket_bytes() > agent.memory_bytes &&
         count_sockets(processes) * socket_bytes() > agent.memory_bytes;
}

/// Returns whether the processes hold more than the limit. The cheapest estimate comes first; most
/// agents need no other.
bool holds_too_much(std::uint64_t limit, const std::vector<pid_t>& processes) {
  const std::uint64_t tables = sum_over(processes, page_table_bytes);
  const std::uint64_t at_most = tables + sum_over(processes, private_bytes);
  if (at_most + sum_over(processes, possible_mappings) * kMappingBytes <= limit) return false;
  const std::uint64_t mappings = count_mappings(processes);
  if (mappings > kMostMappings) return true;
  return at_most + mappings * kMappingBytes > limit &&
         tables + sum_over(processes, proportional_bytes) + mappings * kMappingBytes > limit;
}

bool exceeds(const Watched& agent, const std::vector<pid_t>& processes) {
  if (agent.out_of_memory && agent.out_of_memory()) return true;
  if (agent.memory_bytes == 0) return false;
  return holds_too_much(agent.memory_bytes, processes) || may_exceed_in_sockets(agent, processes);
}

void look_at(Watched& agent) {
  Watched::Motion motion = agent.motion;
  if (motion == Watched::Motion::StoppedAndSeen) return;
  const bool counts = agent.counts_cpu && agent.agent != 0;
  std::vector<pid_t> processes;  // stays empty if a control group counts
  if (counts || agent.memory_bytes != 0) init::append_descendants(agent.root, processes);
  if (counts) count_cpu(agent, processes);
  if (!agent.exceeded && exceeds(agent, processes)) {
    agent.exceeded = true;
    agent.kill();
  }
  if (motion == Watched::Motion::Stopped)
    agent.motion.compare_exchange_strong(motion, Watched::Motion::StoppedAndSeen);
}

class Watcher {
 public:
  std::shared_ptr<void> add(std::shared_ptr<Watched> agent) {
    const std::lock_guard lock(mutex_);
    Watched* const key = agent.get();
    agents_.push_back(std::move(agent));
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    wake_.notify_one();
    return {key, [this](Watched* gone) { remove(gone); }};
  }

 private:
  void remove(const Watched* gone) {
    const std::lock_guard lock(mutex_);
    std::erase_if(agents_, [gone](const auto& agent) { return agent.get() == gone; });
  }

  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      if (!wake_.wait(lock, stop, [this] { return !agents_.empty(); })) return;
      for (const auto& agent : agents_)
        look_at(*agent);
      wake_.wait_for(lock, stop, kWatchInterval, [] { return false; });
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::vector<std::shared_ptr<Watched>> agents_;
  std::jthread thread_;
};

}  // namespace

/// Adds the CPU time since the last look. The time of a process that has ended appears in its
/// parent's `reaped` if the parent waited for it. What was counted for that process before is then
/// subtracted.
void UsedTime::see(const std::map<pid_t, Process>& processes) {
  nanoseconds more{0};
  nanoseconds reaped{0};
  nanoseconds gone{0};
  for (const auto& [pid, now] : processes) {
    const auto before = seen_.find(pid);
    // A new process with the same number has used less than the one that has ended.
    const bool known = before != seen_.end() && before->second.own <= now.own &&
                       before->second.reaped <= now.reaped;
    const Process then = known ? before->second : Process();
    if (known) seen_.erase(before);
    more += now.own - then.own;
    reaped += now.reaped - then.reaped;
  }
  for (const auto& [pid, then] : seen_)
    gone += then.own + then.reaped;
  // `reaped` of a parent includes what this object has counted for the child already.
  sum_ += more + std::max(reaped - gone, nanoseconds(0));
  seen_ = processes;
}

std::shared_ptr<void> watch(std::shared_ptr<Watched> agent) {
  static auto watcher = std::make_unique<Watcher>();
  // A forked child has no thread, and a lock that the thread held stays locked. It begins anew.
  static const int kRegistered = ::pthread_atfork(nullptr, nullptr, [] {
    (void)watcher.release();
    watcher = std::make_unique<Watcher>();
  });
  assert(kRegistered == 0);
  return watcher->add(std::move(agent));
}

}  // namespace danno::referee::sandbox
