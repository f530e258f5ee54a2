// Points as people see them, in JSON: 3.5 and not 3.50, whole ones as whole numbers.
#pragma once

#include "leagues/files/json.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::files {

[[nodiscard]] Json shown_points(const rules::Definition& definition, rules::Points points);

}  // namespace danno::leagues::files
