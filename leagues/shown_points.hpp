// Points as people see them, in JSON: 3.5 and not 3.50, whole ones as whole numbers.
#pragma once

#include <nlohmann/json.hpp>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues {

[[nodiscard]] nlohmann::ordered_json shown_points(const rules::Definition& definition,
                                                  rules::Points points);

}  // namespace danno::leagues
