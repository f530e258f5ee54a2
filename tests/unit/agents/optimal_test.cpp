// The agent optimal, asked over the wire's messages: legal at every table size, and exact for two.
#include <gtest/gtest.h>

#include "agents/optimal/optimal.hpp"
#include "referee/protocol/agent.hpp"
#include "tests/asked.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::agents {
namespace {

using rules::Phase;
using rules::Position;
using rules::RuleSet;
using solver::Game;

/// A folder with the table of one game, gone at the end.
class TableFolder {
 public:
  explicit TableFolder(const RuleSet& rules) {
    std::string name = std::filesystem::temp_directory_path() / "danno-optimal-XXXXXX";
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    path_ = name;
    static_cast<void>(solver::solve_into(rules, 1, path_ / solver::table_name(rules)));
  }
  ~TableFolder() { std::filesystem::remove_all(path_); }
  TableFolder(const TableFolder&) = delete;
  TableFolder& operator=(const TableFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class OptimalAgent : public testing::TestWithParam<Game> {};

TEST_P(OptimalAgent, PlaysTheBestOfTwoAndALegalGameOfMore) {
  const RuleSet two = solver::make_rules(GetParam());
  const TableFolder folder(two);
  const solver::ValueTable table(two, solver::map_table(folder.path() / solver::table_name(two)));
  solver::Evaluator evaluator(table);
  for (const int seats : {2, 3, 5}) {
    const RuleSet rules(two.definition(), seats, two.parameters());
    tests::Asked asked(rules);
    Optimal optimal(asked.start(0), folder.path());
    solver::RandomPlay play(rules, 3);
    for (int game = 0; game < 10; ++game) {
      Position position = start_game(rules, game % seats);
      while (position.phase != Phase::Over) {
        // Half of the decisions are random, so that the agent is asked off its own path.
        if (position.phase == Phase::Throw || play.pick(2) == 0) {
          play.step(position);
          continue;
        }
        rules::Options options;
        if (position.phase == Phase::Choose) list_options(rules, position, options);
        const solver::Judgement judgement = asked.ask(
            position, options, [&](const Question& question) { return optimal.decide(question); });
        const int mover = position.mover;
        const double before = seats == 2 ? evaluator.winning_chance(position, mover) : 0;
        tests::apply(rules, position, options, judgement);
        if (seats == 2) {
          ASSERT_NEAR(evaluator.winning_chance(position, mover), before, 1e-12);
        }
      }
    }
  }
}

TEST(OptimalAgentsMemory, IsFarBelowTheUsualLimitOfAgents) {
  const auto limit = static_cast<std::size_t>(referee::protocol::Limits().memory_mb) << 20;
  EXPECT_LE(2 * sizeof(double) * solver::Evaluator::kMostKept, limit);
}

INSTANTIATE_TEST_SUITE_P(AllRuleSets, OptimalAgent,
                         testing::Values(Game{"koans", "1000"}, Game{"true-greed", "20"},
                                         Game{"dollar", "1000"}, Game{"tyghe", "700"}),
                         [](const auto& tested) { return game_name(tested.param); });

TEST(OptimalAgentWithoutATable, SaysHowToMakeOne) {
  const RuleSet rules = solver::make_rules({"koans", "1050"});
  const tests::Asked asked(rules);
  EXPECT_THROW(Optimal(asked.start(0), "/nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace danno::agents
