#include "referee/sandbox/watcher.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "referee/init/tree.hpp"

namespace danno::referee::sandbox {
namespace {

using std::chrono::nanoseconds;

/// Resident pages that are not files. Pages shared after a fork count in each process: too much is
/// looked at closer.
std::uint64_t private_bytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  statm >> size >> resident >> shared;
  return (resident - std::min(resident, shared)) * static_cast<std::uint64_t>(::getpagesize());
}

/// Anonymous and shared memory with every page counted once in all: proc(5), smaps_rollup. Without
/// it (a process that forbids it) the upper bound stands.
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

struct CpuTicks {
  std::uint64_t own = 0;
  std::uint64_t reaped_children = 0;
};

/// Fields 14 to 17 of /proc/PID/stat; the name in field 2 may hold blanks and brackets.
CpuTicks cpu_ticks(pid_t pid) {
  std::ifstream stat(fmt::format("/proc/{}/stat", pid));
  stat.ignore(std::numeric_limits<std::streamsize>::max(), ')');
  std::string text;
  std::getline(stat, text);
  const auto last_bracket = text.rfind(')');
  std::istringstream fields(last_bracket == std::string::npos ? text
                                                              : text.substr(last_bracket + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field)
    fields >> skipped;
  std::uint64_t user = 0;
  std::uint64_t system = 0;
  CpuTicks ticks;
  fields >> user >> system;
  ticks.own = user + system;
  fields >> user >> system;
  ticks.reaped_children = user + system;
  return ticks;
}

nanoseconds others_cpu(const std::vector<pid_t>& processes, pid_t agent) {
  std::uint64_t sum = 0;
  for (const pid_t pid : processes) {
    const CpuTicks ticks = cpu_ticks(pid);
    sum += ticks.reaped_children + (pid == agent ? 0 : ticks.own);
  }
  const auto per_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  return nanoseconds(sum * (1'000'000'000 / per_second));
}

bool exceeds(const Watched& agent, const std::vector<pid_t>& processes) {
  if (agent.out_of_memory && agent.out_of_memory()) return true;
  return agent.memory_bytes != 0 && sum_over(processes, private_bytes) > agent.memory_bytes &&
         sum_over(processes, proportional_bytes) > agent.memory_bytes;
}

void look_at(Watched& agent) {
  Watched::Motion motion = agent.motion;
  if (motion == Watched::Motion::StoppedAndSeen) return;
  std::vector<pid_t> processes;
  init::append_descendants(agent.root, processes);
  const auto others = others_cpu(processes, agent.agent).count();
  // A process that ends takes its count along; what was seen was used.
  if (others > agent.others_cpu_ns) agent.others_cpu_ns = others;
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

std::shared_ptr<void> watch(std::shared_ptr<Watched> agent) {
  static auto watcher = std::make_unique<Watcher>();
  // A forked child has lost the thread, and whatever the thread held: it begins anew.
  static const int kRegistered = ::pthread_atfork(nullptr, nullptr, [] {
    (void)watcher.release();
    watcher = std::make_unique<Watcher>();
  });
  assert(kRegistered == 0);
  return watcher->add(std::move(agent));
}

}  // namespace danno::referee::sandbox
