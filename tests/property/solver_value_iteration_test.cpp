// The solver against plain value iteration over small random rule files with any keys.
//
// The games are played by the second referee (tests/oracle), which is written from the text of the
// rules; nothing of the solver or of the product's rules is used for the expected values. Play
// without end counts half if the totals are equal, and else for the higher one: it begins there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "referee/rules/rule_text.hpp"
#include "referee/solver/solve.hpp"
#include "referee/solver/value_table.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/property/random_rules.hpp"

namespace danno {
namespace {

using oracle::Game;
using oracle::Points;
using oracle::Settings;
using oracle::Waits;
using testing::Random;

constexpr double kNever = 1e-13;
constexpr std::size_t kMostStates = 2000;
constexpr std::size_t kMostCells = 1'000'000;

/// All throws of so many dice, sorted, with their chances.
std::map<std::string, double> throw_chances(const Settings& settings, int dice) {
  std::map<std::string, double> throws{{"", 1}};
  for (int i = 0; i < dice; ++i) {
    std::map<std::string, double> longer;
    for (const auto& [thrown, chance] : throws) {
      for (const char face : oracle::face_names(settings))
        longer[oracle::sorted(settings, thrown + face)] += chance / 6;
    }
    throws = longer;
  }
  return throws;
}

/// The best chance that a turn brings a number of points or more, by number and dice to throw.
class Reaching {
 public:
  explicit Reaching(const Settings& settings) : settings_(settings) {
    for (int dice = 0; dice <= oracle::dice_count(settings); ++dice)
      throws_.push_back(throw_chances(settings, dice));
  }

  double chance(Points points, int dice) {
    if (points <= 0) return 1;
    const auto known = known_.find({points, dice});
    if (known != known_.end()) return known->second;
    double sum = 0;
    for (const auto& [thrown, chance_of_it] : throws_[static_cast<std::size_t>(dice)]) {
      double best = 0;
      for (const oracle::Keep& keep : oracle::legal_keeps(settings_, thrown)) {
        const int left = dice - static_cast<int>(keep.dice.size());
        const bool ends = keep.hot && settings_.house->hot == "ends";
        const int next = ends ? 0 : keep.hot ? oracle::dice_count(settings_) : left;
        best = std::max(best,
                        next > 0 || keep.points >= points ? chance(points - keep.points, next) : 0);
      }
      sum += chance_of_it * best;
    }
    return known_[{points, dice}] = sum;
  }

 private:
  const Settings& settings_;
  std::vector<std::map<std::string, double>> throws_;
  std::map<std::pair<Points, int>, double> known_;
};

/// A lead that one turn makes up with a chance of at most kNever.
std::optional<Points> safe_lead(const Settings& settings) {
  const Points step = settings.house->unit == 2 ? 1 : 50;
  Reaching reaching(settings);
  for (Points lead = step; lead < 120 * step; lead += step) {
    if (reaching.chance(lead - settings.house->first_throw_bust, oracle::dice_count(settings)) <
        kNever)
      return lead;
  }
  return std::nullopt;
}

/// The first seat's winning chance in every state that play reaches.
class ValueIteration {
 public:
  ValueIteration(Settings settings, Points lead)
      : settings_(std::move(settings)),
        lead_(settings_.house->ending == "at-once" ? 0 : lead),
        most_(std::max({settings_.target + 1, settings_.entry, settings_.house->minimum_bank})) {
    for (int dice = 0; dice <= oracle::dice_count(settings_); ++dice)
      throws_.push_back(throw_chances(settings_, dice));
    visit(Game(settings_, 2, 0));
    for (std::size_t i = 0; i < games_.size() && games_.size() <= kMostStates; ++i) {
      const Game game = games_[i];  // expand() adds more
      nodes_.push_back(expand(game));
    }
    if (!is_too_large()) iterate();
  }

  [[nodiscard]] bool is_too_large() const { return games_.size() > kMostStates; }
  [[nodiscard]] const std::vector<Game>& games() const { return games_; }
  [[nodiscard]] double value(std::size_t state) const { return values_[state]; }

