// The helpers of the solver's tests: a small game, its table in a file, random play.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/value_file.hpp"
#include "tests/property/house_rules.hpp"
#include "tests/property/policy.hpp"

namespace danno::solver {

struct Game {
  std::string id;
  std::string target;
  std::vector<std::pair<std::string, std::string>> parameters = {};
};

/// A name that a test may bear.
inline std::string game_name(const Game& game) {
  std::string name = game.id + "_" + game.target;
  for (const auto& [parameter, value] : game.parameters)
    name.append("_").append(parameter).append("_").append(value);
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

inline void PrintTo(const Game& game, std::ostream* out) { *out << game_name(game); }

inline rules::RuleSet make_rules(const Game& game) {
  const rules::Definition* const bundled = rules::find_definition(game.id);
  const rules::Definition& definition = bundled != nullptr ? *bundled : house_definition(game.id);
  rules::Parameters parameters = definition.defaults(2);
  EXPECT_FALSE(rules::set_parameter(definition, parameters, "target", game.target));
  for (const auto& [name, value] : game.parameters)
    EXPECT_FALSE(rules::set_parameter(definition, parameters, name, value));
  return {definition, 2, parameters};
}

/// A table in a file of its own, gone at the end.
class TableFile {
 public:
  explicit TableFile(const rules::RuleSet& rules) {
    std::string name = std::filesystem::temp_directory_path() / "danno-table-XXXXXX";
    const int descriptor = ::mkstemp(name.data());
    EXPECT_GE(descriptor, 0);
    ::close(descriptor);
    path_ = name;
    EXPECT_LT(solve_into(rules, 2, path_).residual, 1e-12);
  }
  ~TableFile() { std::filesystem::remove(path_); }
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class RandomPlay {
 public:
  RandomPlay(const rules::RuleSet& rules, unsigned seed) : rules_(rules), random_(seed) {}

  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  rules::Dice dice(int count) {
    rules::Dice thrown;
    for (int i = 0; i < count; ++i)
      thrown.add(static_cast<int>(pick(rules::kFaces)));
    return thrown;
  }

  void step(rules::Position& position) {
    if (position.phase == rules::Phase::Throw) {
      throw_dice(rules_, position, dice(position.turn.dice));
    } else if (position.phase == rules::Phase::Offer) {
      pick(3) == 0 ? decline_offer(rules_, position) : accept_offer(rules_, position);
    } else {
      rules::Options options;
      list_options(rules_, position, options);
      const rules::Option& option = options[pick(options.size())];
      const bool bank = option.may_bank && (!option.may_roll || pick(3) == 0);
      bank ? keep_and_bank(rules_, position, option) : keep_and_roll(rules_, position, option);
    }
  }

  void step_by(const std::array<Policy, 2>& policies, rules::Position& position) {
    if (position.phase == rules::Phase::Throw) return step(position);
    rules::Options options;
    if (position.phase == rules::Phase::Choose) list_options(rules_, position, options);
    const auto [index, action] = policies[position.mover](position, options.all());
    switch (action) {
      case rules::Action::Accept:
        return accept_offer(rules_, position);
      case rules::Action::Decline:
        return decline_offer(rules_, position);
      case rules::Action::Roll:
        return keep_and_roll(rules_, position, options[index]);
      case rules::Action::Bank:
        return keep_and_bank(rules_, position, options[index]);
    }
  }

 private:
  const rules::RuleSet& rules_;
  std::mt19937_64 random_;
};

}  // namespace danno::solver
