// The solver against brute force: at tiny targets the graph of all positions that the rules reach
// is built move by move and its values iterated until they stand still. No order over totals, no
// turn solved apart, no scoring but the rules' own.
//
// Turn points have no bound, so the graph is cut: a mover with more than `most_points` in a turn,
// and a lead as large, count as won. `near` is what this cut is worth where play comes so far; it
// falls by a factor of 4 to 18 with each 750 points more (docs/solver.md), here it keeps the test
// short.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ostream>
#include <unordered_map>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/value_table.hpp"
#include "tests/property/house_rules.hpp"

namespace danno::solver {
namespace {

using rules::Phase;
using rules::Position;
using rules::RuleSet;

/// All of a position that what follows can depend on.
using Key = std::array<int, 17>;

Key position_key(const Position& position) {
  // Only the difference of totals counts after the end is triggered, once both are in the game.
  const bool shift = position.closer && position.in_game.size() == 2;
  const rules::Points base = shift ? std::min(position.totals[0], position.totals[1]) : 0;
  // Inherited points count only to a newcomer's entry.
  const int inherited = position.is_in(position.mover) ? 0 : position.turn.inherited;
  return {position.mover,
          static_cast<int>(position.phase),
          position.in_game.bits(),
          position.totals[0] - base,
          position.totals[1] - base,
          position.turn.points,
          position.turn.locked,
          inherited,
          position.turn.dice,
          position.turn.attempt ? 1 : 0,
          position.turn.unproven ? 1 : 0,
          position.offer.points,
          position.offer.dice,
          position.closer ? *position.closer : -1,
          position.busts[0],
          position.busts[1],
          position.roll == 0 ? 1 : 0};
}

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = 14695981039346656037U;
    for (const int part : key)
      hash = (hash ^ static_cast<std::uint64_t>(part + 1)) * 1099511628211U;
    return hash ^ (hash >> 29);
  }
};

class BruteForce {
 public:
  BruteForce(const RuleSet& rules, rules::Points most_points)
      : rules_(rules), most_points_(most_points) {
    values_ = {0, 0.5, 1};
    nodes_.resize(values_.size());
    const int start = visit(start_game(rules, 0));
    while (!open_.empty()) {
      const auto [index, position] = open_.back();
      open_.pop_back();
      nodes_[index] = expand(position);
    }
    settle();
    first_wins_ = values_[static_cast<std::size_t>(start)];
  }

  [[nodiscard]] double first_wins() const { return first_wins_; }

 private:
  using Successors = std::vector<int>;
  struct Node {
    bool first_seat_moves = true;
    std::vector<std::pair<double, Successors>> chances;
  };

  static int constant(double chance) { return static_cast<int>(chance * 2); }

  int visit(const Position& position) {
    if (position.phase == Phase::Over) {
      const auto places = rules::places(rules_, position);
      if (places[0] == places[1]) return constant(0.5);
      return constant(places[0] == 1 ? 1 : 0);
    }
    // These points pass a target that must be reached exactly.
    const bool lost = rules_.definition().exact;
    if (position.turn.points > most_points_) return constant((position.mover == 0) != lost ? 1 : 0);
    if (std::abs(position.totals[0] - position.totals[1]) > most_points_)
      return constant(position.totals[0] > position.totals[1] ? 1 : 0);
    const auto [place, is_new] =
        index_.emplace(position_key(position), static_cast<int>(values_.size()));
    if (is_new) {
      open_.emplace_back(values_.size(), position);
      values_.push_back(0.5);
      nodes_.emplace_back();
    }
    return place->second;
  }

  Node expand(const Position& position) {
    Node node;
    node.first_seat_moves = position.mover == 0;
    if (position.phase == Phase::Offer) {
      Position accepted = position;
      accept_offer(rules_, accepted);
      Position declined = position;
      decline_offer(rules_, declined);
      node.chances.push_back({1, {visit(accepted), visit(declined)}});
      return node;
    }
    std::map<Successors, double> chances;
    const double throws = std::pow(rules::kFaces, position.turn.dice);
    rules::for_each_roll(position.turn.dice, [&](rules::Dice thrown) {
      chances[after(position, thrown)] += rules::ways(thrown) / throws;
    });
    for (const auto& [successors, chance] : chances)
      node.chances.emplace_back(chance, successors);
    return node;
  }

