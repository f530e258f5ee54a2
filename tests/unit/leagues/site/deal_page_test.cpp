// The page of a deal: its words, its figures, its links, and that hostile names stay words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <set>
#include <string>
#include <variant>

#include "leagues/site/deal.hpp"
#include "leagues/site/deal_parts.hpp"
#include "leagues/site/figures.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::site {
namespace {

using report::GameView;

GameView make_view(const std::string& text) {
  const auto game =
      std::get<referee::record::WrittenGame>(referee::record::parse_written_game(text));
  const auto rules = report::written_rules(game);
  report::Chances chances(*rules);
  return std::get<GameView>(report::view_game(game, rules, chances));
}

std::vector<std::string> button_words(const GameView& game) {
  std::vector<std::string> words;
  for (const GameRow& row : game_rows(game)) {
    const std::string state =
        say_state(game.rules->definition(), row.first().before, row.first().made.seat);
    words.push_back(say(game, row) + (state.empty() ? "" : " (" + state + ")"));
  }
  return words;
}

constexpr const char* kFirst =
    "rules koans\nplayers ann bob\nset target 1000\n"
    "ann 22334 bust\nbob 11123 roll\nbob 55 bank\nann 12346 bank\n";
/// The same dice with the players in the other seats; seat 2 stops before its second throw.
constexpr const char* kSecond =
    "rules koans\nplayers bob ann\nset target 1000\n"
    "bob 22334 bust\nann 11123 bank\nbob 12346 bank\n";

PageDeal mirrored() {
  PageDeal deal{.division = "koans", .agents = {"ann", "bob"}, .same_dice = true};
  deal.games = {make_view(kFirst), make_view(kSecond)};
  deal.games[1].agent_at = {1, 0};
  return deal;
}

std::string make_page(const PageDeal& deal) { return deal_page(deal).body.print(); }

TEST(Figures, AreNeverMoreCertainThanTheyAre) {
  EXPECT_EQ(format_percent(0.6149), "61.5");
  EXPECT_EQ(format_percent(0.0004), "<0.1");
  EXPECT_EQ(format_percent(0.9996), ">99.9");
  EXPECT_EQ(format_percent(0), "0");
  EXPECT_EQ(format_percent(1), "100");
  EXPECT_EQ(format_signed(-24.14), "−24.1");
  EXPECT_EQ(format_signed(-0.04), "0.0");
  EXPECT_EQ(format_signed(3.85), "+3.9");
  EXPECT_EQ(format_grouped(*rules::find_definition("koans"), 12350), "12,350");
  EXPECT_EQ(format_grouped(*rules::find_definition("true-greed"), 93), "46.5");
}

TEST(GameRows, SayWhatWasDone) {
  EXPECT_THAT(
      button_words(make_view(kFirst)),
      testing::ElementsAre("busts (not in yet)", "keeps 111 for 1,000, rolls 2 (not in yet)",
                           "keeps 55 for 100, banks 1,100 (not in yet)",
                           "keeps 1 for 100, banks 100, records 0 (not in yet; last turns; "
                           "1,100 to beat)"));
}

TEST(GameRows, SayLocksAndSixAlike) {
  EXPECT_THAT(
      button_words(make_view("rules true-greed\nplayers ann bob\nset target 20\n"
                             "ann 123456 keep 123456 roll\nann 222223 bust\nbob 444444 wins\n")),
      testing::ElementsAre("keeps 123456 for 10, rolls 6 (not in yet)",
                           "busts, keeps 10 locked (not in yet; 10 locked)",
                           "six alike for 50: wins (not in yet)"));
}

TEST(GameRows, SayOffersAttemptsAndForfeits) {
  EXPECT_THAT(
      button_words(make_view("rules official\nplayers ann bob cas\nset entry 100\n"
                             "ann 11346 keep 11 bank\nbob accept\nbob 126 roll\nbob forfeit\n"
                             "cas 11346 keep 11 bank\nann decline\n")),
      testing::ElementsAre(
          "keeps 11 for 200, banks 200 (not in yet)",
          "takes over (offered 200 with 3 dice; not in yet)",
          "succeeds with 1 for 100, rolls 2 (not in yet; 200 taken over; needs a 1 or 5)",
          "forfeits (not in yet; 200 taken over)", "keeps 11 for 200, banks 200 (not in yet)",
          "declines (offered 200 with 3 dice)"));
}

TEST(GameRows, DiceRiseAndThoseKeptAreMarked) {
  const GameView game = make_view(
      "rules dollar\nplayers ann bob\nset target 1000\nset entry 0\nann $$$GRE keep $$$ roll\n");
  std::string shown;
  for (const DieImage& die : row_dice(game, game_rows(game)[0]))
    shown += die.kept ? std::string("[") + die.face + "]" : std::string(1, die.face);
  EXPECT_EQ(shown, "[$][$][$]GRE");
}

TEST(Verdict, AddsUpAsItIsShown) {
  for (const char* const text : {kFirst, kSecond}) {
    const GameView game = make_view(text);
    double sum = 0;
    for (const VerdictPart& part : game_verdict(game)) {
      sum += part.percent;
      EXPECT_TRUE(part.percent != 0 || part.kind == VerdictPart::Kind::Start);
    }
    EXPECT_NEAR(sum, verdict_end(game), 1e-9);
  }
  EXPECT_EQ(verdict_end(make_view(kFirst)), 0);
  EXPECT_EQ(verdict_end(make_view(kSecond)), 0);
}

TEST(Verdict, WhatWasLostIsOfDecisionsWithAChoice) {
  const DecisionStats played = decision_stats(make_view(kFirst), 0);
  EXPECT_EQ(played.decisions, 1U);
  EXPECT_GE(played.lost, 0);
  EXPECT_EQ(
      decision_stats(make_view("rules koans\nplayers ann bob\nset target 1000\n"), 0).decisions,
      0U);
}

TEST(SameDice, PairsTurnsOfAChairAndMarksWhereTheyDiffer) {
  const PageDeal deal = mirrored();
  const auto turns = shared_turns(deal.games);
  ASSERT_EQ(turns.size(), 3U);
  EXPECT_EQ(turns[0].seat, 0);
  EXPECT_FALSE(turns[0].differs);
  EXPECT_EQ(turns[1].seat, 1);
  EXPECT_TRUE(turns[1].differs);
  EXPECT_EQ(turns[1].rows[0].size(), 2U);
  EXPECT_EQ(turns[1].rows[1].size(), 1U);
  EXPECT_EQ(turns[2].turn, 2);
  EXPECT_FALSE(turns[2].differs);
}

TEST(SameDice, WhereOneGameIsOverNothingDiffers) {
  PageDeal deal = mirrored();
  deal.games[1] = make_view("rules koans\nplayers bob ann\nset target 1000\nbob 22334 bust\n");
  EXPECT_FALSE(shared_turns(deal.games)[1].differs);
}

TEST(DealPage, EveryLinkLeadsSomewhereAndEveryIdIsOne) {
  pugi::xml_document page;
  ASSERT_TRUE(page.load_string(make_page(mirrored()).c_str()));
  std::set<std::string> ids;
  for (const auto& found : page.select_nodes("//@id"))
    EXPECT_TRUE(ids.insert(found.attribute().value()).second) << found.attribute().value();
  const auto links = page.select_nodes("//@href");
  EXPECT_GT(links.size(), 8U);
  for (const auto& found : links) {
    const std::string target = found.attribute().value();
    EXPECT_TRUE(target[0] == '#' && ids.count(target.substr(1)) == 1) << target;
  }
}

/// One game on the same dice as its mirror; ann sits in chair 1 of it, and in chair 2 of the other.
PageDeal won_both(const char* first, const char* second) {
  PageDeal deal{.division = "koans", .agents = {"ann", "bob"}, .same_dice = true};
  deal.games = {make_view(first), make_view(second)};
  deal.games[1].agent_at = {1, 0};
  return deal;
}

TEST(DealPage, SaysWhoseDiceTheyWere) {
  EXPECT_THAT(
      make_page(mirrored()),
      testing::ContainsRegex("The player in seat 2 won: [^ ]+ by play and [^ ]+ by the dice, so "));
}

TEST(DealPage, SaysThatPlayDecidedOnlyWhereItsOwnSumDoes) {
  // Nobody has a choice that matters: the dice alone decide.
  const char* const lucky =
      "rules koans\nplayers ann bob\nset target 1000\nset entry 0\n"
      "ann 11123 bank\nbob 22334 bust\n";
  const char* const again =
      "rules koans\nplayers bob ann\nset target 1000\nset entry 0\n"
      "bob 22334 bust\nann 11123 bank\nbob 22334 bust\n";
  const PageDeal deal = won_both(lucky, again);
  double dice = 0;
  double play = 0;
  for (const GameView& game : deal.games) {
    for (const VerdictPart& part : game_verdict(game)) {
      if (part.kind == VerdictPart::Kind::Dice) dice += part.percent;
      if (part.kind == VerdictPart::Kind::Errors) play += part.percent;
    }
  }
  EXPECT_GT(dice, play);
  const std::string page = make_page(deal);
  EXPECT_THAT(page, testing::HasSubstr(" won both: "));
  EXPECT_THAT(page, testing::HasSubstr("so the dice decided."));
}

TEST(DealPage, AForfeitIsNotSaidToBePlay) {
  PageDeal deal =
      won_both("rules koans\nplayers ann bob\nset target 1000\nann 11123 bank\nbob 22334 bust\n",
               "rules koans\nplayers bob ann\nset target 1000\nbob 22334 bust\nann 11123 bank\n"
               "bob 22334 bust\n");
  deal.games[0].faults = {referee::record::make_fault(referee::record::Exited{3})};
  const std::string page = make_page(deal);
  EXPECT_THAT(page, testing::HasSubstr(" won both, with a forfeit."));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr("decided.")));
  EXPECT_THAT(page, testing::HasSubstr(" wins by forfeit, "));
}

