#include "leagues/schedule/rule_file.hpp"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "leagues/base/outside_file.hpp"
#include "leagues/base/toml.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/rule_draft.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::leagues::schedule {

namespace {

namespace fs = std::filesystem;
using rules::Dice;
using rules::Keep;
using rules::Points;
using rules::RuleProblem;
using rules::RuleScalar;
using rules::RuleValue;

/// Calls `visit` with every throw of the rules and each of its keeps.
template <class Visit>
void for_each_keep(const rules::RuleSet& rules, const Visit& visit) {
  for (int size = 1; size <= rules.definition().dice; ++size) {
    rules::for_each_roll(size, [&](Dice roll) {
      for (const Keep& keep : rules.keep_table().keeps(roll))
        visit(roll, keep);
    });
  }
}

/// Looks for rules that contradict nothing and still cannot be meant. Each warning follows from a
/// bound: the most points of a turn, or the divisor of all points.
class RuleLinter {
 public:
  explicit RuleLinter(const rules::Definition& definition)
      : set_(definition), rules_(rules::make_rule_set(definition, 2)) {}

  std::vector<std::string> find() {
    find_entry();
    find_target();
    return std::move(warnings_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    warnings_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }
  [[nodiscard]] std::string format_points(Points points) const {
    return rules::format_points(set_, points);
  }

  /// Returns the most points of a turn from a throw of `dice` dice on; nothing without a limit.
  std::optional<Points> most_of_turn(int dice) {
    if (const auto known = most_.find(dice); known != most_.end()) return known->second;
    // A throw without a limit leaves the turn without one. The recursion ends, as each keep leaves
    // fewer dice.
    std::optional<Points> most = 0;
    rules::for_each_roll(dice, [&](Dice roll) {
      for (const Keep& keep : rules_.keep_table().keeps(roll)) {
        if (!most) return;
        const auto points = most_after(roll, keep);
        most = points ? std::max(most, points) : std::nullopt;
      }
    });
    return most_[dice] = most;
  }

  /// Returns the same for a keep and what may follow it.
  std::optional<Points> most_after(Dice roll, const Keep& keep) {
    // Hot dice throw all dice again, so such a turn has no most points.
    if (rules_.wins_at_once(roll) || (keep.hot && set_.hot != rules::Hot::Ends))
      return std::nullopt;
    if (keep.size == roll.size()) return keep.points;
    const auto rest = most_of_turn(roll.size() - keep.size);
    return rest ? std::optional(keep.points + *rest) : std::nullopt;
  }

  void find_entry() {
    if (set_.usual.entry > *std::ranges::max_element(set_.targets))
      add("the entry is above the target");
    const auto most = most_of_turn(set_.dice);
    if (!most) return;
    // A rule may pay for a bust in the first throw.
    const Points whole = *most + set_.first_throw_bust;
    if (set_.usual.entry > whole && !set_.inherited_enters)
      add("the entry is {}, and no turn can score more than {}", format_points(set_.usual.entry),
          format_points(whole));
    if (set_.minimum_bank > whole && !set_.passes_on)
      add("every bank is at least {}, and no turn can score more than {}",
          format_points(set_.minimum_bank), format_points(whole));
  }

  /// Returns the greatest common divisor of all points that a total is made of. A throw that wins
  /// at once ends the game.
  [[nodiscard]] Points step() const {
    Points step = std::gcd(set_.first_throw_bust, set_.busts.in_a_row > 0 ? set_.busts.penalty : 0);
    for_each_keep(rules_, [&](Dice roll, const Keep& keep) {
      if (!rules_.wins_at_once(roll)) step = std::gcd(step, keep.points);
    });
    return step;
  }

  void find_target() {
    const std::string cap = "perhaps only max_turns ends the game";
    if (set_.exact && set_.targets[2] % step() != 0 && set_.wins.empty()) {
      add("the target is {} exactly, and all totals are multiples of {}: {}",
          format_points(set_.targets[2]), format_points(step()), cap);
    } else if (set_.exact && set_.minimum_bank > step()) {
      // A least bank above the step leaves totals near the target from which no bank hits it.
      add("a player nearer to the target than {}, the smallest bank, cannot reach it exactly: {}",
          format_points(set_.minimum_bank), cap);
    } else if (set_.busts.in_a_row > 0 && set_.busts.penalty > 0 && set_.busts.below_zero) {
      add("busts cost points without limit: {}", cap);
    }
  }

  const rules::Definition& set_;
  rules::RuleSet rules_;
  std::map<int, std::optional<Points>> most_;  // by the dice to throw
  std::vector<std::string> warnings_;
};

constexpr std::size_t kMostPatterns = 200;

/// Returns a plain value of TOML as rule files have it; nullopt for lists, tables and times.
std::optional<RuleScalar> to_scalar(const toml::node& node) {
  if (const auto* const value = node.as_boolean()) return value->get();
  if (const auto* const value = node.as_integer()) return value->get();
  if (const auto* const value = node.as_floating_point()) return value->get();
  if (const auto* const value = node.as_string()) return value->get();
  return std::nullopt;
}

/// Returns a value; monostate if no key of a rule file has such a one, which make_definition()
/// reports.
RuleValue to_rule_value(const toml::node& node) {
  if (const auto scalar = to_scalar(node))
    return std::visit([](const auto& value) { return RuleValue(value); }, *scalar);
  if (const toml::array* const array = node.as_array()) {
    std::vector<std::string> words;
    for (const toml::node& item : *array) {
      if (!item.is_string()) return std::monostate();
      words.push_back(item.as_string()->get());
    }
    return words;
  }
  const toml::table* const table = node.as_table();
  if (table == nullptr) return std::monostate();
  rules::RuleTable values;
  for (auto&& [key, value] : *table) {
    const auto scalar = to_scalar(value);
    if (!scalar) return std::monostate();
    values.emplace_back(key.str(), *scalar);
  }
  return values;
}

/// A file that is TOML, as a draft; unknown keys are problems.
class RuleFileReader {
 public:
  RuleFileReader(const toml::table& root, base::Problems& problems)
      : root_(root), problems_(problems) {}

