#include "leagues/cli/flags/chosen_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/suggest.hpp"

namespace danno::cli {

const rules::Definition& chosen_rules(const std::string& id) {
  if (const rules::Definition* const found = rules::find_definition(id)) return *found;
  std::vector<std::string> ids;
  for (const rules::Definition* definition : rules::all_definitions())
    ids.emplace_back(definition->id);
  const auto meant = leagues::closest(id, ids);
  throw UsageError(fmt::format("no rule set '{}'; {}", id,
                               meant ? fmt::format("did you mean '{}'?", *meant)
                                     : fmt::format("expected {}", fmt::join(ids, ", "))));
}

}  // namespace danno::cli
