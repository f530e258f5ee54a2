#include "leagues/ratings/tally.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "leagues/base/escape.hpp"

namespace danno::leagues::ratings {
namespace {

referee::record::GameRecord make_game(std::initializer_list<std::uint8_t> places) {
  referee::record::GameRecord game;
  game.seats = static_cast<std::uint8_t>(places.size());
  std::size_t seat = 0;
  for (const std::uint8_t place : places) {
    game.agent_at[seat] = static_cast<std::uint8_t>(seat);
    game.places[seat++] = place;
  }
  return game;
}

referee::record::Fault make_fault(referee::record::FaultKind kind, int seat) {
  referee::record::Fault fault;
  fault.kind = kind;
  fault.seat = seat;
  return fault;
}

TEST(TournamentPoints, AreNForTheFirstDownToOne) {
  const auto game = make_game({2, 1, 4, 3});
  EXPECT_EQ(points_60(game, 0), 3 * 60);
  EXPECT_EQ(points_60(game, 1), 4 * 60);
  EXPECT_EQ(points_60(game, 2), 1 * 60);
  EXPECT_EQ(points_60(game, 3), 2 * 60);
}

TEST(TournamentPoints, AreSharedByEqualPlaces) {
  const auto game = make_game({1, 1, 3, 3, 3, 6});
  EXPECT_EQ(points_60(game, 0), 330);     // (6 + 5) / 2
  EXPECT_EQ(points_60(game, 2), 3 * 60);  // (4 + 3 + 2) / 3
  EXPECT_EQ(points_60(game, 5), 1 * 60);
}

TEST(TournamentPoints, AreNotEarnedByAForfeit) {
  auto game = make_game({1, 2, 3});
  game.faults.push_back(make_fault(referee::record::FaultKind::Crash, 2));
  EXPECT_EQ(points_60(game, 2), 0);
  EXPECT_EQ(points_60(game, 1), 2 * 60);
  game.absent = {1};
  EXPECT_EQ(points_60(game, 1), 0);
}

TEST(Tally, CountsPairsPlacesAndFaults) {
  std::vector<AgentTally> tallies(3);
  referee::play::DealResult deal;
  deal.games = {make_game({1, 2}), make_game({1, 1})};
  deal.games[0].faults.push_back(make_fault(referee::record::FaultKind::Timeout, 1));
  const std::vector<int> agents{2, 0};
  add_deal(tallies, agents, deal);
  EXPECT_EQ(tallies[1].games, 0);
  EXPECT_EQ(tallies[2].games, 2);
  EXPECT_EQ(tallies[2].deals, 1);
  EXPECT_DOUBLE_EQ(tallies[2].score(), 0.75);
  EXPECT_DOUBLE_EQ(tallies[2].points(), 1.75);
  EXPECT_DOUBLE_EQ(tallies[2].win_share(), 0.75);
  EXPECT_EQ(tallies[0].places[0], 1);
  EXPECT_EQ(tallies[0].places[1], 1);
  EXPECT_EQ(tallies[0].fault_count(), 1);
  EXPECT_EQ(tallies[2].fault_count(), 0);
}

TEST(Tally, SharesFirstPlacesAndCountsWhoSatBesideAFault) {
  std::vector<AgentTally> tallies(4);
  referee::play::DealResult deal;
  deal.games = {make_game({1, 1, 1}), make_game({2, 1, 3}), make_game({3, 2, 1})};
  deal.games[1].faults = {make_fault(referee::record::FaultKind::Crash, 2)};
  deal.games[2].faults = {make_fault(referee::record::FaultKind::Crash, 0)};
  std::ranges::swap(deal.games[2].agent_at[0], deal.games[2].agent_at[2]);
  const std::vector<int> agents{0, 3, 1};
  add_deal(tallies, agents, deal);
  add_deal(tallies, agents, {});
  EXPECT_EQ(tallies[0].deals, 2);
  EXPECT_EQ(tallies[0].games, 3);
  EXPECT_EQ(tallies[0].pairs, 6);
  EXPECT_EQ(tallies[0].halves, 2 + 2 + 4);
  EXPECT_EQ(tallies[0].wins_60, 20 + 60);  // a third of the first game, and all of the last
  EXPECT_EQ(tallies[0].points_60, 120 + 120 + 180);
  EXPECT_DOUBLE_EQ(tallies[0].points(), 7.0 / 3);
  EXPECT_DOUBLE_EQ(tallies[0].win_share(), 4.0 / 9);
  EXPECT_EQ(tallies[3].wins_60, 20 + 60);
  EXPECT_EQ(tallies[1].points_60, 120);  // a forfeit earns none
  EXPECT_EQ(tallies[1].fault_count(), 2);
  EXPECT_EQ(tallies[1].faults_against, (std::map<int, std::int64_t>{{0, 2}, {3, 2}}));
  EXPECT_TRUE(tallies[0].faults_against.empty());
  EXPECT_EQ(tallies[2].deals, 0);
  EXPECT_EQ(tallies[2].score(), 0);
  EXPECT_EQ(tallies[2].points(), 0);
}

TEST(TextEscape, ShowsControlsOnTheTerminal) {
  EXPECT_EQ(base::escape_terminal("ada"), "ada");
  EXPECT_EQ(base::escape_terminal("é≥"), "é≥");
  EXPECT_EQ(base::escape_terminal("\x1b[31m\n"), "\\x1b[31m\\x0a");
  EXPECT_EQ(base::escape_terminal("a\xE2\x80\xAE"), "a\\u202e");
  EXPECT_EQ(base::escape_terminal("👩‍🚀 ❤️‍🔥"), "👩‍🚀 ❤️‍🔥");
  EXPECT_EQ(base::escape_terminal("a\u200Db 👩\u200D"), "a\\u200db 👩\\u200d");
  EXPECT_EQ(base::escape_terminal("\xFF\xC0\xAF"), "\\xff\\xc0\\xaf");
}

TEST(Escaping, LeavesNoCommandForTheLogOfACi) {
  EXPECT_EQ(base::escape_terminal("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(base::escape_terminal(" \xE3\x80\x80::error::x"), " \xE3\x80\x80\\x3a:error::x");
  EXPECT_EQ(base::escape_terminal("a ##[error]x"), "a \\x23#[error]x");
  EXPECT_EQ(base::escape_terminal("###[group]##vso[task.x]"), "#\\x23#[group]\\x23#vso[task.x]");
  EXPECT_EQ(base::escape_terminal(base::escape_terminal("::##[x]")),
            base::escape_terminal("::##[x]"));
  EXPECT_EQ(base::escape_terminal("std::bad_alloc: ## [1]"), "std::bad_alloc: ## [1]");
}

TEST(Escaping, LeavesVersionsAndColonsInMarkdownThatCallNobody) {
  EXPECT_EQ(base::escape_markdown("ada@2, bob@12"), "ada@2, bob@12");
  EXPECT_EQ(base::escape_markdown("dice: open"), "dice: open");
  EXPECT_EQ(base::escape_markdown("@ada @2 ada@x ada@2.com"),
            "&#64;ada &#64;2 ada&#64;x ada&#64;2.com");
  EXPECT_EQ(base::escape_markdown(":tada: http://x"), "&#58;tada: http&#58;//x");
}

TEST(Escaping, QuotesAWordForTheShell) {
  EXPECT_EQ(base::quote_shell("bots/ada-1.x"), "bots/ada-1.x");
  EXPECT_EQ(base::quote_shell("Jane Doe's"), "'Jane Doe'\\''s'");
  EXPECT_EQ(base::quote_shell(""), "''");
}

TEST(TextEscape, KeepsSpreadsheetsFromComputing) {
  EXPECT_EQ(base::escape_csv("ada"), "ada");
  EXPECT_EQ(base::escape_csv("@SUM(1)"), "'@SUM(1)");
  EXPECT_EQ(base::escape_csv("a,\"b\""), "\"a,\"\"b\"\"\"");
}

}  // namespace
}  // namespace danno::leagues::ratings