  /// Returns the definition, kept for the life of the process; null if there are problems.
  const rules::Definition* read() {
    base::TomlReader reader(root_, "", problems_);
    for (const std::string_view name : {"rules", "score", "turn", "game"}) {
      if (const toml::table* const table = reader.table(name)) sections_.emplace(name, table);
    }
    reader.finish();
    for (const auto& [name, table] : sections_) {
      // The keys of [score] are patterns, all others are known names.
      if (name == "score")
        read_scores(*table);
      else
        read_keys(name, *table);
    }
    std::vector<RuleProblem> found;
    rules::Definition definition = rules::make_definition(draft_, found);
    // Ids are names of folders, also on systems that ignore the case of letters.
    const auto has_same_id = [&](const rules::Definition* bundled) {
      return ::strcasecmp(bundled->id.c_str(), definition.id.c_str()) == 0;
    };
    if (std::ranges::any_of(rules::all_definitions(), has_same_id)) {
      found.push_back({"rules", "id",
                       fmt::format("'id' is '{}', which is a bundled rule set; expected another",
                                   definition.id)});
    }
    for (const RuleProblem& problem : found)
      add(problem);
    return problems_.empty() ? &rules::register_definition(std::move(definition)) : nullptr;
  }

 private:
  void read_keys(std::string_view name, const toml::table& table) {
    base::TomlReader reader(table, fmt::format("[{}]", name), problems_);
    for (const std::string_view key : rules::rule_keys(name)) {
      const toml::node* const node = reader.node(key);
      if (node == nullptr) continue;
      RuleValue value = to_rule_value(*node);
      const auto* const list = std::get_if<std::vector<std::string>>(&value);
      if (list != nullptr && list->size() > kMostPatterns) {
        problems_.add(node->source().begin, fmt::format("'{}' has {} patterns; expected at most {}",
                                                        key, list->size(), kMostPatterns));
        // The list is dropped, as thousands of patterns would take long to check.
        value = std::vector<std::string>();
      }
      draft_.values[{std::string(name), std::string(key)}] = std::move(value);
    }
    reader.finish();
  }

