// Rule sets with every switch at random.
#pragma once

#include <gtest/gtest.h>

#include <random>

#include "referee/rules/rule_set.hpp"

namespace danno::tests {

/// The defaults, but that every parameter which is true or false is drawn.
inline rules::Parameters random_switches(const rules::Definition& definition, int seats,
                                         std::mt19937_64& random) {
  rules::Parameters parameters = definition.defaults(seats);
  for (const auto& parameter : list_parameters(definition, parameters)) {
    if (parameter.value != "true" && parameter.value != "false") continue;
    const bool on = random() % 2 == 0;
    EXPECT_FALSE(set_parameter(definition, parameters, parameter.name, on ? "true" : "false"));
  }
  return parameters;
}

}  // namespace danno::tests
