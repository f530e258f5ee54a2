#include "leagues/cli/flags/chosen_rules.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/plan/rule_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {

namespace {

const rules::Definition& rules_of_file(const std::string& file) {
  std::vector<std::string> problems;
  const rules::Definition* const definition = plan::read_rule_file(file, problems);
  if (definition != nullptr) return *definition;
  std::string text;
  for (const std::string& line : problems)
    text += (text.empty() ? "" : "\nerror: ") + words::escape_terminal(line);
  throw terminal::UsageError(text);
}

}  // namespace

const rules::Definition& chosen_rules(const std::string& id) {
  if (plan::names_rule_file(id)) return rules_of_file(id);
  if (const rules::Definition* const found = rules::find_definition(id)) return *found;
  std::vector<std::string> ids;
  for (const rules::Definition* definition : rules::all_definitions())
    ids.emplace_back(definition->id);
  throw terminal::UsageError(
      fmt::format("no rule set '{}'; {}", id, words::expected_one_of(id, ids)));
}

}  // namespace danno::leagues::cli::flags
