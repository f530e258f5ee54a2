#include "leagues/site/puzzles.hpp"

#include <algorithm>

#include "leagues/site/survey.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::site {
namespace {

class Puzzled : public PlayedLeague {
 protected:
  std::vector<Puzzle> find(const char* rules, int seats) {
    const rules::Definition& definition = *rules::find_definition(rules);
    league_.seats = seats;
    league_.divisions = {{&definition, definition.defaults(seats), {}}};
    play();
    const store::Reader store = store::Reader::open_to_read(out());
    const report::LeagueTable table = report::compute_table(store);
    const store::StoredDivision division = store.league().divisions.front();
    return survey(store, std::span(&division, 1), table.divisions.front()).puzzles;
  }
  static std::ptrdiff_t count(const Puzzle& puzzle, bool PuzzleChoice::*which) {
    return std::ranges::count(puzzle.choices, true, which);
  }
};

TEST_F(Puzzled, EachHasTheAgentsChoiceAndABetterOneWithItsExactCost) {
  const std::vector<Puzzle> puzzles = find("koans", 2);
  ASSERT_GT(puzzles.size(), 5U);
  EXPECT_LE(puzzles.size(), kMostPuzzles);
  for (const Puzzle& puzzle : puzzles) {
    EXPECT_TRUE(puzzle.is_solved());
    EXPECT_EQ(count(puzzle, &PuzzleChoice::by_agent), 1);
    EXPECT_EQ(count(puzzle, &PuzzleChoice::by_odds), 1);
    EXPECT_GE(count(puzzle, &PuzzleChoice::is_best), 1);
    const auto own = std::ranges::find(puzzle.choices, true, &PuzzleChoice::by_agent);
    EXPECT_FALSE(own->is_best);
    EXPECT_NEAR(own->cost, puzzle.made.viewed.cost(), 1e-12);
    EXPECT_EQ(own->cost, puzzle.weight);
    EXPECT_LE(puzzle.choices.size(), kMostChoices);
    EXPECT_FALSE(puzzle.reason.empty());
    const auto seat = static_cast<std::size_t>(puzzle.made.viewed.made.seat);
    EXPECT_NE(puzzle.agent_at.at(0), puzzle.agent_at.at(1));
    EXPECT_LT(puzzle.agent_at.at(seat), puzzle.names.size());
  }
}

TEST_F(Puzzled, WithoutValuesWhatOddsDoesIsRight) {
  const std::vector<Puzzle> puzzles = find("koans", 3);
  ASSERT_GT(puzzles.size(), 5U);
  for (const Puzzle& puzzle : puzzles) {
    EXPECT_FALSE(puzzle.is_solved());
    EXPECT_GT(puzzle.weight, 0);
    for (const PuzzleChoice& choice : puzzle.choices) {
      EXPECT_EQ(choice.is_best, choice.by_odds);
      EXPECT_EQ(choice.cost, 0);
      EXPECT_FALSE(choice.by_odds && choice.by_agent);
    }
  }
}

}  // namespace
}  // namespace danno::leagues::site
