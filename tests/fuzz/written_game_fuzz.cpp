// Any bytes: the parser reads them or names a line of them; what it reads is printed and read back
// the same, and audited without an assert.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"

namespace {

using danno::referee::record::LineProblem;
using danno::referee::record::WrittenGame;

void check_problem(const LineProblem& problem, std::string_view text) {
  assert(problem.line >= 1 && problem.line <= 1 + std::ranges::count(text, '\n'));
  assert(!problem.message.empty());
  assert(std::ranges::none_of(problem.message, [](char c) { return c >= 0 && c < ' '; }));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto parsed = danno::referee::record::parse_written_game(text);
  if (const auto* const problem = std::get_if<LineProblem>(&parsed)) {
    check_problem(*problem, text);
    return 0;
  }
  const auto& game = std::get<WrittenGame>(parsed);
  const std::string printed = danno::referee::record::print_written_game(game);
  const auto again = danno::referee::record::parse_written_game(printed);
  assert(std::holds_alternative<WrittenGame>(again));
  assert(danno::referee::record::print_written_game(std::get<WrittenGame>(again)) == printed);
  const auto audit =
      danno::referee::record::audit_game(danno::referee::record::audited_rules(game), game);
  if (audit.problem) check_problem(*audit.problem, text);
  return 0;
}
