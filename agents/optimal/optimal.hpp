// optimal: plays the solved policy. It is exact for two seats; at a larger table it makes the
// choice with the best mean chance against two rivals, each as if the game were between the two.
#pragma once

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "agents/position.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/value_file.hpp"
#include "sdk/cpp/danno.hpp"

namespace danno::agents {

/// The solved game of some rules, for games with any number of seats.
class Optimal {
 public:
  /// Maps the table in `folder`. If there is none, throws std::runtime_error with the command that
  /// makes it.
  Optimal(const v1::GameStart& game, const std::filesystem::path& folder)
      : rules_(make_rule_set(game)),
        two_(rules_.definition(), 2, rules_.parameters()),
        table_(two_, solver::map_table(existing(folder / solver::table_name(two_)))),
        evaluator_(table_) {}

  [[nodiscard]] Decision decide(const Question& question) {
    const rules::Position position = make_position(rules_, question.game, question.ask);
    rules::Options options;
    make_options(rules_, question.ask, options);
    std::vector<Candidate> candidates = list_candidates(question, options);
    for (const int rival : solver::list_rivals(position)) {
      for (const solver::Choice& choice : evaluator_.choices(solver::against(position, rival))) {
        for (Candidate& candidate : candidates) {
          if (candidate.action == choice.action && candidate.keep == choice.option.keep)
            candidate.chance += choice.chance;
        }
      }
    }
    return std::ranges::max_element(candidates, {}, &Candidate::chance)->decision;
  }

 private:
  struct Candidate {
    rules::Action action;
    rules::Dice keep;
    Decision decision;
    double chance = 0;  ///< Sum over the rivals.
  };

  static std::vector<Candidate> list_candidates(const Question& question,
                                                const rules::Options& options) {
    using rules::Action;
    if (question.is_offer())
      return {{Action::Accept, {}, accept()}, {Action::Decline, {}, decline()}};
    std::vector<Candidate> candidates;
    for (int i = 0; i < question.options(); ++i) {
      const rules::Dice keep = options[static_cast<std::size_t>(i)].keep;
      if (question.may_bank(i)) candidates.push_back({Action::Bank, keep, bank(i)});
      if (question.may_roll(i)) candidates.push_back({Action::Roll, keep, roll(i)});
    }
    return candidates;
  }

  static std::filesystem::path existing(std::filesystem::path file) {
    if (std::filesystem::exists(file)) return file;
    throw std::runtime_error(
        "no table " + file.string() +
        "; 'danno solve ID' makes that of a rule set, which the next match will have");
  }

  rules::RuleSet rules_;
  rules::RuleSet two_;
  solver::ValueTable table_;
  solver::Evaluator evaluator_;
};

}  // namespace danno::agents
