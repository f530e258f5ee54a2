#include "tests/property/random_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

namespace danno::testing {
namespace {

template <class Choices>
auto pick(Random& random, const Choices& choices) {
  return choices[static_cast<std::size_t>(below(random, static_cast<int>(std::size(choices))))];
}

std::string random_pattern(const oracle::House& house, int size, Random& random) {
  std::string pattern;
  while (static_cast<int>(pattern.size()) < size) {
    if (!pattern.empty() && !one_in(random, 3)) {
      pattern += pattern.back();
    } else {
      const std::string& pool = one_in(random, 2) ? house.faces : std::string("abc");
      pattern += pick(random, pool);
    }
  }
  return pattern;
}

std::string random_points(const oracle::House& house, const std::string& pattern, int most,
                          Random& random) {
  const int step = house.unit == 2 ? 1 : 50;
  const char letter = pattern[0];
  const bool lettered = letter >= 'a' && letter <= 'c';
  if (lettered && one_in(random, 2))
    return one_in(random, 2) ? fmt::format("{} * {}", 2 * step, letter)
                             : fmt::format("{0} + {0}*{1}", step, letter);
  if (house.unit == 2 && one_in(random, 3)) return fmt::format("{}.5", below(random, 4));
  return fmt::format("{}", step * (1 + below(random, most)));
}

std::vector<std::string> full_throws(const oracle::House& house, Random& random) {
  if (!one_in(random, 5)) return {};
  if (one_in(random, 2)) return {std::string(static_cast<std::size_t>(house.dice), 'a')};
  return {random_pattern(house, house.dice, random)};
}

oracle::House random_house(const RandomSizes& sizes, Random& random) {
  oracle::House house;
  if (one_in(random, 3)) house.faces = one_in(random, 2) ? "$GRXYD" : "123456";
  house.dice = sizes.fewest_dice + below(random, sizes.most_dice - sizes.fewest_dice + 1);
  house.unit = one_in(random, 4) ? 2 : 1;
  const int step = house.unit == 2 ? 1 : 50;
  std::set<std::string> seen;
  const auto add = [&](const std::string& pattern) {
    if (static_cast<int>(pattern.size()) <= house.dice && seen.insert(pattern).second)
      house.scores.emplace_back(pattern, random_points(house, pattern, sizes.most_points, random));
  };
  for (int i = 1 + below(random, 2); i > 0; --i)
    add(std::string(1, pick(random, house.faces)));
  if (!one_in(random, 3)) add("aaa");
  if (one_in(random, 3)) add("aaaa");
  if (one_in(random, 4)) add("aabb");
  if (one_in(random, 4)) add(house.faces.substr(0, static_cast<std::size_t>(house.dice)));
  for (int i = below(random, 4); i > 0; --i)
    add(random_pattern(house, 1 + below(random, house.dice), random));
  house.keeps_all = one_in(random, 5);
  house.bank_all = one_in(random, 5);
  house.hot = pick(random, std::vector<std::string>{"may-roll", "may-roll", "must-roll", "ends"});
  if (one_in(random, 5))
    house.every_keep = house.faces.substr(static_cast<std::size_t>(below(random, 5)), 2);
  if (one_in(random, 4))
    house.minimum_bank = step * (1 + below(random, std::min(8, sizes.most_extra)));
  house.offer =
      pick(random, std::vector<std::string>{"none", "none", "points-and-dice", "attempt"});
  if (one_in(random, 4))
    house.locks = {random_pattern(house, 1 + below(random, std::min(3, house.dice)), random)};
  house.wins = full_throws(house, random);
  if (one_in(random, 3)) {
    house.in_a_row = 1 + below(random, 3);
    house.penalty = step * below(random, std::min(10, sizes.most_extra));
    house.below_zero = one_in(random, 2);
  }
  if (one_in(random, 4))
    house.first_throw_bust = step * (1 + below(random, std::min(10, sizes.most_extra)));
  house.exact = one_in(random, 5);
  house.ending =
      pick(random, std::vector<std::string>{"at-once", "others-one-turn", "until-none-beats"});
  house.tie_banks = !one_in(random, 4);
  house.first_to_reach = one_in(random, 3);
  return house;
}

std::string points(const oracle::House& house, oracle::Points units) {
  return fmt::format("{}{}", units / house.unit, units % house.unit == 0 ? "" : ".5");
}

std::string quoted(const std::vector<std::string>& words) {
  std::vector<std::string> list;
  for (const std::string& word : words)
    list.push_back(fmt::format("'{}'", word));
  return fmt::format("[{}]", fmt::join(list, ", "));
}

}  // namespace

RandomRules random_rules(Random& random, const RandomSizes& sizes) {
  const oracle::House house = random_house(sizes, random);
  const int step = house.unit == 2 ? 1 : 50;
  std::string toml = fmt::format("[rules]\nid = 'house'\ndice = {}\nfaces = '{}'\n\n[score]\n",
                                 house.dice, house.faces);
  for (const auto& [pattern, value] : house.scores) {
    const bool number = value.find_first_of("*+abc ") == std::string::npos;
    toml += fmt::format("'{}' = {}{}{}\n", pattern, number ? "" : "'", value, number ? "" : "'");
  }
  toml += fmt::format(
      "\n[turn]\nkeeps = '{}'\nbank = '{}'\nhot = '{}'\ndead_dice = {}\nbreak_triples = {}\n"
      "every_keep = '{}'\nminimum_bank = {}\noffer = '{}'\nlocks = {}\nwins = {}\n"
      "busts = {{ in_a_row = {}, penalty = {}, below_zero = {} }}\nfirst_throw_bust = {}\n",
      house.keeps_all ? "all" : "choose", house.bank_all ? "all" : "kept", house.hot,
      one_in(random, 5), !one_in(random, 5), house.every_keep, points(house, house.minimum_bank),
      house.offer, quoted(house.locks), quoted(house.wins), house.in_a_row,
      points(house, house.penalty), house.below_zero, points(house, house.first_throw_bust));
  toml += fmt::format(
      "\n[game]\ntarget = {}\nover_target = {}\nexact = {}\nentry = {}\nbelow_entry = '{}'\n"
      "ending = '{}'\ntie_banks = {}\nequal = '{}'\nhalf_points = {}\nmax_turns = {}\n",
      points(house, step * (sizes.least_target +
                            below(random, sizes.most_target - sizes.least_target + 1))),
      !house.exact && one_in(random, 4), house.exact,
      points(house, one_in(random, 2) ? 0 : step * below(random, sizes.most_extra)),
      one_in(random, 4) ? "records-0" : "illegal", house.ending, house.tie_banks,
      house.first_to_reach ? "first-to-reach" : "share", house.unit == 2, sizes.max_turns);
  return {toml, std::make_shared<const oracle::House>(house)};
}

}  // namespace danno::testing
