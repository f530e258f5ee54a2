// Every roll of 1 to 6 dice of every rule set, bundled or shipped as a file, against the oracle's
// keeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include "leagues/schedule/rule_file.hpp"
#include "referee/rules/keeps.hpp"
#include "referee/rules/rule_set.hpp"
#include "tests/oracle/oracle.hpp"

namespace danno::rules {
namespace {

struct Variant {
  const char* id;
  const char* option;  ///< Switched from its default; null: none.
};
void PrintTo(const Variant& variant, std::ostream* out) {
  *out << variant.id << " " << (variant.option == nullptr ? "" : variant.option);
}

class KeepsOfEveryRoll : public ::testing::TestWithParam<Variant> {};

std::string show(const RuleSet& rules, std::span<const Keep> keeps) {
  std::string text;
  for (const Keep& keep : keeps) {
    text += to_string(keep.dice, rules.faces()) + "=" + std::to_string(keep.points) +
            (keep.hot ? "! " : " ");
  }
  return text;
}

std::string show(const std::vector<oracle::Keep>& keeps) {
  std::string text;
  for (const oracle::Keep& keep : keeps)
    text += keep.dice + "=" + std::to_string(keep.points) + (keep.hot ? "! " : " ");
  return text;
}

void expect_keeps_of_oracle(const RuleSet& rules, const oracle::Settings& settings) {
  int rolls = 0;
  for (int size = 1; size <= rules.dice(); ++size) {
    for_each_roll(size, [&](Dice roll) {
      ++rolls;
      const std::string text = to_string(roll, rules.faces());
      EXPECT_EQ(show(rules, rules.keep_table().keeps(roll)),
                show(oracle::legal_keeps(settings, text)))
          << rules.id() << " " << text;
    });
  }
  EXPECT_EQ(rolls, rules.dice() == 6 ? 923 : 461);
}

TEST_P(KeepsOfEveryRoll, AreThoseOfTheOracle) {
  const Variant variant = GetParam();
  const Definition& definition = *find_definition(variant.id);
  Parameters parameters = definition.defaults(2);
  if (variant.option != nullptr) {
    const char* const value = std::string(variant.option) == "break_triples" ? "false" : "true";
    ASSERT_EQ(set_parameter(definition, parameters, variant.option, value), std::nullopt);
  }
  const RuleSet rules(definition, 2, parameters);
  oracle::Settings settings;
  settings.id = variant.id;
  settings.spare_dice_score = parameters.spare_dice_score;
  settings.break_triples = parameters.break_triples;
  settings.dead_dice = parameters.dead_dice;
  expect_keeps_of_oracle(rules, settings);
}

/// Reads, line by line, what the oracle must know of a shipped file for its keeps.
oracle::House read_house(const std::filesystem::path& file) {
  oracle::House house;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::smatch part;
    if (std::regex_search(line, part, std::regex(R"re(^dice *= (\d))re")))
      house.dice = std::stoi(part[1]);
    if (std::regex_search(line, part, std::regex(R"re(^faces *= "(.{6})")re")))
      house.faces = part[1];
    if (std::regex_search(line, part, std::regex(R"re(^wins *= \["(\w+)"\])re")))
      house.wins.push_back(part[1]);
    if (std::regex_search(line, part, std::regex(R"re(^"(\w+)" *= "?([^"#]*[^"# ]))re")))
      house.scores.emplace_back(part[1], part[2]);
  }
  return house;
}

TEST(KeepsOfEveryRollOfShippedFiles, AreThoseOfTheOracle) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DANNO_SHIPPED_RULES)) {
    std::vector<std::string> problems;
    const auto* const definition = leagues::schedule::read_rule_file(entry.path(), problems);
    ASSERT_NE(definition, nullptr) << problems.front();
    oracle::Settings settings;
    settings.house = std::make_shared<const oracle::House>(read_house(entry.path()));
    expect_keeps_of_oracle(make_rule_set(*definition, 2), settings);
    ++files;
  }
  EXPECT_EQ(files, 7);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, KeepsOfEveryRoll,
    ::testing::Values(Variant{"true-greed", nullptr}, Variant{"true-greed", "spare_dice_score"},
                      Variant{"dollar", nullptr}, Variant{"tyghe", nullptr},
                      Variant{"tyghe", "break_triples"}, Variant{"official", nullptr},
                      Variant{"official", "dead_dice"}, Variant{"koans", nullptr}),
    [](const auto& test) {
      std::string name = test.param.id;
      name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
      return test.param.option == nullptr ? name : name + "_" + test.param.option;
    });

}  // namespace
}  // namespace danno::rules
