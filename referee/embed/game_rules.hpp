// The rules of a handle, with the numbers that follow from them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "referee/rules/rule_set.hpp"

namespace danno::referee::embed {

/// Immutable, so threads may share it.
class GameRules {
 public:
  /// `rules` is the id of a bundled rule set or a canonical text; `parameters` has lines
  /// "NAME=VALUE". Throws std::invalid_argument.
  GameRules(std::string_view rules, int seats, std::string_view parameters);

  [[nodiscard]] const rules::RuleSet& rule_set() const { return *rules_; }
  [[nodiscard]] int seats() const { return rules_->seats(); }
  /// Returns the most options of a throw.
  [[nodiscard]] int options() const { return options_; }
  [[nodiscard]] int actions() const { return 2 * options_ + (has_offers() ? 2 : 0); }
  [[nodiscard]] bool has_offers() const { return rules_->definition().passes_on; }
  /// Returns lines "NAME=VALUE" of all parameters.
  [[nodiscard]] std::string parameters() const;
  /// Returns a text that other rules, parameters or seats do not have.
  [[nodiscard]] std::string identity() const;

 private:
  std::shared_ptr<const rules::Definition> definition_;  // not in the process-wide list
  std::unique_ptr<const rules::RuleSet> rules_;
  int options_ = 0;
};

}  // namespace danno::referee::embed
