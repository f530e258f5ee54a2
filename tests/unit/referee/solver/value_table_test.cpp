// The file of a solved game: what is refused, and what is mapped again as it was.
#include <gtest/gtest.h>

#include <fstream>

#include "referee/solver/evaluator.hpp"
#include "referee/solver/turn_setup.hpp"
#include "referee/solver/value_file.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::solver {
namespace {

using rules::RuleSet;

void overwrite(const std::filesystem::path& file, std::streamoff offset, char byte) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(offset);
  stream.put(byte);
}

class ValueTableFile : public testing::Test {
 protected:
  RuleSet rules_ = make_rules({"koans", "600"});
  TableFile file_{rules_};
};

TEST_F(ValueTableFile, HoldsWhatWasSolved) {
  const ValueTable table(rules_, map_table(file_.path()));
  EXPECT_TRUE(table.intact());
  const Solution solution = solve(rules_, 1);
  EXPECT_EQ(table.making().states, solution.states);
  for (std::size_t cell = 0; cell < solution.cells.size(); ++cell)
    ASSERT_EQ(table.boundary().cell(cell), solution.cells[cell]) << "on two threads and on one";
}

TEST_F(ValueTableFile, IsRefusedForOtherParameters) {
  const RuleSet other = make_rules({"koans", "650"});
  EXPECT_THROW(ValueTable(other, map_table(file_.path())), std::runtime_error);
  const RuleSet other_rules = make_rules({"dollar", "600"});
  EXPECT_THROW(ValueTable(other_rules, map_table(file_.path())), std::runtime_error);
}

TEST_F(ValueTableFile, IsRefusedWithADamagedHeader) {
  overwrite(file_.path(), 100, '!');
  EXPECT_THROW(ValueTable(rules_, map_table(file_.path())), std::runtime_error);
}

TEST_F(ValueTableFile, IsRefusedWhenCutOff) {
  std::filesystem::resize_file(file_.path(), std::filesystem::file_size(file_.path()) - 8);
  EXPECT_THROW(ValueTable(rules_, map_table(file_.path())), std::runtime_error);
  std::filesystem::resize_file(file_.path(), 0);
  EXPECT_THROW(ValueTable(rules_, map_table(file_.path())), std::runtime_error);
}

TEST_F(ValueTableFile, ShowsADamagedCell) {
  overwrite(file_.path(), 4096 + 8 * 100 + 3, '!');
  EXPECT_FALSE(ValueTable(rules_, map_table(file_.path())).intact());
}

TEST_F(ValueTableFile, IsPackedIntoTwoBytesACell) {
  const ValueTable table(rules_, map_table(file_.path()));
  const std::string packed = pack_table(table);
  EXPECT_LT(packed.size(), 2 * table.cells().size() + 1000);
  const ValueTable unpacked(rules_, unpack_table(rules_, packed));
  EXPECT_TRUE(unpacked.intact());
  ASSERT_EQ(unpacked.cells().size(), table.cells().size());
  for (std::size_t cell = 0; cell < table.cells().size(); ++cell)
    ASSERT_NEAR(unpacked.cells()[cell], table.cells()[cell], 0.5 / 65534 + 1e-12);
  EXPECT_THROW((void)unpack_table(rules_, packed.substr(0, packed.size() - 1)), std::runtime_error);
  EXPECT_THROW((void)unpack_table(make_rules({"koans", "650"}), packed), std::runtime_error);
  EXPECT_THROW((void)unpack_table(rules_, ""), std::runtime_error);
}

TEST_F(ValueTableFile, IsLoadedOnlyIfItIsIntact) {
  const auto whole = load_intact(rules_, file_.path());
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->digest(), ValueTable(rules_, map_table(file_.path())).digest());
  overwrite(file_.path(), 4096 + 8 * 100 + 3, '!');
  EXPECT_EQ(load_intact(rules_, file_.path()), nullptr) << "one byte of a cell";
  EXPECT_EQ(load_intact(rules_, "/nowhere/table.values"), nullptr);
}

