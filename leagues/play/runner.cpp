#include "leagues/runner.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

namespace danno::leagues {
namespace {

using Clock = std::chrono::steady_clock;

/// Deals of a line-up before its speed is known.
constexpr std::uint64_t kFirstBatch = 32;
/// Bounds the memory of a batch, and how far one line-up is ahead of the others.
constexpr std::uint64_t kLargestBatch = 2048;
/// Where there is only one.
constexpr std::uint64_t kLargestLoneBatch = 16'384;
/// What a batch should take: long against the start of its processes, short to wait for.
constexpr std::chrono::duration<double> kBatchTime{2};
/// Towards the end smaller batches keep all shards busy, but none that is mostly start.
constexpr std::chrono::duration<double> kLeastTime{0.25};

/// A task as it goes on.
struct Progress {
  std::uint64_t committed = 0;
  std::uint64_t issued = 0;
  std::uint8_t absent = 0;
  std::vector<int> faults;
  int generation = 0;  ///< Counts the changes of `absent`; batches of earlier ones are void.
  double deals_per_s = 0;
  std::map<std::uint64_t, referee::Batch> early;  ///< Played before their turn, by first deal.
};

struct Item {
  std::size_t task = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint8_t absent = 0;
  int generation = 0;
};

std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  }
  return cores;
}

void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);  // only speed depends on it
}

class Runner {
 public:
  Runner(std::span<const Task> tasks, const RunOptions& options, const Commit& commit)
      : tasks_(tasks), options_(options), commit_(commit), progress_(tasks.size()) {
    result_.cpu.resize(tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const std::size_t agents = tasks[i].line_up->agents.size();
      Progress& progress = progress_[i];
      progress.committed = progress.issued = tasks[i].done;
      progress.absent = tasks[i].absent;
      progress.faults = tasks[i].faults;
      progress.faults.resize(agents);
      result_.cpu[i].resize(agents);
    }
  }

  RunResult run() {
    const std::vector<int> cores = allowed_cores();
    const bool pins = cores.size() > 1 && cores.size() == static_cast<std::size_t>(options_.shards);
    std::vector<std::thread> shards;
    working_ = options_.shards;
    for (int i = 0; i < options_.shards; ++i) {
      // Agents inherit their shard's core. Fewer shards than cores are left to the kernel: else
      // two runs side by side would share one core and leave the others idle.
      shards.emplace_back([this, pins, core = cores[static_cast<std::size_t>(i) % cores.size()]] {
        if (pins) pin_to(core);
        work();
      });
    }
    watch_the_time();
    for (std::thread& shard : shards)
      shard.join();
    if (failure_) std::rethrow_exception(failure_);
    if (remaining() == 0) {
      result_.end = RunEnd::Complete;
    } else {
      result_.end = out_of_time_ ? RunEnd::OutOfTime : RunEnd::Interrupted;
    }
    return std::move(result_);
  }

 private:
  void watch_the_time() {
    std::unique_lock lock(mutex_);
    const auto finished = [&] { return working_ == 0; };
    if (!options_.until || finished_.wait_until(lock, *options_.until, finished)) return;
    out_of_time_ = true;
    referee::request_stop();
  }

  void work() {
    const PlayDeals play = options_.play;  // agents that stay are this shard's
    std::unique_lock lock(mutex_);
    try {
      while (const auto item = next_item(lock)) {
        lock.unlock();
        const auto start = Clock::now();
        referee::Batch batch =
            play(*tasks_[item->task].line_up, item->begin, item->end, item->absent);
        const std::chrono::duration<double> took = Clock::now() - start;
        lock.lock();
        take(*item, std::move(batch), took.count());
        changed_.notify_all();
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!failure_) failure_ = std::current_exception();
      referee::request_stop();
    }
    --working_;
    changed_.notify_all();
    finished_.notify_all();
  }

