#include "leagues/site/live_pages.hpp"

#include <algorithm>
#include <ctime>
#include <exception>
#include <utility>

#include "leagues/base/utc.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/site/write.hpp"
#include "referee/play/session.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::site {
namespace {

constexpr int kShare = 20;

/// An exception that ends the writing of pages.
struct BrokenOff {};

}  // namespace

std::chrono::nanoseconds thread_cpu_time() {
  struct timespec time {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::nanoseconds rest_after(std::chrono::nanoseconds took, int share) {
  return std::max<std::chrono::nanoseconds>(kRenewal, (share - 1) * took);
}

LivePages::LivePages(std::uint64_t played, std::filesystem::path site, Make make)
    : site_(std::move(site)),
      make_(std::move(make)),
      games_(played),
      rate_(Clock::now(), played),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

LivePages::~LivePages() {
  thread_.request_stop();
  thread_.join();
  end_live_pages(site_);
}

runner::Observer LivePages::observer() {
  return [this](const runner::Played& played) {
    const std::scoped_lock lock(mutex_);
    for (const referee::play::DealResult& deal : played.deals)
      games_ += deal.games.size();
    rate_.add(Clock::now(), games_);
    has_news_ = true;
    changed_.notify_all();
  };
}

void LivePages::run(const std::stop_token& stop) {
  Clock::time_point due = Clock::now();
  while (wait(stop, due)) {
    const auto began = thread_cpu_time();
    renew(stop);
    due = Clock::now() + rest_after(thread_cpu_time() - began, kShare);
  }
}

bool LivePages::wait(const std::stop_token& stop, Clock::time_point due) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop, due, [] { return false; });
  changed_.wait(lock, stop, [this] { return has_news_; });
  return !stop.stop_requested() && !referee::play::stop_requested();
}

void LivePages::renew(const std::stop_token& stop) {
  const auto began = Clock::now();
  Live live{.games_per_s = 0, .at = base::utc_now()};
  std::uint64_t games = 0;
  {
    const std::scoped_lock lock(mutex_);
    has_news_ = false;
    games = games_;
    live.games_per_s = rate_.per_second();
  }
  try {
    make_(live, [&](std::string_view, std::uint64_t, std::uint64_t) {
      if (stop.stop_requested() || referee::play::stop_requested()) throw BrokenOff();
    });
    referee::record::log_event("pages", {{"games", games}, {"took_ms", Clock::now() - began}});
  } catch (const BrokenOff&) {
  } catch (const std::exception& error) {
    referee::record::log_event("pages", {{"problem", error.what()}});
  }
}

LivePages::Make live_site(std::filesystem::path league, SiteOptionsFor options_for) {
  return [league = std::move(league), options_for = std::move(options_for)](
             const Live& live, const solver::Watch& watch) {
    store::Reader now =
        store::Reader::open_at(league, store::Reader::open_to_read(league).snapshot());
    schedule::stored_format(now).prepare_tables(now, watch);
    SiteOptions options = options_for(now);
    options.shown.live = live;
    (void)make_site(now, league / kFolder, options, watch);
  };
}

}  // namespace danno::leagues::site