TEST(DealPage, OfThreeSeatsNothingIsSaidToHaveDecided) {
  PageDeal deal{.division = "koans", .agents = {"ann", "bob", "cas"}, .same_dice = true};
  const char* const game =
      "rules koans\nplayers ann bob cas\nset target 1000\n"
      "ann 11123 bank\nbob 22334 bust\ncas 22334 bust\n";
  deal.games = {make_view(game), make_view(game)};
  const std::string page = make_page(deal);
  EXPECT_THAT(page, testing::HasSubstr(" won both."));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr("decided")));
}

TEST(DealPage, TheTotalOfTheWinnerStandsFirst) {
  PageDeal deal = mirrored();
  EXPECT_THAT(make_page(deal), testing::HasSubstr("</span> wins 1,100 : 0"));
}

TEST(DealPage, SaysWhatTheBetterDecisionWins) {
  EXPECT_THAT(make_page(mirrored()), testing::ContainsRegex("banking wins [0-9.]+ %"));
}

TEST(DealPage, HostileNamesStayWords) {
  PageDeal deal = mirrored();
  deal.agents = {"<script>alert(1)</script>\"'&", "\xE2\x80\xAE\x1b[31m"};
  deal.games[0].id = "koans/<img src=x onerror=alert(1)>/0/0";
  referee::record::Fault fault = referee::record::make_fault(referee::record::TextOnStdout{});
  fault.cause = referee::record::InWords{"<b onclick=x>"};
  deal.games[0].faults = {fault};
  deal.faults = FaultDetail::Details;
  const std::string page = make_page(deal);
  pugi::xml_document parsed;
  ASSERT_TRUE(parsed.load_string(page.c_str()));
  EXPECT_TRUE(parsed.select_nodes("//script|//img|//@onclick|//@onerror|//@style").empty());
  EXPECT_EQ(parsed.select_node("//h1//bdi").node().text().get(), deal.agents[0]);
  EXPECT_THAT(page, testing::HasSubstr("\\u202e\\x1b[31m"));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr("\x1b")));
}