  Successors after(Position position, rules::Dice thrown) {
    throw_dice(rules_, position, thrown);
    if (position.phase != Phase::Choose) return {visit(position)};
    Successors successors;
    rules::Options options;
    list_options(rules_, position, options);
    for (const rules::Option& option : options.all()) {
      Position next = position;
      if (option.may_roll) {
        keep_and_roll(rules_, next, option);
        successors.push_back(visit(next));
      }
      next = position;
      if (option.may_bank) {
        keep_and_bank(rules_, next, option);
        successors.push_back(visit(next));
      }
    }
    std::ranges::sort(successors);
    return successors;
  }

  [[nodiscard]] double value(const Node& node) const {
    double sum = 0;
    for (const auto& [chance, successors] : node.chances) {
      const auto by_value = [&](int a, int b) {
        return values_[static_cast<std::size_t>(a)] < values_[static_cast<std::size_t>(b)];
      };
      const auto [worst, best] = std::ranges::minmax_element(successors, by_value);
      sum += chance * values_[static_cast<std::size_t>(node.first_seat_moves ? *best : *worst)];
    }
    return sum;
  }

  void settle() {
    for (double moved = 1; moved > 1e-13;) {
      moved = 0;
      for (std::size_t i = values_.size() - 1; i > static_cast<std::size_t>(constant(1)); --i) {
        const double better = value(nodes_[i]);
        moved = std::max(moved, std::abs(better - values_[i]));
        values_[i] = better;
      }
    }
  }

  const RuleSet& rules_;
  rules::Points most_points_;
  std::unordered_map<Key, int, KeyHash> index_;
  std::vector<std::pair<std::size_t, Position>> open_;
  std::vector<double> values_;  ///< Winning chance of the first seat.
  std::vector<Node> nodes_;
  double first_wins_ = 0;
};

struct Game {
  std::string id;
  std::string target;
  std::string entry;
  std::string most_points;
  double near;
};

void PrintTo(const Game& game, std::ostream* out) { *out << game.id << " to " << game.target; }

class SolverBruteForce : public testing::TestWithParam<Game> {};

TEST_P(SolverBruteForce, AgreesWithTheSolver) {
  const Game& game = GetParam();
  const rules::Definition* const bundled = rules::find_definition(game.id);
  const rules::Definition& definition = bundled != nullptr ? *bundled : house_definition(game.id);
  rules::Parameters parameters = definition.defaults(2);
  ASSERT_FALSE(rules::set_parameter(definition, parameters, "target", game.target));
  if (!game.entry.empty()) {
    ASSERT_FALSE(rules::set_parameter(definition, parameters, "entry", game.entry));
  }
  const RuleSet rules(definition, 2, parameters);
  ASSERT_FALSE(why_not_solved(rules));
  const Solution solution = solve(rules, 2);
  const double solved = first_wins(TurnBoundaryValues(rules, solution.layout, solution.cells));
  const rules::Points most = *rules::parse_points(definition, game.most_points);
  EXPECT_NEAR(solved, BruteForce(rules, most).first_wins(), game.near);
}

INSTANTIATE_TEST_SUITE_P(AllRuleSets, SolverBruteForce,
                         testing::Values(Game{"koans", "300", "300", "2500", 1e-10},
                                         Game{"true-greed", "7", "3.5", "12", 1e-10},
                                         Game{"dollar", "500", "500", "2000", 5e-5},
                                         Game{"tyghe", "300", "300", "2000", 3e-3},
                                         Game{"official", "300", "200", "1500", 3e-3}),
                         [](const auto& tested) {
                           std::string name = tested.param.id + "_" + tested.param.target;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

std::vector<Game> house_games() {
  std::vector<Game> games;
  for (const auto& [id, sections] : house_rules()) {
    // Offers pass so many points on that the cut is worth more.
    const bool offers = sections.first.find("offer") != std::string::npos;
    games.push_back({id, "300", "", "1500", offers ? 3e-3 : 1e-5});
  }
  return games;
}

INSTANTIATE_TEST_SUITE_P(HouseRules, SolverBruteForce, testing::ValuesIn(house_games()),
                         [](const auto& tested) {
                           std::string name = tested.param.id;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace danno::solver
