// rules_speed: decisions a second of CPU time of dice and rules alone, by rule set, bundled and as
// a file of its own, and the time to read that file: self-play of two holding policies in one
// thread, no wire.
#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/schedule/rule_file.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/rule_text.hpp"
#include "tests/bench/cpu_time.hpp"

namespace danno::leagues::bench {
namespace {

using rules::Option;
using rules::Options;
using rules::Phase;
using rules::Position;
using rules::RuleSet;

/// Keeps the most points; banks from a tenth of the target on, declines what is left to it.
bool banks(const RuleSet& rules, const Position& position, const Option& option) {
  if (!option.may_roll) return true;
  return option.may_bank && position.turn.points + option.points >= rules.parameters().target / 10;
}

void decide(const RuleSet& rules, Position& position, Options& options) {
  if (position.phase == Phase::Offer) return rules::decline_offer(rules, position);
  rules::list_options(rules, position, options);
  const Option& option = options[0];
  if (banks(rules, position, option)) {
    rules::keep_and_bank(rules, position, option);
  } else {
    rules::keep_and_roll(rules, position, option);
  }
}

std::uint64_t play_game(const RuleSet& rules, std::uint64_t number, Options& options) {
  referee::record::Key key{};
  for (std::size_t i = 0; i < sizeof number; ++i)
    key[i] = static_cast<std::uint8_t>(number >> (8 * i));
  referee::record::DiceStream dice(key);
  Position position = rules::start_game(rules, static_cast<int>(number % 2));
  std::uint64_t decisions = 0;
  while (position.phase != Phase::Over) {
    if (position.phase == Phase::Throw) {
      rules::throw_dice(rules, position,
                        dice.roll(position.mover, position.turns[position.mover], position.roll,
                                  position.turn.dice));
    } else {
      decide(rules, position, options);
      ++decisions;
    }
  }
  return decisions;
}

/// Plays for about `seconds`.
double rules_decisions_per_s(const rules::Definition& definition, double seconds) {
  constexpr std::uint64_t kBatch = 1000;
  const RuleSet rules = rules::make_rule_set(definition, 2);
  Options options;
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  const auto begin = cpu_time();
  std::chrono::duration<double> used{0};
  while (used.count() < seconds) {
    for (const std::uint64_t end = games + kBatch; games < end; ++games)
      decisions += play_game(rules, games, options);
    used = cpu_time() - begin;
  }
  return static_cast<double>(decisions) / used.count();
}

/// The rules under another id, as a file states them.
std::string as_file(const rules::Definition& bundled) {
  rules::Definition copy = bundled;
  copy.id = "copy-of-" + bundled.id;
  return rules::print_rules(copy);
}

const rules::Definition& read(const std::string& toml) {
  std::vector<std::string> problems;
  const auto* const definition = schedule::read_rule_file_text(toml, "copy.toml", problems);
  if (definition == nullptr) throw std::runtime_error(problems.front());
  return *definition;
}

double read_ms(const std::string& toml) {
  constexpr int kReads = 200;
  const auto begin = cpu_time();
  for (int i = 0; i < kReads; ++i)
    (void)read(toml);
  const std::chrono::duration<double, std::milli> used = cpu_time() - begin;
  return used.count() / kReads;
}

}  // namespace
}  // namespace danno::leagues::bench

int main() {
  using namespace danno::leagues::bench;
  for (const danno::rules::Definition* const definition : danno::rules::all_definitions()) {
    const std::string toml = as_file(*definition);
    fmt::print("{:<10} {:>10.0f} decisions/s, {:>10.0f} as a file, read in {:.3f} ms\n",
               definition->id, rules_decisions_per_s(*definition, 0.5),
               rules_decisions_per_s(read(toml), 0.5), read_ms(toml));
  }
}
