#include "referee/talk/stolen_time.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

namespace danno::referee {
namespace {

std::vector<std::int64_t> read_steal() {
  std::vector<std::int64_t> ticks;
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);  // all processors together
  while (std::getline(file, line) && line.starts_with("cpu")) {
    long long steal = 0;
    // user nice system idle iowait irq softirq steal
    if (std::sscanf(line.c_str(), "%*s %*d %*d %*d %*d %*d %*d %*d %lld", &steal) != 1) steal = 0;
    ticks.push_back(steal);
  }
  return ticks;
}

}  // namespace

StolenTime::Mark StolenTime::recent(time_point now) {
  if (!mark_ || now - read_ > kOldest) {
    mark_ = std::make_shared<const std::vector<std::int64_t>>(read_steal());
    read_ = now;
  }
  return mark_;
}

std::chrono::nanoseconds StolenTime::since(const Mark& mark) {
  static const auto kTick =
      std::chrono::nanoseconds(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
  if (!mark) return {};
  const std::vector<std::int64_t> now = read_steal();
  std::int64_t most = 0;
  bool any = false;
  for (std::size_t i = 0; i < std::min(now.size(), mark->size()); ++i) {
    most = std::max(most, now[i] - (*mark)[i]);
    any = any || now[i] > 0;
  }
  return any ? (most + 1) * kTick : std::chrono::nanoseconds(0);
}

}  // namespace danno::referee
