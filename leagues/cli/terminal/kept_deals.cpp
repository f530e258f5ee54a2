#include "leagues/cli/terminal/kept_deals.hpp"

#include <fmt/format.h>

#include "leagues/words/shown_count.hpp"
#include "leagues/words/shown_duration.hpp"

namespace danno::leagues::cli::terminal {
namespace {

std::string show_time(std::chrono::duration<double> time) {
  if (time.count() >= 10) return words::show_duration(time);
  return time.count() < 0.1 ? fmt::format("{:.0f} ms", 1000 * time.count())
                            : fmt::format("{:.1f} s", time.count());
}

}  // namespace

std::string KeptDeals::text(play::RunEnd end, const std::string& kept) const {
  const std::chrono::duration<double> took = Clock::now() - begin_;
  const char* const why = end == play::RunEnd::OutOfTime ? "out of time" : "interrupted";
  if (deals_ == 0) return fmt::format("{}; in {} no deal was done", why, show_time(took));
  std::string text = fmt::format("{}; {} {} {}", why, words::show_count(deals_),
                                 deals_ == 1 ? "deal is" : "deals are", kept);
  const auto one = took * shards_ / static_cast<double>(deals_);
  if (one >= std::chrono::milliseconds(1)) text += ", one takes about " + show_time(one);
  return text;
}

}  // namespace danno::leagues::cli::terminal
