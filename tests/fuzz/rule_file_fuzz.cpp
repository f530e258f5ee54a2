// Any bytes: they are the rules of a game, or it is said what is wrong with them, a line each.
// Rules that are read have a canonical text, which gives the same rules however it is read.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "leagues/schedule/rule_file.hpp"
#include "referee/rules/rule_text.hpp"

using danno::leagues::schedule::read_rule_file_text;
using danno::rules::Definition;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::vector<std::string> problems;
  const Definition* const read = read_rule_file_text(text, "rules.toml", problems);
  assert((read == nullptr) == !problems.empty());
  assert(std::ranges::none_of(problems, &std::string::empty));
  const auto plain = danno::rules::parse_rules(text);
  if (const auto* const definition = std::get_if<Definition>(&plain))
    assert(std::holds_alternative<Definition>(danno::rules::parse_rules(definition->text)));
  if (read == nullptr) return 0;
  assert(read_rule_file_text(read->text, "rules.toml", problems) == read);
  const auto again = danno::rules::parse_rules(read->text);
  assert(std::holds_alternative<Definition>(again) &&
         std::get<Definition>(again).text == read->text);
  return 0;
}
