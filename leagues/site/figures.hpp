// Figures as pages show them: never rounded to a certainty, with a true minus sign and thousands
// separated by commas.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::site {

/// Returns a probability in percent without the sign, such as "61.5"; "<0.1" or ">99.9" if it is
/// close to a certainty but not certain.
[[nodiscard]] std::string format_percent(double probability);

/// Returns the same with the sign: "61.5 %".
[[nodiscard]] std::string percent(double probability);
/// Returns an estimated chance, which is never certain: "<0.1 %", ">99.9 %".
[[nodiscard]] std::string estimated(double chance);

/// Returns a percentage or any figure with sign and one decimal: "+3.9", "−24.1", "0.0".
[[nodiscard]] std::string format_signed(double figure);

/// Returns a figure with sign and without decimals: "+1,200", "−24".
[[nodiscard]] std::string format_whole(double figure);

/// Returns the ticks of an axis: the multiples, from `low` to `high`, of the least step of 1, 2, 5,
/// 10, 20, 50, … that is at least `least` and goes at most `most` times into the range.
[[nodiscard]] std::vector<double> round_ticks(double low, double high, int most, double least = 1);

/// Returns points with grouped thousands: "2,350", "46.5".
[[nodiscard]] std::string format_grouped(const rules::Definition& definition, rules::Points points);

}  // namespace danno::leagues::site
