#include "leagues/site/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/base/count.hpp"

namespace danno::leagues::site {
namespace {

/// Returns the least of 1, 2, 5, 10, 20, 50, … that goes at most `most` times into a range.
double round_step(double range, int most) {
  double step = 1;
  while (range / step > most)
    step *= step / std::pow(10, std::floor(std::log10(step))) == 2 ? 2.5 : 2;
  return step;
}

}  // namespace

std::string format_percent(double probability) {
  if (probability <= 0) return "0";
  if (probability >= 1) return "100";
  if (probability < 0.0005) return "<0.1";
  if (probability > 0.9995) return ">99.9";
  return fmt::format("{:.1f}", 100 * probability);
}

std::string percent(double probability) { return format_percent(probability) + " %"; }

std::string estimated(double chance) { return percent(std::clamp(chance, 1e-9, 1 - 1e-9)); }

std::string format_signed(double figure) {
  const double tenths = std::round(10 * figure);
  if (tenths == 0) return "0.0";
  return fmt::format("{}{:.1f}", tenths < 0 ? "−" : "+", std::abs(tenths) / 10);
}

std::string format_whole(double figure) {
  const double rounded = std::round(figure);
  return fmt::format("{}{}", rounded < 0 ? "−" : "+",
                     base::format_count(static_cast<std::uint64_t>(std::abs(rounded))));
}

std::vector<double> round_ticks(double low, double high, int most, double least) {
  const double step = std::max(least, round_step(high - low, most));
  const auto first = static_cast<int>(std::ceil(low / step));
  const auto last = static_cast<int>(std::floor(high / step));
  std::vector<double> ticks;
  for (int i = first; i <= last; ++i)
    ticks.push_back(i * step);
  return ticks;
}

std::string format_grouped(const rules::Definition& definition, rules::Points points) {
  const std::string shown = rules::format_points(definition, points);
  if (shown.find('.') != std::string::npos) return shown;
  return base::format_count(points / definition.unit);
}

}  // namespace danno::leagues::site