  /// Waits while all that is left is being played by others: an agent may become absent, and then
  /// there is work again.
  std::optional<Item> next_item(std::unique_lock<std::mutex>& lock) {
    while (true) {
      if (failure_ || referee::stop_requested() || remaining() == 0) return std::nullopt;
      if (auto item = issue()) return item;
      changed_.wait(lock);
    }
  }

  /// The next deals of the line-up that is least far.
  std::optional<Item> issue() {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (progress_[i].issued >= tasks_[i].deals) continue;
      if (!least || progress_[i].issued < progress_[*least].issued) least = i;
    }
    if (!least) return std::nullopt;
    Progress& progress = progress_[*least];
    Item item{*least, progress.issued, 0, progress.absent, progress.generation};
    item.end = std::min(tasks_[*least].deals, item.begin + batch_size(progress));
    progress.issued = item.end;
    return item;
  }

  [[nodiscard]] std::uint64_t batch_size(const Progress& progress) const {
    const auto shards = static_cast<std::uint64_t>(options_.shards);
    const std::uint64_t share = (remaining() + shards - 1) / shards;
    if (progress.deals_per_s == 0) return std::min(kFirstBatch, share);
    const auto in_time = [&](std::chrono::duration<double> time) {
      return static_cast<std::uint64_t>(progress.deals_per_s * time.count());
    };
    const std::uint64_t largest = tasks_.size() == 1 ? kLargestLoneBatch : kLargestBatch;
    const std::uint64_t fair =
        shards == 1 ? share : std::max({kFirstBatch, in_time(kLeastTime), share / 2});
    return std::clamp<std::uint64_t>(std::min(in_time(kBatchTime), fair), 1, largest);
  }

  [[nodiscard]] std::uint64_t remaining() const {
    std::uint64_t deals = 0;
    for (std::size_t i = 0; i < tasks_.size(); ++i)
      deals += tasks_[i].deals - std::min(tasks_[i].deals, progress_[i].committed);
    return deals;
  }

  void take(const Item& item, referee::Batch batch, double seconds) {
    Progress& progress = progress_[item.task];
    for (std::size_t agent = 0; agent < batch.cpu.size(); ++agent)
      result_.cpu[item.task][agent] += batch.cpu[agent];
    if (item.generation != progress.generation) return;
    progress.deals_per_s = static_cast<double>(item.end - item.begin) / std::max(seconds, 1e-6);
    progress.early.emplace(item.begin, std::move(batch));
    while (!progress.early.empty() && progress.early.begin()->first == progress.committed) {
      const auto next = progress.early.extract(progress.early.begin());
      commit(item.task, progress, next.mapped());
    }
  }

  void commit(std::size_t task, Progress& progress, const referee::Batch& batch) {
    // After a stop some deals may be missing; those after a gap have no place yet.
    std::size_t size = 0;
    while (size < batch.deals.size() && batch.deals[size].deal == progress.committed + size)
      ++size;
    const std::span<const referee::DealResult> deals(batch.deals.data(), size);
    const auto count =
        referee::count_faults(*tasks_[task].line_up, deals, progress.absent, progress.faults);
    assert(count.used <= size);
    if (count.used > 0) commit_(task, deals.first(count.used));
    progress.committed += count.used;
    if (count.absent == progress.absent) return;
    progress.absent = count.absent;
    progress.issued = progress.committed;
    ++progress.generation;
    progress.early.clear();
  }

  std::span<const Task> tasks_;
  const RunOptions& options_;
  const Commit& commit_;

  std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::condition_variable finished_;
  std::vector<Progress> progress_;
  RunResult result_;
  int working_ = 0;
  bool out_of_time_ = false;
  std::exception_ptr failure_;
};

}  // namespace

RunResult run(std::span<const Task> tasks, const RunOptions& options, const Commit& commit) {
  return Runner(tasks, options, commit).run();
}

int available_cores() { return static_cast<int>(allowed_cores().size()); }

}  // namespace danno::leagues
