// Any bytes: they are a deal that is stored the same again, and whose games are played again under
// every rule set until an event is not legal; or they are said to be damaged.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/record/record.hpp"
#include "referee/rules/rule_set.hpp"

namespace rules = danno::rules;
using danno::referee::record::decode_deal;
using danno::referee::record::encode_deal;
using danno::referee::record::GameRecord;
using danno::referee::record::Step;

namespace {

const std::vector<rules::RuleSet>& rule_sets(int seats) {
  static const auto kSets = [] {
    std::vector<std::vector<rules::RuleSet>> sets(rules::kMaxSeats + 1);
    for (int size = 2; size <= rules::kMaxSeats; ++size) {
      for (const rules::Definition* const definition : rules::all_definitions())
        sets[static_cast<std::size_t>(size)].emplace_back(*definition, size,
                                                          definition->defaults(size));
    }
    return sets;
  }();
  return kSets[static_cast<std::size_t>(seats)];
}

void play_again(const GameRecord& game) {
  for (const rules::RuleSet& set : rule_sets(game.seats)) {
    std::size_t steps = 0;
    const auto problem = danno::referee::record::replay(
        set, game, [&](const Step&, const rules::Position&, const rules::Position&) { ++steps; });
    assert(problem || steps >= game.events.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(data, data + size);
  std::optional<std::vector<GameRecord>> games;
  try {
    games = decode_deal(bytes);
  } catch (const std::runtime_error&) {
    return 0;
  }
  const std::string stored = encode_deal(*games);
  assert(encode_deal(decode_deal(stored)) == stored);
  for (const GameRecord& game : *games) {
    static_cast<void>(danno::referee::record::count_decisions(game));
    play_again(game);
  }
  return 0;
}