 private:
  struct Node {
    bool first_seat_chooses = true;
    std::vector<std::pair<double, std::vector<std::size_t>>> throws;  ///< Chances and successors.
  };

  static double result(const Game& game) {
    const std::vector<int> places = game.places();
    return places[0] == places[1] ? 0.5 : places[0] == 1 ? 1 : 0;
  }

  std::size_t visit(const Game& game) {
    std::string key = game.state(most_, lead_);
    if (game.waits == Waits::Nothing) key = fmt::format("over {}", result(game));
    const auto [place, is_new] = states_.emplace(key, games_.size());
    if (is_new) {
      games_.push_back(game);
      values_.push_back(game.waits == Waits::Nothing ? result(game) : by_totals(game));
    }
    return place->second;
  }

  static double by_totals(const Game& game) {
    const Points lead = game.players[0].total - game.players[1].total;
    return lead == 0 ? 0.5 : lead > 0 ? 1 : 0;
  }

  Node expand(const Game& game) {
    Node node;
    node.first_seat_chooses = game.mover == 0;
    if (game.waits == Waits::Nothing) return node;
    if (game.waits == Waits::Answer) {
      Game accepted = game;
      accepted.accept();
      Game declined = game;
      declined.decline();
      node.throws.push_back({1, {visit(accepted), visit(declined)}});
      return node;
    }
    std::map<std::vector<std::size_t>, double> throws;
    for (const auto& [thrown, chance] : throws_[static_cast<std::size_t>(game.to_throw)])
      throws[after(game, thrown)] += chance;
    for (const auto& [successors, chance] : throws)
      node.throws.emplace_back(chance, successors);
    return node;
  }

  std::vector<std::size_t> after(Game game, const std::string& thrown) {
    game.throw_dice(thrown);
    if (game.waits != Waits::Choice) return {visit(game)};
    std::vector<std::size_t> successors;
    for (const oracle::Choice& choice : game.choices()) {
      Game next = game;
      if (choice.may_roll) {
        next.roll_on(choice);
        successors.push_back(visit(next));
      }
      next = game;
      if (choice.may_bank) {
        next.bank(choice);
        successors.push_back(visit(next));
      }
    }
    std::sort(successors.begin(), successors.end());
    return successors;
  }

  [[nodiscard]] double worth(const Node& node) const {
    double sum = 0;
    for (const auto& [chance, successors] : node.throws) {
      double best = values_[successors[0]];
      for (const std::size_t next : successors)
        best =
            node.first_seat_chooses ? std::max(best, values_[next]) : std::min(best, values_[next]);
      sum += chance * best;
    }
    return sum;
  }

  void iterate() {
    for (double moved = 1; moved > 1e-14;) {
      moved = 0;
      for (std::size_t i = nodes_.size(); i-- > 0;) {
        if (nodes_[i].throws.empty()) continue;
        const double better = worth(nodes_[i]);
        moved = std::max(moved, std::abs(better - values_[i]));
        values_[i] = better;
      }
    }
  }

