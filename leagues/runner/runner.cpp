// Plays the tasks of a run on several shards.
//
// A shard plays one batch of one line-up at a time. The least advanced line-up comes next, so that
// all tables fill evenly. A line-up's batches may be played by several shards at once, but they are
// committed in the order of its deals: an agent that has too many faults is out from the next deal
// on. Batches that were played with it are then void (`generation`), and these deals are played
// again without it. So the results do not depend on the number of shards.
#include "leagues/runner/runner.hpp"

#include <fmt/ranges.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>

#include "referee/record/log.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::runner {

namespace {

using referee::play::kBatchTime;

using Clock = std::chrono::steady_clock;

/// The deals of a line-up's first batch, before its speed is known.
constexpr std::uint64_t kFirstBatch = 32;
/// The largest batch of a line-up. It bounds the memory, and how far one line-up is ahead of the
/// others.
constexpr std::uint64_t kLargestBatch = 2048;
/// The line-ups that are searched for one whose agents are free: two rows of a round robin of a
/// class.
constexpr int kLookedAt = 256;
/// The largest batch of the only task of a run.
constexpr std::uint64_t kLargestLoneBatch = 16'384;
/// The least time of a batch. Batches become smaller when the run ends, so that all shards stay
/// busy, but a batch shorter than this would mostly be start.
constexpr std::chrono::duration<double> kLeastTime{0.25};

/// A task of which deals are played, from its first ones to its last.
struct TaskProgress {
  std::uint64_t committed = 0;
  std::map<std::uint64_t, std::uint64_t> unissued;  ///< Ranges of deals: begin, end.
  referee::record::AgentSet absent = {};
  std::weak_ptr<const referee::play::LineUp> line_up;  ///< Owned by the shards that play it.
  std::vector<int> faults;
  int generation = 0;  ///< Counts the changes of `absent`; batches of earlier ones are void.
  double deals_per_s = 0;
  std::vector<referee::protocol::Effort> effort;  ///< Indexed by agent; not yet reported.
  std::map<std::uint64_t, referee::play::Batch>
      early;  ///< Played before their turn, by first deal.
};

struct Item {
  std::size_t task = 0;
  std::shared_ptr<const referee::play::LineUp> line_up;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  referee::record::AgentSet absent = {};
  int generation = 0;
};

/// The names of these agents.
std::string names_in(const referee::play::LineUp& line_up, referee::record::AgentSet agents) {
  std::vector<std::string> chosen;
  const std::vector<std::string> names = referee::play::agent_names(line_up);
  for (std::size_t agent = 0; agent < names.size(); ++agent) {
    if (agents.has(agent)) chosen.push_back(names[agent]);
  }
  return fmt::format("{}", fmt::join(chosen, ","));
}

std::string line_up_name(const referee::play::LineUp& line_up) {
  return fmt::format("{}", fmt::join(referee::play::agent_names(line_up), ","));
}

/// Binds the calling thread, and the agents that it starts, to a core.
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
    const std::vector<int> cores = referee::sandbox::allowed_processors();
    const bool pins = cores.size() > 1 && cores.size() == static_cast<std::size_t>(options_.shards);
    std::vector<std::thread> shards;
    working_ = options_.shards;
    auto players = players_of_shards();
    for (int i = 0; i < options_.shards; ++i) {
      // Agents inherit their shard's core. Fewer shards than cores are left to the kernel: else
      // two runs side by side would share one core and leave the others idle.
      const auto shard = static_cast<std::size_t>(i);
      shards.emplace_back([this, pins, core = cores[shard % cores.size()],
                           play = std::move(players[shard])]() mutable {
        if (pins) pin_to(core);
        work(std::exchange(play, nullptr));
      });
    }
    watch_the_time();
    for (std::thread& shard : shards)
      shard.join();
    if (failure_) std::rethrow_exception(failure_);
    if (remaining_ == 0 && !is_paused() && !begin_wave()) return RunEnd::Complete;
    if (out_of_time_) return RunEnd::OutOfTime;
    return referee::play::stop_requested() ? RunEnd::Interrupted : RunEnd::Paused;
  }

 private:
  /// Waits for the end of the run, or requests its stop when its time is over.
  void watch_the_time() {
    std::unique_lock lock(mutex_);
    const auto finished = [&] { return working_ == 0; };
    if (!options_.until || finished_.wait_until(lock, *options_.until, finished)) return;
    out_of_time_ = true;
    referee::play::request_stop(options_.grace);
  }

  [[nodiscard]] std::vector<PlayDeals> players_of_shards() const {
    const auto shards = static_cast<std::size_t>(options_.shards);
    if (options_.play) return std::vector<PlayDeals>(shards, options_.play);
    return referee::play::new_deal_players(shards, options_.processes);
  }

  /// The last shard's player ends the agents.
  void work(PlayDeals play) {
    if (options_.wrap) play = options_.wrap(std::move(play));
    std::unique_lock lock(mutex_);
    try {
      while (const auto item = next_item(lock)) {
        lock.unlock();
        const auto start = Clock::now();
        referee::play::Batch batch = play(*item->line_up, item->begin, item->end, item->absent);
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

  [[nodiscard]] bool is_paused() const { return options_.pause && options_.pause->load(); }

  /// Waits while all that is left is being played by others: an agent may become absent, and then
  /// there is work again; so there is after the last deal of a wave.
  std::optional<Item> next_item(std::unique_lock<std::mutex>& lock) {
    while (true) {
      if (failure_ || referee::play::stop_requested() || is_paused()) return std::nullopt;
      if (auto item = issue()) return item;
      if (playing_ > 0) {
        changed_.wait(lock);
      } else if (!begin_wave()) {  // all that was issued is committed
        return std::nullopt;
      }
    }
  }

  /// Begins the next wave. No shard plays meanwhile.
  bool begin_wave() {
    assert(remaining_ == 0 && begun_.empty() && due_.empty());
    if (ended_) return false;
    if (std::exchange(begun_once_, true) && options_.between_waves &&
        !referee::play::stop_requested())
      options_.between_waves();
    // The store has all deals of the wave before, so the format can plan by its results.
    tasks_ = next_();
    ended_ = tasks_.empty();
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i].done >= tasks_[i].deals) continue;
      remaining_ += tasks_[i].deals - tasks_[i].done;
      due_.emplace(tasks_[i].done, i);
    }
    return remaining_ > 0 || (!ended_ && begin_wave());
  }

  [[nodiscard]] std::ptrdiff_t agents_in_play(std::size_t task) const {
    return std::ranges::count_if(tasks_[task].agents, [this](std::int64_t agent) {
      return std::ranges::find(in_play_, agent) != in_play_.end();
    });
  }

  /// Returns the least advanced line-up. Ties go to the one with the fewest agents that play in
  /// other shards.
  [[nodiscard]] std::set<std::pair<std::uint64_t, std::size_t>>::iterator next_due() const {
    // An agent that plays in another shard would need one more process here.
    auto best = due_.begin();
    auto least = agents_in_play(best->second);
    auto other = best;
    for (int looks = 1; least > 0 && looks < kLookedAt; ++looks) {
      // Only line-ups that are equally far are considered.
      if (++other == due_.end() || other->first != due_.begin()->first) break;
      const auto busy = agents_in_play(other->second);
      if (busy >= least) continue;
      best = other;
      least = busy;
    }
    return best;
  }

  /// Returns the next deals of the least advanced line-up.
  std::optional<Item> issue() {
    if (due_.empty()) return std::nullopt;
    const auto next = next_due();
    const std::size_t task = next->second;
    due_.erase(next);
    TaskProgress& progress = begin(task);
    const auto [first, last] = *progress.unissued.begin();
    const std::uint64_t end = std::min(last, first + batch_size(progress));
    progress.unissued.erase(first);
    if (end < last) progress.unissued.emplace(end, last);
    offer(task, progress);
    ++playing_;
    std::ranges::copy(tasks_[task].agents, std::back_inserter(in_play_));
    return Item{
        task, shared_line_up(task, progress), first, end, progress.absent, progress.generation};
  }

  /// Lists a task's unissued deals as due. Call withdraw() before they change and offer() after.
  void offer(std::size_t task, const TaskProgress& progress) {
    if (!progress.unissued.empty()) due_.emplace(progress.unissued.begin()->first, task);
  }
  void withdraw(std::size_t task, const TaskProgress& progress) {
    if (!progress.unissued.empty()) due_.erase({progress.unissued.begin()->first, task});
  }

  /// Takes back deals of a task that were issued and not played.
  void give_back(std::size_t task, TaskProgress& progress, std::uint64_t first, std::uint64_t end) {
    if (first == end) return;
    withdraw(task, progress);
    // The deals join those that follow them, if these are not issued either.
    const auto next = progress.unissued.find(end);
    if (next != progress.unissued.end()) {
      end = next->second;
      progress.unissued.erase(next);
    }
    progress.unissued.emplace(first, end);
    offer(task, progress);
  }

  /// Returns the progress of a task. A task that begins continues from its stored deals.
  TaskProgress& begin(std::size_t task) {
    const auto [found, is_new] = begun_.try_emplace(task);
    TaskProgress& progress = found->second;
    if (!is_new) return progress;
    progress.committed = tasks_[task].done;
    progress.unissued.emplace(tasks_[task].done, tasks_[task].deals);
    progress.absent = tasks_[task].absent;
    progress.faults = tasks_[task].faults;
    return progress;
  }

  /// Returns the task's line-up. It is made again if no shard plays it now.
  std::shared_ptr<const referee::play::LineUp> shared_line_up(std::size_t task,
                                                              TaskProgress& progress) {
    auto line_up = progress.line_up.lock();
    if (line_up) return line_up;
    progress.line_up = line_up = tasks_[task].line_up();
    progress.faults.resize(line_up->agents.size());
    progress.effort.resize(line_up->agents.size());
    return line_up;
  }

  [[nodiscard]] std::uint64_t batch_size(const TaskProgress& progress) const {
    const auto shards = static_cast<std::uint64_t>(options_.shards);
    const std::uint64_t share = (remaining_ + shards - 1) / shards;
    if (progress.deals_per_s == 0) {
      // Another shard's results would have to wait for this batch; if agents are slow, that is
      // long. So play one deal.
      const bool is_joined = shards > 1 && due_.size() < shards;
      return is_joined ? 1 : std::min(kFirstBatch, share);
    }
    const auto in_time = [&](const std::chrono::duration<double>& time) {
      return static_cast<std::uint64_t>(progress.deals_per_s * time.count());
    };
    const std::uint64_t largest = tasks_.size() == 1 ? kLargestLoneBatch : kLargestBatch;
    // Half of the shard's share leaves work to balance the shards' ends.
    const std::uint64_t fair =
        shards == 1 ? share : std::max({kFirstBatch, in_time(kLeastTime), share / 2});
    return std::clamp<std::uint64_t>(std::min(in_time(kBatchTime), fair), 1, largest);
  }

  void take(const Item& item, referee::play::Batch batch, double seconds) {
    --playing_;
    for (const std::int64_t agent : tasks_[item.task].agents)
      in_play_.erase(std::ranges::find(in_play_, agent));
    for (const std::string& trouble : batch.troubles)
      options_.on_trouble(trouble);
    // A task that is finished has no progress any more: the batch is of an earlier generation.
    const auto found = begun_.find(item.task);
    if (found == begun_.end()) return;
    TaskProgress& progress = found->second;
    for (std::size_t agent = 0; agent < batch.effort.size(); ++agent)
      progress.effort[agent] += batch.effort[agent];
    // An agent went out after the batch was issued: its deals are issued again.
    if (item.generation != progress.generation) return;
    const std::uint64_t end = item.begin + batch.deals.size();
    if (end > item.begin)
      progress.deals_per_s = static_cast<double>(end - item.begin) / std::max(seconds, 1e-6);
    give_back(item.task, progress, end, item.end);
    progress.early.emplace(item.begin, std::move(batch));
    // Batches wait until all deals before them are committed.
    while (!progress.early.empty() && progress.early.begin()->first == progress.committed) {
      const auto next = progress.early.extract(progress.early.begin());
      commit(item, progress, next.mapped());
    }
    if (progress.committed == tasks_[item.task].deals) begun_.erase(found);
  }

  /// Commits the deals of a batch, and plays later deals again if an agent is out.
  void commit(const Item& item, TaskProgress& progress, const referee::play::Batch& batch) {
    const std::span<const referee::play::DealResult> deals(batch.deals);
    const auto count =
        referee::play::count_faults(*item.line_up, deals, progress.absent, progress.faults);
    assert(count.used <= deals.size());
    if (count.used > 0) notify_observers(item, progress, deals.first(count.used));
    progress.committed += count.used;
    remaining_ -= count.used;
    if (count.absent == progress.absent) return;
    referee::record::log_event("out", {{"line_up", line_up_name(*item.line_up)},
                                       {"agents", names_in(*item.line_up, count.absent)},
                                       {"played_again_from", progress.committed}});
    progress.absent = count.absent;
    withdraw(item.task, progress);
    progress.unissued.clear();
    if (progress.committed < tasks_[item.task].deals)
      progress.unissued.emplace(progress.committed, tasks_[item.task].deals);
    offer(item.task, progress);
    ++progress.generation;
    progress.early.clear();
  }

  void log_batch(const Item& item, const referee::play::Batch& batch,
                 std::chrono::nanoseconds took) const {
    if (!referee::record::logs()) return;
    referee::record::log_event("batch", {{"rules", item.line_up->rules->id()},
                                         {"line_up", line_up_name(*item.line_up)},
                                         {"first_deal", item.begin},
                                         {"deals", batch.deals.size()},
                                         {"took_ms", took}});
  }

  void notify_observers(const Item& item, TaskProgress& progress,
                        std::span<const referee::play::DealResult> deals) {
    const auto start = Clock::now();
    const Played played{item.task, *item.line_up, deals, progress.effort, progress.absent};
    for (const Observer& observer : observers_)
      observer(played);
    std::ranges::fill(progress.effort, referee::protocol::Effort());
    if (!referee::record::logs()) return;
    referee::record::log_event("commit", {{"rules", item.line_up->rules->id()},
                                          {"line_up", line_up_name(*item.line_up)},
                                          {"first_deal", deals.front().deal},
                                          {"deals", deals.size()},
                                          {"took_ms", Clock::now() - start}});
  }

  const NextTasks& next_;
  const RunOptions& options_;
  std::span<const Observer> observers_;

  std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::condition_variable finished_;
  std::vector<Task> tasks_;                              // of the wave
  std::unordered_map<std::size_t, TaskProgress> begun_;  // by task
  std::set<std::pair<std::uint64_t, std::size_t>>
      due_;                            // first unissued deal, task: the next first
  std::uint64_t remaining_ = 0;        // deals that are not committed
  std::vector<std::int64_t> in_play_;  // agents, once for each shard that they play in
  int playing_ = 0;                    // shards
  int working_ = 0;                    // shards that play or wait for others
  bool begun_once_ = false;            // a wave was
  bool ended_ = false;                 // there is no further wave
  bool out_of_time_ = false;
  std::exception_ptr failure_;
};

}  // namespace

RecentRate::RecentRate(Clock::time_point start, std::uint64_t count)
    : start_{start, count}, since_(start_), halfway_(start_), last_(start_) {}

void RecentRate::add(Clock::time_point now, std::uint64_t count) {
  last_ = {now, count};
  if (now - start_.at < 2 * (halfway_.at - start_.at)) return;
  since_ = halfway_;
  halfway_ = last_;
}

double RecentRate::per_second() const {
  const std::chrono::duration<double> took = last_.at - since_.at;
  return static_cast<double>(last_.count - since_.count) / std::max(took.count(), 1e-3);
}

RunEnd run(const NextTasks& next, const RunOptions& options, std::span<const Observer> observers) {
  return Runner(next, options, observers).run();
}

LineUpSource always(const referee::play::LineUp& line_up) {
  return [&line_up] {
    return std::shared_ptr<const referee::play::LineUp>(std::shared_ptr<void>(), &line_up);
  };
}

NextTasks once(std::vector<Task> tasks) {
  return [tasks = std::move(tasks)]() mutable { return std::exchange(tasks, {}); };
}

}  // namespace danno::leagues::runner
