// What a rule set demands and grants beside its scores, for people.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::text {

/// A sentence each, without capital and full stop.
[[nodiscard]] std::vector<std::string> rule_duties(const rules::Definition& definition);

}  // namespace danno::leagues::text
