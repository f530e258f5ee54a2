#include "leagues/report/block_luck.hpp"

#include <gmock/gmock.h>

#include "leagues/report/table.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::report {
namespace {

using testing::HasSubstr;

class BlocksOfALeague : public PlayedLeague {};

TEST_F(BlocksOfALeague, GiveTheTableThatTheirGamesGive) {
  const rules::Definition* const official = rules::find_definition("official");
  league_.divisions.push_back({official, official->defaults(2)});  // no values, so no luck
  league_.deals = 8;
  play();
  const auto table = [&] { return table_json(compute_table(store::Reader::open_to_read(out()))); };
  const std::string by_sums = table();
  sql("UPDATE block SET sums = x''");
  EXPECT_EQ(table(), by_sums);
}

TEST_F(BlocksOfALeague, KeepTheirLuckAndComputeOnlyThatOfNewGames) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  EXPECT_EQ(ask("SELECT block FROM luck"), ask("SELECT id FROM block ORDER BY id"));
  const auto kept = ask("SELECT hex(sums) FROM luck ORDER BY block");
  sql("UPDATE luck SET sums = x'ff' WHERE block = 1");
  EXPECT_THAT([&] { (void)compute_table(store::Reader::open_to_read(out())); },
              testing::ThrowsMessage<store::Damaged>(
                  HasSubstr("league.db: block 1: its luck cannot be read")));
  sql("DELETE FROM luck WHERE block = 1");
  league_.deals += 3;
  play();
  const auto all = ask("SELECT hex(sums) FROM luck ORDER BY block");
  EXPECT_EQ(all.size(), ask("SELECT id FROM block").size());
  EXPECT_EQ(std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept.size())), kept);
  EXPECT_EQ(problem(), "");
}

/// Also of one that was published before the last deals.
TEST_F(BlocksOfALeague, ComputeLuckWhereOnlySomeOfTheirDealsCount) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  const auto table = [&] { return table_json(compute_table(store::Reader::open_to_read(out()))); };
  sql("UPDATE line_up SET planned = 7");
  const std::string of_seven = table();
  sql("DELETE FROM luck");
  EXPECT_EQ(table(), of_seven);
  store::Reader store = store::Reader::open_to_read(out());
  site::publish_tables(store, out());
  EXPECT_EQ(ask("SELECT block FROM luck"),
            ask("SELECT id FROM block WHERE first + deals <= 7 ORDER BY id"));
}

}  // namespace
}  // namespace danno::leagues::report
