// Figures as pages show them: no rounding to a certainty, a true minus, thousands by comma.
#pragma once

#include <string>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::site {

/// A probability in percent, without the sign: "61.5"; "<0.1" and ">99.9" for what is not certain.
[[nodiscard]] std::string show_percent(double probability);

/// The same with the sign: "61.5 %".
[[nodiscard]] std::string percent(double probability);
/// A chance that is estimated is never certain: "<0.1 %", ">99.9 %".
[[nodiscard]] std::string estimated(double chance);

/// "+3.9", "−24.1", "0.0": percent, or any figure with one decimal.
[[nodiscard]] std::string show_signed(double figure);

/// "2,350", "46.5".
[[nodiscard]] std::string show_grouped(const rules::Definition& definition, rules::Points points);

}  // namespace danno::leagues::site
