// Renews a league's pages beside those who play it.
//
// They come when the first games are stored, then at most every kRenewal and so that making them
// takes at most a twentieth of the time of one processor, however busy the machine is. They never
// delay those who play: what is being made when they end is broken off.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

#include "leagues/runner/runner.hpp"
#include "leagues/site/site.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

/// The shortest time between the ends of two renewals.
inline constexpr std::chrono::seconds kRenewal{30};

/// Returns the time that the calling thread has computed, which a busy machine does not lengthen.
[[nodiscard]] std::chrono::nanoseconds thread_cpu_time();

/// Returns how long pages rest that took so long to compute, so that making them takes at most one
/// part in `share` of the time and they are renewed at most every kRenewal.
[[nodiscard]] std::chrono::nanoseconds rest_after(std::chrono::nanoseconds took, int share);

class LivePages {
 public:
  /// Makes the pages of a moment, on a thread of its own; `watch` throws where it is broken off.
  /// An exception from it is logged, and it is called again when the pages are due.
  using Make = std::function<void(const Live& live, const solver::Watch& watch)>;

  /// `played` is the number of games of earlier runs, `site` the folder of the pages that `make`
  /// makes.
  LivePages(std::uint64_t played, std::filesystem::path site, Make make);
  LivePages(const LivePages&) = delete;
  LivePages& operator=(const LivePages&) = delete;
  /// Breaks off what is being made, waits for that, and ends the pages.
  ~LivePages();

  /// Returns an observer that counts games; it must be called after those that store them.
  [[nodiscard]] runner::Observer observer();

 private:
  using Clock = std::chrono::steady_clock;
  void run(const std::stop_token& stop);
  /// Returns whether pages are due; false: they are not any more.
  bool wait(const std::stop_token& stop, Clock::time_point due);
  void renew(const std::stop_token& stop);

  std::filesystem::path site_;
  Make make_;
  std::mutex mutex_;  // for the next three
  std::condition_variable_any changed_;
  std::uint64_t games_;
  bool has_news_ = false;
  runner::RecentRate rate_;
  std::jthread thread_;
};

/// Returns the options for the site of a store.
using SiteOptionsFor = std::function<SiteOptions(const store::Reader&)>;

/// Makes a league's site of what is stored at that moment, while somebody plays in its folder.
/// Keeps the luck that it computes, so that nobody computes it again.
[[nodiscard]] LivePages::Make live_site(std::filesystem::path league, SiteOptionsFor options_for);

}  // namespace danno::leagues::site
