// The options of throws as questions list them, each listed and encoded once.
//
// What a throw offers depends on the throw and on little else (rules::options_key), so a question
// is a copy of its list, and the standing.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/rules/position.hpp"

namespace danno::referee::talk {

/// The legal options of a throw.
struct ListedOptions {
  std::vector<rules::Option> options;  ///< As rules::list_options() lists them.
  std::string encoded;                 ///< As encode_options() writes them.
};

class OptionCache {
 public:
  /// The rule set must outlive the object.
  explicit OptionCache(const rules::RuleSet& rules);

  [[nodiscard]] const rules::RuleSet& rules() const { return rules_; }
  /// Returns the options of the position, which must be in phase Choose. The reference is valid as
  /// long as the object.
  [[nodiscard]] const ListedOptions& list(const rules::Position& position);

 private:
  [[nodiscard]] const ListedOptions& list_anew(const rules::Position& position);
  [[nodiscard]] std::uint32_t make_room(rules::Dice thrown);

  const rules::RuleSet& rules_;
  /// Indexed by KeepTable::index(): where a throw's lists begin in lists_; 0 if it has none yet.
  std::vector<std::uint32_t> begin_;
  /// Indexed from there by options_key().
  std::vector<const ListedOptions*> lists_{nullptr};
  /// All lists of a throw, by its packed dice.
  std::unordered_map<std::uint32_t, std::list<ListedOptions>> all_;
};

}  // namespace danno::referee::talk
