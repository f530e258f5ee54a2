#include "referee/sandbox/account.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include "referee/sandbox/cgroup.hpp"
#include "referee/sandbox/init/tree.hpp"

namespace danno::referee::sandbox {
namespace {

using std::chrono::nanoseconds;

/// The second number of a thread's schedstat, in nanoseconds.
nanoseconds read_wait(const Descriptor& schedstat) {
  std::array<char, 128> bytes{};
  const ssize_t got = ::pread(schedstat.get(), bytes.data(), bytes.size(), 0);
  if (got <= 0) return nanoseconds(0);
  const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return nanoseconds(0);
  std::int64_t value = 0;
  std::from_chars(text.data() + space + 1, text.data() + text.size(), value);
  return nanoseconds(value);
}

Descriptor open_proc(const std::string& path, int flags) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
}

std::string thread_folder(pid_t pid, pid_t thread) {
  return fmt::format("/proc/{}/task/{}", pid, thread);
}

nanoseconds read_thread_wait(pid_t pid, pid_t thread) {
  return read_wait(open_proc(thread_folder(pid, thread) + "/schedstat", 0));
}

}  // namespace

char process_state(const std::filesystem::path& folder) {
  const Descriptor stat = open_proc(folder / "stat", 0);
  std::array<char, 256> bytes{};
  const ssize_t got = stat ? ::read(stat.get(), bytes.data(), bytes.size()) : 0;
  if (got <= 0) return ' ';
  // "PID (NAME) STATE …": the name may hold anything, so the state is what follows the last ')'.
  const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
  const auto name_end = text.rfind(')');
  return name_end != std::string_view::npos && name_end + 2 < text.size() ? text[name_end + 2]
                                                                          : ' ';
}

std::vector<pid_t> thread_ids(pid_t pid) {
  std::vector<pid_t> ids;
  std::error_code error;
  for (std::filesystem::directory_iterator thread(fmt::format("/proc/{}/task", pid), error), end;
       !error && thread != end; thread.increment(error))
    ids.push_back(std::stoi(thread->path().filename().string()));
  return ids;
}

CpuClock::CpuClock(pid_t pid) {
  clockid_t clock{};
  if (::clock_getcpuclockid(pid, &clock) == 0) clock_ = clock;
}

nanoseconds CpuClock::read() {
  timespec time{};
  if (clock_ && ::clock_gettime(*clock_, &time) == 0)
    last_ =
        std::max<nanoseconds>(last_, std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
  return last_;
}

ProcessAccount::ProcessAccount(pid_t pid)
    : pid_(pid),
      cpu_(pid),
      tasks_(open_proc(fmt::format("/proc/{}/task", pid), O_DIRECTORY)),
      main_thread_(open_proc(fmt::format("/proc/{0}/task/{0}/schedstat", pid), 0)) {}

nanoseconds ProcessAccount::wait_time() {
  last_wait_time_ = std::max(last_wait_time_, read_wait(main_thread_) + wait_of_other_threads());
  return last_wait_time_;
}

bool ProcessAccount::runnable() const {
  return pid_ != 0 && std::ranges::any_of(thread_ids(pid_), [&](pid_t thread) {
           return process_state(thread_folder(pid_, thread)) == 'R';
         });
}

nanoseconds ProcessAccount::wait_of_other_threads() const {
  // A task folder has a link for each thread besides its own two. One call thus detects a process
  // with a single thread, as most agents are.
  struct stat status {};
  if (!tasks_ || ::fstat(tasks_.get(), &status) != 0 || status.st_nlink <= 3) return {};
  nanoseconds sum(0);
  for (const pid_t thread : thread_ids(pid_)) {
    if (thread != pid_) sum += read_thread_wait(pid_, thread);
  }
  return sum;
}

/// The kernel adds a wait to its figure only when it ends. A thread that is runnable at two looks,
/// and whose process did not run between them, waited all the time: it would have to run to sleep.
TreeTimes TreeAccount::look(pid_t root, time_point now) {
  std::vector<pid_t> processes;
  init::append_descendants(root, processes);
  TreeTimes sum;
  std::map<pid_t, Thread> threads;
  for (const pid_t pid : processes) {
    // A clock that cannot be read shows 0, which tells nothing.
    const nanoseconds shown = CpuClock(pid).read();
    const auto main = threads_.find(pid);
    const nanoseconds cpu_before = main == threads_.end() ? nanoseconds(0) : main->second.cpu;
    const nanoseconds cpu = std::max(shown, cpu_before);
    sum.cpu += cpu - cpu_before;
    for (const pid_t id : thread_ids(pid)) {
      Thread thread{cpu, process_state(thread_folder(pid, id)) == 'R', now,
                    read_thread_wait(pid, id)};
      if (const auto before = threads_.find(id); before != threads_.end()) {
        if (thread.is_runnable && before->second.is_runnable && before->second.cpu == cpu &&
            shown > nanoseconds(0)) {
          thread.queued_since = before->second.queued_since;
          thread.waited += now - thread.queued_since;
        }
        sum.waited += std::max(thread.waited - before->second.waited, nanoseconds(0));
      } else if (!has_looked_) {
        sum.waited += thread.waited;
      }
      threads.emplace(id, thread);
    }
  }
  threads_ = std::move(threads);
  has_looked_ = true;
  return sum;
}

bool stands_still(pid_t root) {
  std::vector<pid_t> processes{root};
  init::append_descendants(root, processes);
  return std::ranges::any_of(
             processes,
             [](pid_t pid) { return process_state("/proc/" + std::to_string(pid)) == 'T'; }) ||
         is_frozen(processes.back());
}

/// Samples whether the agent is stopped. The kernel records no time of a stop, so the whole time
/// between two looks counts if either of them finds the agent stopped. This errs in the agent's
/// favour.
void StopDetector::look(bool still, time_point now) {
  if (since_) {
    sum_ += now - looked_;
  } else if (still) {
    since_ = std::max(looked_, now - kLookBack);
    sum_ += now - *since_;
  }
  if (!still) since_.reset();
  looked_ = now;
}

}  // namespace danno::referee::sandbox
