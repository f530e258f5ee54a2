// What a check tells other programs.
#pragma once

#include <string>

#include "leagues/check/check.hpp"

namespace danno::leagues::check {

/// "hold: 62.5 % of 200 deals koans, Elo +88 ±40": how strong the agent is against that opponent.
[[nodiscard]] std::string show_strength(const Strength& strength);

[[nodiscard]] std::string check_json(const CheckReport& report);
/// JUnit XML: a test case a line; a warning passes and is told in system-out.
[[nodiscard]] std::string check_junit(const CheckReport& report);

}  // namespace danno::leagues::check
