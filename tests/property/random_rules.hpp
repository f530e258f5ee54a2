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

/// A rule file; some contradict themselves and are refused.
RandomRules random_rules(Random& random);

}  // namespace danno::testing