TEST(ValueTable, TellsBanksTogetherAsItTellsEach) {
  for (const Game& game :
       {Game{"koans", "600"}, Game{"tyghe", "1000"}, Game{"official", "300"},
        Game{"tyghe", "800", {{"newcomer_accepts", "false"}}}, Game{"penalty-of-three", "600"}}) {
    const RuleSet rules = make_rules(game);
    const TableFile file(rules);
    const ValueTable table(rules, map_table(file.path()));
    const TurnBoundaryValues& between = table.boundary();
    std::vector<double> banks(between.layout().offers ? static_cast<std::size_t>(rules.dice()) : 1);
    for (int mover = 0; mover < between.layout().seats; ++mover) {
      for (int other = 0; other < between.layout().seats; ++other) {
        for (int level = 1; level <= top_level(between, {mover, other}); ++level) {
          between.read_banks({mover, other}, level, banks);
          for (std::size_t left = 0; left < banks.size(); ++left)
            ASSERT_EQ(banks[left], between.bank({mover, other}, level, static_cast<int>(left)))
                << game_name(game) << ' ' << mover << ' ' << other << ' ' << level << ' ' << left;
        }
      }
    }
  }
}

TEST(ValueTable, HasTheDigestOfItsContents) {
  const RuleSet low = make_rules({"koans", "600"});
  const RuleSet high = make_rules({"koans", "650"});
  const TableFile one(low);
  const TableFile other(high);
  EXPECT_NE(ValueTable(low, map_table(one.path())).digest(),
            ValueTable(high, map_table(other.path())).digest());
}

TEST(Solve, IsEndedByWhatItsWatchThrows) {
  struct Enough {};
  const RuleSet rules = make_rules({"koans", "600"});
  for (const int threads : {1, 3}) {
    std::uint64_t calls = 0;
    const auto watch = [&](std::string_view, std::uint64_t done, std::uint64_t of) {
      EXPECT_LE(done, of);
      if (++calls == 3) throw Enough();
    };
    EXPECT_THROW(static_cast<void>(solve(rules, threads, watch)), Enough);
    EXPECT_EQ(calls, 3U);
  }
}

TEST(ValueTable, ThatIsNotThereIsAnError) {
  const RuleSet rules = make_rules({"koans", "600"});
  EXPECT_THROW(ValueTable(rules, map_table("/nowhere/table.values")), std::system_error);
}

TEST(WhyNotSolved, NamesWhatStandsInTheWay) {
  const auto why = [](const Game& game) { return why_not_solved(make_rules(game)).value_or(""); };
  EXPECT_EQ(why({"koans", "3000"}), "");
  EXPECT_EQ(why({"official", "10000", {{"choose_attempt", "true"}}}), "");
  EXPECT_NE(why({"koans", "200"}), "") << "below the entry";
  EXPECT_NE(why({"koans", "3000", {{"max_turns", "20"}}}), "");
  EXPECT_NE(why({"tyghe", "1000", {{"bank_below_entry", "true"}}}), "");
  EXPECT_NE(why({"official", "1000000"}), "");
  EXPECT_NE(why_not_solved(make_rule_set(*rules::find_definition("koans"), 3)), std::nullopt);
}

TEST(Evaluator, RefusesWhatNoPlayReaches) {
  const RuleSet rules = make_rules({"koans", "600"});
  const TableFile file(rules);
  const ValueTable table(rules, map_table(file.path()));
  Evaluator evaluator(table);
  rules::Position odd = start_game(rules, 0);
  set_score(odd, 0, 325, true);
  EXPECT_THROW(static_cast<void>(evaluator.winning_chance(odd, 0)), std::invalid_argument);
  rules::Position past = start_game(rules, 0);
  set_score(past, 0, 700, true);
  EXPECT_THROW(static_cast<void>(evaluator.winning_chance(past, 0)), std::invalid_argument);
}

}  // namespace
}  // namespace danno::solver
