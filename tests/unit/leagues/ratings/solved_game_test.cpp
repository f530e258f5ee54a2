// The values with which games are adjusted: found, made, or said to be missing.
#include "leagues/ratings/solved_game.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "referee/solver/value_file.hpp"

namespace danno::leagues::ratings {
namespace {

/// A cache of its own, which begins empty.
class SolvedGames : public testing::Test {
 protected:
  SolvedGames()
      : folder_(std::filesystem::temp_directory_path() /
                ("danno-solved-game-" + std::to_string(::getpid()))) {
    ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  ~SolvedGames() override {
    ::unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(folder_);
  }

  /// Returns the default parameters of two with another target.
  static rules::Parameters with_target(const rules::Definition& definition, int target) {
    rules::Parameters parameters = definition.defaults(2);
    parameters.target = target;
    return parameters;
  }
  static std::string reason(const SolvedOrNot& found) {
    const auto* const missing = std::get_if<NotSolved>(&found);
    return missing == nullptr ? "" : missing->reason;
  }

  std::filesystem::path folder_;
  const rules::Definition& koans_ = *rules::find_definition("koans");
  const rules::Definition& official_ = *rules::find_definition("official");
};

TEST_F(SolvedGames, OfAShortGameAreMadeOnceAndCached) {
  const rules::Parameters parameters = with_target(koans_, 1000);
  const auto made = std::get<std::unique_ptr<const SolvedGame>>(find_solved(koans_, parameters));
  ASSERT_TRUE(made->table);
  EXPECT_TRUE(std::filesystem::exists(solver::cached_table(made->rules)));
  // A game of three is adjusted by the values of the game of two.
  const rules::RuleSet of_three(koans_, 3, parameters);
  const auto again = known_values(of_three);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->rules.seats(), 2);
  EXPECT_EQ(again->name(), made->name());
  const std::string file = solver::table_name(made->rules);
  const std::string stem = std::filesystem::path(file).stem();
  EXPECT_EQ(made->name().substr(0, stem.size() + 1), stem + "-");
  EXPECT_EQ(std::stoull(made->name().substr(stem.size() + 1), nullptr, 16), made->table->digest());
  EXPECT_EQ(made->name().size(), stem.size() + 17);
}

TEST_F(SolvedGames, OfALongGameAreMissingUntilSomebodySolvesIt) {
  const SolvedOrNot usual = find_solved(official_, official_.defaults(2));
  EXPECT_EQ(reason(usual), "no values of official yet; 'danno solve official' computes them");
  EXPECT_TRUE(std::get<NotSolved>(usual).can_be_solved);
  const rules::Parameters longer = with_target(official_, official_.defaults(2).target + 500);
  EXPECT_EQ(reason(find_solved(official_, longer)),
            "no values of official yet; 'danno solve official --target " +
                rules::format_points(official_, longer.target) + "' computes them");
  EXPECT_EQ(known_values(rules::RuleSet(official_, 2, longer)), nullptr);
  const std::filesystem::path file = solver::cached_table(rules::RuleSet(official_, 2, longer));
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << "half a file";
  EXPECT_EQ(reason(find_solved(official_, longer)),
            "the cached values of official are damaged or another version's; 'danno solve official "
            "--target " +
                rules::format_points(official_, longer.target) + "' computes them again");
}

TEST_F(SolvedGames, OfAGameThatCannotBeSolvedAreNone) {
  const rules::Parameters below = with_target(koans_, koans_.defaults(2).entry - 50);
  const SolvedOrNot found = find_solved(koans_, below);
  EXPECT_EQ(reason(found).find("koans is not solved: the target is below the entry"), 0U);
  EXPECT_FALSE(std::get<NotSolved>(found).can_be_solved);
}

TEST_F(SolvedGames, AreNoneWithoutACacheToKeepThem) {
  std::ofstream(folder_) << "no folder";
  const SolvedOrNot found = find_solved(koans_, with_target(koans_, 1000));
  EXPECT_EQ(reason(found).find("no values of koans: "), 0U);
  EXPECT_FALSE(std::get<NotSolved>(found).can_be_solved);
}

}  // namespace
}  // namespace danno::leagues::ratings