  void read_scores(const toml::table& scores) {
    if (scores.size() > kMostPatterns) {
      problems_.add(
          scores.source().begin,
          fmt::format("{} patterns in [score]; expected at most {}", scores.size(), kMostPatterns));
    }
    for (auto&& [pattern, value] : scores) {
      if (draft_.scores.size() < kMostPatterns)
        draft_.scores.emplace_back(pattern.str(), to_rule_value(value));
    }
  }

  /// Returns a key's position; that of its section or the file if the key is missing.
  [[nodiscard]] toml::source_position find_position(const std::string& name,
                                                    const std::string& key) const {
    const auto section = sections_.find(name);
    if (section == sections_.end()) return {};
    const toml::table& table = *section->second;
    const auto found = table.find(key);
    if (found == table.end()) return table.source().begin;
    // A problem of a score concerns its pattern, not only its points.
    return name == "score" ? found->first.source().begin : found->second.source().begin;
  }

  void add(const RuleProblem& problem) {
    std::string message = problem.message;
    if (!problem.other_key.empty()) {
      message += fmt::format("; '{}' is in line {}", problem.other_key,
                             find_position(problem.other_section, problem.other_key).line);
    }
    problems_.add(find_position(problem.section, problem.key), message);
  }

  const toml::table& root_;
  base::Problems& problems_;
  std::map<std::string, const toml::table*> sections_;
  rules::RuleDraft draft_;
};

}  // namespace

std::vector<std::string> rule_warnings(const rules::Definition& definition) {
  return RuleLinter(definition).find();
}

Points points_step(const rules::Definition& definition) {
  const rules::RuleSet rules = rules::make_rule_set(definition, 2);
  Points step = std::gcd(definition.busts.penalty, definition.first_throw_bust);
  for_each_keep(rules, [&](Dice, const Keep& keep) { step = std::gcd(step, keep.points); });
  return step;
}

std::string parameters_problem(const rules::Definition& definition,
                               const rules::Parameters& parameters) {
  // A small target beside the default entry makes a short game and contradicts nothing typed.
  const bool is_typed = parameters.entry != definition.defaults(2).entry;
  if (parameters.entry <= parameters.target || !is_typed) return {};
  return fmt::format("the entry {} is above the target {}; expected an entry of at most the target",
                     rules::format_points(definition, parameters.entry),
                     rules::format_points(definition, parameters.target));
}

bool names_rule_file(std::string_view word) {
  return word.find('/') != std::string_view::npos || word.ends_with(".toml");
}

const rules::Definition* read_rule_file_text(std::string_view text, const std::string& file,
                                             std::vector<std::string>& problems) {
  base::Problems found(file);
  const rules::Definition* definition = nullptr;
  if (text.size() > rules::kMostRuleText) {
    found.add(fmt::format("it is longer than {} bytes; expected the rules of one game",
                          rules::kMostRuleText));
  } else if (const auto root = base::parse_toml(text, found)) {
    definition = RuleFileReader(*root, found).read();
  }
  for (std::string& line : found.lines())
    problems.push_back(std::move(line));
  return definition;
}

const rules::Definition* read_rule_file(const fs::path& file, std::vector<std::string>& problems) {
  const auto wrong = [&](const std::string& why) {
    problems.push_back(fmt::format("{}: {}", file.string(), why));
    return nullptr;
  };
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found)
    return wrong("no such file; expected a rule set's id or its file");
  if (!fs::is_regular_file(status)) return wrong("not a file; expected the rules of one game");
  try {
    return read_rule_file_text(base::read_outside(file, rules::kMostRuleText), file.string(),
                               problems);
  } catch (const base::OutsideFileError& unreadable) {
    return wrong(unreadable.what());
  }
}

}  // namespace danno::leagues::schedule
