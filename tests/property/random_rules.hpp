// Random rule files, and what the oracle must know of them.
#pragma once

#include <memory>
#include <string>

#include "tests/oracle/oracle.hpp"
#include "tests/property/random_game.hpp"

namespace danno::testing {

struct RandomRules {
  std::string toml;
  std::shared_ptr<const oracle::House> house;
};

/// The sizes of a random game, in steps of its points.
struct RandomSizes {
  int fewest_dice = 2;
  int most_dice = 6;
  int least_target = 20;
  int most_target = 79;
  int most_points = 30;  ///< Of a pattern.
  int most_extra = 12;   ///< Of the entry, the minimum, the penalty and the bonus.
  int max_turns = 60;
};

/// A rule file; some contradict themselves and are refused.
RandomRules random_rules(Random& random, const RandomSizes& sizes = {});

}  // namespace danno::testing
