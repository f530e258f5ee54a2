#include "leagues/play/runner.hpp"

#include <fmt/ranges.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "referee/record/log.hpp"

namespace danno::leagues::play {
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
struct TaskProgress {
  std::uint64_t committed = 0;
  std::uint64_t issued = 0;
  std::uint8_t absent = 0;
  std::vector<int> faults;
  int generation = 0;  ///< Counts the changes of `absent`; batches of earlier ones are void.
  double deals_per_s = 0;
  std::vector<std::chrono::nanoseconds> cpu;  ///< By agent; nobody was told of it yet.
  std::map<std::uint64_t, referee::play::Batch>
      early;  ///< Played before their turn, by first deal.
};

struct Item {
  std::size_t task = 0;
  int wave = 0;
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
  Runner(const NextTasks& next, const RunOptions& options, std::span<const Observer> observers)
      : next_(next), options_(options), observers_(observers) {}

  RunEnd run() {
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
    if (remaining() == 0 && !begin_wave()) return RunEnd::Complete;
    return out_of_time_ ? RunEnd::OutOfTime : RunEnd::Interrupted;
  }

 private:
  void watch_the_time() {
    std::unique_lock lock(mutex_);
    const auto finished = [&] { return working_ == 0; };
    if (!options_.until || finished_.wait_until(lock, *options_.until, finished)) return;
    out_of_time_ = true;
    referee::play::request_stop();
  }

  void work() {
    PlayDeals play;  // agents that stay are this shard's
    int wave = 0;
    std::unique_lock lock(mutex_);
    try {
      while (const auto item = next_item(lock)) {
        lock.unlock();
        if (item->wave != wave)  // line-ups are known by their address, in a wave
          play = options_.play ? options_.play : referee::play::new_deal_player();
        wave = item->wave;
        const auto start = Clock::now();
        referee::play::Batch batch =
            play(*tasks_[item->task].line_up, item->begin, item->end, item->absent);
        const auto took = Clock::now() - start;
        log_batch(*item, batch, took);
        lock.lock();
        take(*item, std::move(batch), std::chrono::duration<double>(took).count());
        changed_.notify_all();
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!failure_) failure_ = std::current_exception();
      referee::play::request_stop();
    }
    --working_;
    changed_.notify_all();
    finished_.notify_all();
  }

  /// Waits while all that is left is being played by others: an agent may become absent, and then
  /// there is work again; so there is after the last deal of a wave.
  std::optional<Item> next_item(std::unique_lock<std::mutex>& lock) {
    while (true) {
      if (failure_ || referee::play::stop_requested()) return std::nullopt;
      if (auto item = issue()) return item;
      if (playing_ > 0) {
        changed_.wait(lock);
      } else if (!begin_wave()) {  // all that was issued is committed
        return std::nullopt;
      }
    }
  }

  /// Begins the next wave; nobody plays.
  bool begin_wave() {
    assert(remaining() == 0);
    if (ended_) return false;
    tasks_ = next_();
    ended_ = tasks_.empty();
    ++wave_;
    progress_.assign(tasks_.size(), {});
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const std::size_t agents = tasks_[i].line_up->agents.size();
      TaskProgress& progress = progress_[i];
      progress.committed = progress.issued = tasks_[i].done;
      progress.absent = tasks_[i].absent;
      progress.faults = tasks_[i].faults;
      progress.faults.resize(agents);
      progress.cpu.resize(agents);
    }
    return remaining() > 0 || (!ended_ && begin_wave());
  }