  Settings settings_;
  Points lead_;
  Points most_;
  std::vector<std::map<std::string, double>> throws_;
  std::unordered_map<std::string, std::size_t> states_;
  std::vector<Game> games_;
  std::vector<Node> nodes_;
  std::vector<double> values_;
};

Settings read_settings(const rules::Definition& definition,
                       const std::shared_ptr<const oracle::House>& house) {
  const rules::Parameters from = definition.defaults(2);
  Settings settings;
  settings.house = house;
  settings.target = from.target;
  settings.entry = from.entry;
  settings.over_target = from.over_target;
  settings.break_triples = from.break_triples;
  settings.dead_dice = from.dead_dice;
  settings.bank_below_entry = from.bank_below_entry;
  settings.max_turns = 1 << 30;
  return settings;
}

/// Compares the start of every turn before the last ones. Returns how many states there were; none
/// if the file is refused or too large.
std::size_t compare(const testing::RandomRules& made) {
  SCOPED_TRACE(made.toml);
  std::string toml = made.toml;
  std::ranges::replace(toml, '\'', '"');  // the plain part of TOML
  const auto parsed = rules::parse_rules(toml);
  if (!std::holds_alternative<rules::Definition>(parsed)) return 0;
  const rules::Definition& definition =
      rules::register_definition(std::get<rules::Definition>(parsed));
  const rules::RuleSet rules(definition, 2, definition.defaults(2));
  if (solver::why_not_solved(rules)) return 0;
  const Settings settings = read_settings(definition, made.house);
  const auto lead = safe_lead(settings);
  if (!lead) return 0;
  const ValueIteration expected(settings, *lead);
  if (expected.is_too_large()) return 0;
  const solver::ThrowTable table(rules);
  if (solver::lay_out(rules, table).size() > kMostCells) return 0;
  solver::Solution solution{solver::lay_out(rules, table), {}, 0};
  EXPECT_NO_THROW(solution = solver::solve(rules, 1));
  if (solution.cells.empty()) return 0;
  const solver::TurnBoundaryValues between(rules, solution.layout, solution.cells);
  EXPECT_NEAR(solver::first_wins(between), expected.value(0), 1e-10);
  return expected.games().size();
}

/// Compares some files; returns how many were neither refused nor too large.
int compare_some(int files, int most_dice, Random& random) {
  testing::RandomSizes sizes;
  sizes.fewest_dice = 1;
  sizes.most_dice = most_dice;
  sizes.least_target = 1;
  sizes.most_target = 7;
  sizes.most_points = 4;
  sizes.most_extra = 4;
  sizes.max_turns = 1000;
  int compared = 0;
  for (int file = 0; file < files; ++file)
    compared += compare(testing::random_rules(random, sizes)) > 0 ? 1 : 0;
  return compared;
}

TEST(SolverValueIteration, AgreesOnRandomRuleFiles) {
  Random random(44);
  EXPECT_GT(compare_some(500, 2, random) + compare_some(60, 3, random), 60);
}

/// The winning chance of the first seat.
double solved(const std::string& text) {
  const auto parsed = rules::parse_rules(text);
  const rules::Definition& definition =
      rules::register_definition(std::get<rules::Definition>(parsed));
  const rules::RuleSet rules(definition, 2, definition.defaults(2));
  EXPECT_FALSE(solver::why_not_solved(rules));
  const solver::Solution solution = solver::solve(rules, 1);
  return solver::first_wins(solver::TurnBoundaryValues(rules, solution.layout, solution.cells));
}

TEST(SolverValueIteration, ANeedThatNoTurnBringsIsNotTied) {
  EXPECT_NEAR(solved("[rules]\nid = \"a\"\ndice = 2\n[score]\n\"1\" = 2\n\"5\" = 1\n\"66\" = 3\n"
                     "[turn]\nhot = \"ends\"\n[game]\ntarget = 4\n"
                     "ending = \"until-none-beats\"\n"),
              0.569192723673, 1e-11);
  EXPECT_NEAR(solved("[rules]\nid = \"b\"\ndice = 1\n[score]\n\"3\" = 1\n\"2\" = 2\n"
                     "[turn]\nhot = \"ends\"\n[game]\ntarget = 2\n"
                     "ending = \"until-none-beats\"\n"),
              0.553536, 1e-6);
}

TEST(SolverValueIteration, WhoCannotHitTheTargetTies) {
  EXPECT_NEAR(solved("[rules]\nid = \"c\"\ndice = 1\n[score]\n\"3\" = 2\n"
                     "[game]\ntarget = 5\nexact = true\n"),
              0.5, 1e-12);
  EXPECT_NEAR(solved("[rules]\nid = \"d\"\ndice = 1\n[score]\n\"3\" = 2\n\"4\" = 3\n"
                     "[turn]\nminimum_bank = 4\n[game]\ntarget = 3\nexact = true\n"),
              0.5, 1e-12);
}

}  // namespace
}  // namespace danno
