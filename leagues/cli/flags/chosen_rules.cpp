#include "leagues/cli/flags/chosen_rules.hpp"

#include <fmt/format.h>

#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {

const rules::Definition& chosen_rules(const std::string& id) {
  if (const rules::Definition* const found = rules::find_definition(id)) return *found;
  std::vector<std::string> ids;
  for (const rules::Definition* definition : rules::all_definitions())
    ids.emplace_back(definition->id);
  throw terminal::UsageError(
      fmt::format("no rule set '{}'; {}", id, words::expected_one_of(id, ids)));
}

}  // namespace danno::leagues::cli::flags
