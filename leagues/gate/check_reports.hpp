// The reports of a check for other programs.
#pragma once

#include <string>

#include "leagues/gate/check.hpp"

namespace danno::leagues::gate {

/// Returns "hold: 62.5 % of 200 deals koans, Elo +88 ±40": its strength against that opponent.
[[nodiscard]] std::string show_strength(const Strength& strength);

[[nodiscard]] std::string check_json(const CheckReport& report);
/// Returns JUnit XML with one test case per line; a warning passes and is noted in system-out.
[[nodiscard]] std::string check_junit(const CheckReport& report);

}  // namespace danno::leagues::gate