  /// The next deals of the line-up that is least far.
  std::optional<Item> issue() {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (progress_[i].issued >= tasks_[i].deals) continue;
      if (!least || progress_[i].issued < progress_[*least].issued) least = i;
    }
    if (!least) return std::nullopt;
    TaskProgress& progress = progress_[*least];
    Item item{*least, wave_, progress.issued, 0, progress.absent, progress.generation};
    item.end = std::min(tasks_[*least].deals, item.begin + batch_size(progress));
    progress.issued = item.end;
    ++playing_;
    return item;
  }

  [[nodiscard]] std::uint64_t batch_size(const TaskProgress& progress) const {
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

  void take(const Item& item, referee::play::Batch batch, double seconds) {
    --playing_;
    TaskProgress& progress = progress_[item.task];
    for (const std::string& trouble : batch.troubles)
      options_.on_trouble(trouble);
    for (std::size_t agent = 0; agent < batch.cpu.size(); ++agent)
      progress.cpu[agent] += batch.cpu[agent];
    if (item.generation != progress.generation) return;
    progress.deals_per_s = static_cast<double>(item.end - item.begin) / std::max(seconds, 1e-6);
    progress.early.emplace(item.begin, std::move(batch));
    while (!progress.early.empty() && progress.early.begin()->first == progress.committed) {
      const auto next = progress.early.extract(progress.early.begin());
      commit(item.task, progress, next.mapped());
    }
  }

  void commit(std::size_t task, TaskProgress& progress, const referee::play::Batch& batch) {
    // After a stop some deals may be missing; those after a gap have no place yet.
    std::size_t size = 0;
    while (size < batch.deals.size() && batch.deals[size].deal == progress.committed + size)
      ++size;
    const std::span<const referee::play::DealResult> deals(batch.deals.data(), size);
    const auto count =
        referee::play::count_faults(*tasks_[task].line_up, deals, progress.absent, progress.faults);
    assert(count.used <= size);
    if (count.used > 0) tell(task, progress, deals.first(count.used));
    progress.committed += count.used;
    if (count.absent == progress.absent) return;
    referee::record::log_event("out", {{"line_up", name_of(task)},
                                       {"agents", names_in(task, count.absent)},
                                       {"played_again_from", progress.committed}});
    progress.absent = count.absent;
    progress.issued = progress.committed;
    ++progress.generation;
    progress.early.clear();
  }

  void log_batch(const Item& item, const referee::play::Batch& batch,
                 std::chrono::nanoseconds took) const {
    if (!referee::record::logs()) return;
    referee::record::log_event("batch", {{"rules", tasks_[item.task].line_up->rules->id()},
                                         {"line_up", name_of(item.task)},
                                         {"first_deal", item.begin},
                                         {"deals", batch.deals.size()},
                                         {"took_ms", took}});
  }

  void tell(std::size_t task, TaskProgress& progress,
            std::span<const referee::play::DealResult> deals) {
    const auto start = Clock::now();
    const Played played{task, *tasks_[task].line_up, deals, progress.cpu};
    for (const Observer& observer : observers_)
      observer(played);
    std::ranges::fill(progress.cpu, std::chrono::nanoseconds{});
    if (!referee::record::logs()) return;
    referee::record::log_event("commit", {{"rules", tasks_[task].line_up->rules->id()},
                                          {"line_up", name_of(task)},
                                          {"first_deal", deals.front().deal},
                                          {"deals", deals.size()},
                                          {"took_ms", Clock::now() - start}});
  }

  [[nodiscard]] std::string name_of(std::size_t task) const { return names_in(task, 0xFF); }

  /// Of the agents in `bits`.
  [[nodiscard]] std::string names_in(std::size_t task, std::uint8_t bits) const {
    std::vector<std::string> chosen;
    const std::vector<std::string>& names = tasks_[task].line_up->key_names;
    for (std::size_t agent = 0; agent < names.size(); ++agent) {
      if (((bits >> agent) & 1U) != 0) chosen.push_back(names[agent]);
    }
    return fmt::format("{}", fmt::join(chosen, ","));
  }

  const NextTasks& next_;
  const RunOptions& options_;
  std::span<const Observer> observers_;

  std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::condition_variable finished_;
  std::vector<Task> tasks_;  // of the wave; while somebody plays, they stay as they are
  std::vector<TaskProgress> progress_;
  int wave_ = 0;
  int playing_ = 0;     // shards
  int working_ = 0;     // shards that play or wait for others
  bool ended_ = false;  // there is no further wave
  bool out_of_time_ = false;
  std::exception_ptr failure_;
};

}  // namespace

RunEnd run(const NextTasks& next, const RunOptions& options, std::span<const Observer> observers) {
  return Runner(next, options, observers).run();
}

NextTasks once(std::vector<Task> tasks) {
  return [tasks = std::move(tasks)]() mutable { return std::exchange(tasks, {}); };
}

int available_cores() { return static_cast<int>(allowed_cores().size()); }

}  // namespace danno::leagues::play
