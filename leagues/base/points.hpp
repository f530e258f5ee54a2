// Points in JSON in a form for people: 3.5 and not 3.50, integers without a point.
#pragma once

#include "leagues/base/json.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::base {

[[nodiscard]] Json shown_points(const rules::Definition& definition, rules::Points points);

}  // namespace danno::leagues::base