TEST(DealPage, FaultsAreShownAsFarAsOneWants) {
  PageDeal deal = mirrored();
  referee::record::Fault fault = referee::record::make_fault(referee::record::Exited{3});
  deal.games[0].faults = {fault};
  EXPECT_THAT(make_page(deal), testing::HasSubstr("forfeits: exit</p>"));
  deal.faults = FaultDetail::Details;
  EXPECT_THAT(make_page(deal), testing::HasSubstr("exited with code 3"));
  deal.faults = FaultDetail::None;
  EXPECT_THAT(make_page(deal), testing::Not(testing::HasSubstr("forfeits")));
}

TEST(DealPage, ALongGameShowsItsEndsAndSaysSo) {
  std::string text = "rules koans\nplayers ann bob\nset target 1000\n";
  for (int i = 0; i < 700; ++i)
    text += i % 2 == 0 ? "ann 22334 bust\n" : "bob 22334 bust\n";
  PageDeal deal{.division = "koans", .agents = {"ann", "bob"}};
  deal.games = {make_view(text)};
  const std::string page = make_page(deal);
  EXPECT_THAT(page, testing::HasSubstr("200 of 700 throws are shown"));
  EXPECT_THAT(page, testing::HasSubstr("id=\"a700\" data-at=\"699\""));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr("id=\"a51\"")));
  deal.same_dice = true;
  deal.games.push_back(deal.games[0]);
  pugi::xml_document parsed;
  ASSERT_TRUE(parsed.load_string(make_page(deal).c_str()));
  for (const auto& link : parsed.select_nodes("//@href")) {
    const std::string target = link.attribute().value();
    EXPECT_TRUE(parsed.select_node(("//*[@id='" + target.substr(1) + "']").c_str())) << target;
  }
}

TEST(DealPage, WithoutChancesShowsTotalsAndSaysWhy) {
  PageDeal deal{.division = "koans", .agents = {"ann", "bob", "cas"}};
  deal.games = {make_view("rules koans\nplayers ann bob cas\nann 11123 bank\nbob 22334 bust\n")};
  const std::string page = make_page(deal);
  EXPECT_THAT(page, testing::HasSubstr("no winning chances: a game with 3 players"));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr("Luck")));
}

TEST(DealPage, AGameOfNoStepsIsAPage) {
  PageDeal deal{.division = "koans", .agents = {"ann", "bob"}};
  deal.games = {make_view("rules koans\nplayers ann bob\nset target 1000\n")};
  const std::string page = make_page(deal);
  EXPECT_THAT(page, testing::HasSubstr("begins, not over, 0 : 0"));
  EXPECT_THAT(page, testing::HasSubstr("Nobody threw in this game."));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr("All steps")));
}

TEST(DealPage, HasAPreviewInPlainWords) {
  const Page page = deal_page(mirrored());
  EXPECT_EQ(page.title, "ann – bob, koans");
  EXPECT_EQ(page.description,
            "ann 0 : 1,100 bob, koans; the costliest mistake: bob, roll with 11123, where bank "
            "was better by 19.1 %");
}

}  // namespace
}  // namespace danno::leagues::site
