// Every part of a stored deal that the seed, the rules or the faults decide is compared with them.
#include "leagues/verify/line_up.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

#include "referee/rules/position.hpp"
#include "tests/unit/played_games.hpp"

namespace danno::leagues::verify {
namespace {

using referee::record::AgentSet;
using referee::record::FaultKind;
using referee::record::GameRecord;
using Games = std::vector<GameRecord>;

referee::record::Fault make_fault(FaultKind kind, int seat) {
  referee::record::Fault fault;
  fault.kind = kind;
  fault.seat = seat;
  fault.evidence = std::make_shared<const referee::record::Evidence>();
  return fault;
}

/// A line-up of koans and the deals that a referee would have stored.
class ALineUpCheck : public testing::Test {
 protected:
  void SetUp() override {
    epochs_[1].seed = "s";
    seat({"ada", "bob"});
  }

  void seat(const std::vector<std::string>& names, bool mirror = true) {
    const rules::Definition* const koans = rules::find_definition("koans");
    const int seats = static_cast<int>(names.size());
    division_ = {1, koans, koans->defaults(seats), seats, mirror};
    rules_ = std::make_unique<rules::RuleSet>(*koans, seats, division_.parameters);
    line_up_.agents.clear();
    for (store::Id id = 1; id <= seats; ++id)
      line_up_.agents.push_back(10 * id);
    ground_ = {&division_, rules_.get(), &line_up_,    &epochs_, names,
               names,      true,         "koans/some", "format"};
    checked_ = {};
    played_.rules = rules_.get();
    played_.agents.resize(names.size());
    played_.key_names = names;
    played_.seed = {"s"};
    played_.mirror = mirror;
  }
  [[nodiscard]] Games play(std::uint64_t deal, AgentSet absent = {}) const {
    return random_deals(played_, deal, deal + 1, absent).deals.front().games;
  }
  /// The deal with the rows of its faults.
  [[nodiscard]] store::StoredDeal stored(std::uint64_t deal, const Games& games) const {
    store::StoredDeal made{deal, 1, max_faults_, referee::record::encode_deal(games), {}};
    for (const GameRecord& game : games) {
      for (const referee::record::Fault& fault : game.faults) {
        store::StoredFault row;
        row.deal = deal;
        row.agent = line_up_.agents[game.agent_at[static_cast<std::size_t>(fault.seat)]];
        row.fault = fault;
        row.seating = game.seating;
        made.faults.push_back(row);
      }
    }
    return made;
  }
  /// Returns the problem that the check finds with the next deal; empty if there is none.
  static std::string problem(LineUpCheck& check, const store::StoredDeal& deal) {
    try {
      check.check(deal);
    } catch (const Discrepancy& discrepancy) {
      return discrepancy.what();
    }
    return "";
  }
  /// Returns the first problem with these deals, which follow each other from 0 on.
  std::string told(const std::vector<Games>& deals) {
    LineUpCheck check(ground_, checked_);
    std::string found;
    for (std::uint64_t deal = 0; deal < deals.size() && found.empty(); ++deal)
      found = problem(check, stored(deal, deals[deal]));
    return found;
  }
  /// Returns the problem with deal 0 if it was changed.
  std::string told_after(const std::function<void(Games&)>& change) {
    Games games = play(0);
    change(games);
    return told({games});
  }

  store::StoredDivision division_;
  std::unique_ptr<rules::RuleSet> rules_;
  store::StoredLineUp line_up_{1, {}, 20, 20};
  std::map<store::Id, store::Epoch> epochs_;
  VerifyContext ground_;
  Checked checked_;
  int max_faults_ = 2;
  referee::play::LineUp played_;
};

TEST_F(ALineUpCheck, TellsWhatContradictsTheSeedAndTheRules) {
  EXPECT_EQ(told_after([](Games&) {}), "");
  EXPECT_EQ(told_after([](Games& games) { games.pop_back(); }),
            "koans/some/0: 1 games; expected 2, one for each seating");
  EXPECT_EQ(told_after([](Games& games) { games[1].seating = 0; }),
            "koans/some/0/1: seating 0; expected 1");
  EXPECT_EQ(told_after([](Games& games) {
              games[0].agent_at = {1, 0};
            }),
            "koans/some/0/0: agent 1 sits at seat 0; expected agent 0 of the line-up");
  EXPECT_EQ(told_after([](Games& games) { games[1].first = 1; }),
            "koans/some/0/1: seat 1 begins; expected seat 0");
  EXPECT_EQ(told_after([](Games& games) { games[0].absent.add(4); }),
            "koans/some/0/0: a seat is absent that is not there");
  EXPECT_EQ(told_after([](Games& games) { games[0].capped = !games[0].capped; }),
            "koans/some/0/0: the game is capped; it was not capped");
  EXPECT_EQ(
      told_after([](Games& games) { games[1].faults.push_back(make_fault(FaultKind::Crash, 1)); }),
      "koans/some/0/1: a fault of seat 1 without a forfeit");
}

TEST_F(ALineUpCheck, WantsEveryDealOnceInOrderWithItsSeed) {
  LineUpCheck check(ground_, checked_, 3, {});
  const auto next = [&](store::StoredDeal deal, store::Id epoch = 1) {
    deal.epoch = epoch;
    return problem(check, deal);
  };
  EXPECT_EQ(next(stored(4, play(4))), "koans/some/4: deal 3 is missing before it");
  EXPECT_EQ(next(stored(3, play(3))), "");
  EXPECT_EQ(next(stored(3, play(3))), "koans/some/3: the deal is stored twice");
  EXPECT_EQ(next(stored(4, play(4)), 2), "koans/some/4: its seed is missing");
  EXPECT_NO_THROW(check.require_next(5));
  EXPECT_THAT([&] { check.require_next(7); },
              testing::ThrowsMessage<Discrepancy>("koans/some/7: deal 5 is missing before it"));
}

TEST_F(ALineUpCheck, KnowsWhoDidNotStart) {
  seat({"ada", "bob", "cy"});
  AgentSet out;
  out.add(0);
  out.add(2);
  // Two of three did not start, in every seating; from then on they are out.
  Games first = play(0, out);
  for (GameRecord& game : first) {
    for (int place = 0; place < 3; ++place) {
      if (game.absent.has(place)) game.faults.push_back(make_fault(FaultKind::NeverReady, place));
    }
    ASSERT_EQ(game.faults.size(), 2U);
  }
  const Games second = play(1, out);
  EXPECT_EQ(told({first, second}), "");
  EXPECT_EQ(checked_.games, 6U);
  EXPECT_EQ(told({first, play(1)}),
            "koans/some/1/0: seat 0 plays, but its agent is out for its faults");
  Games changed = first;
  changed[0].faults.pop_back();
  EXPECT_EQ(told({changed}), "koans/some/0/0: seat 2 is absent without a fault");
  changed = first;
  std::ranges::swap(changed[0].faults[0], changed[0].faults[1]);
  EXPECT_EQ(told({changed}), "koans/some/0/0: seat 0 is absent without a fault");
  changed = second;
  changed[0].faults.push_back(make_fault(FaultKind::NeverReady, 0));
  EXPECT_EQ(told({first, changed}), "koans/some/1/0: a fault of seat 0 without a forfeit");
}

TEST_F(ALineUpCheck, CountsFaultsOfEarlierPieces) {
  AgentSet ada;
  ada.add(0);
  store::StoredFault fault;
  fault.agent = 10;
  fault.fault.kind = FaultKind::Crash;
  // The limit is two faults, and one if the agent did not start.
  for (const auto& [kind, count] :
       {std::pair{FaultKind::Crash, 1}, {FaultKind::Crash, 2}, {FaultKind::NeverReady, 1}}) {
    const bool is_out = count == 2 || kind == FaultKind::NeverReady;
    for (const bool plays : {false, true}) {
      LineUpCheck check(ground_, checked_, 6, {});
      fault.fault.kind = kind;
      for (int i = 0; i < count; ++i)
        check.count_earlier(fault);
      const store::StoredDeal deal = stored(6, play(6, plays ? AgentSet() : ada));
      if (plays == is_out)
        EXPECT_THROW(check.check(deal), Discrepancy) << count;
      else
        EXPECT_NO_THROW(check.check(deal)) << count;
    }
  }
  LineUpCheck check(ground_, checked_);
  fault.agent = 30;
  fault.deal = 4;
  EXPECT_THAT(
      [&] { check.count_earlier(fault); },
      testing::ThrowsMessage<Discrepancy>("koans/some/4: a fault of an agent that does not play"));
}

TEST_F(ALineUpCheck, ComparesTheRowsOfFaults) {
  const Games games = play(5);  // its first agent crashes
  ASSERT_EQ(games[0].faults.size(), 1U);
  const auto told_about = [&](const std::function<void(std::vector<store::StoredFault>&)>& change) {
    store::StoredDeal deal = stored(5, games);
    change(deal.faults);
    LineUpCheck check(ground_, checked_, 5, {});
    return problem(check, deal);
  };
  EXPECT_EQ(told_about([](auto&) {}), "");
  EXPECT_EQ(told_about([](auto& rows) { rows.clear(); }),
            fmt::format("koans/some/5: the row of a fault is missing; seating 0, seat {}",
                        games[0].faults[0].seat));
  EXPECT_EQ(told_about([](auto& rows) { rows.push_back(rows.back()); }),
            "koans/some/5: 3 rows of faults; its games have 2");
  const std::vector<std::function<void(store::StoredFault&)>> changes{
      [](auto& row) { row.seating = 1; },
      [](auto& row) { row.fault.seat = 1 - row.fault.seat; },
      [](auto& row) { row.agent = 20; },
      [](auto& row) { row.fault.kind = FaultKind::Exit; },
      [](auto& row) { row.fault.value = 12; },
      [](auto& row) { row.fault.cause = referee::record::InWords{"x"}; },
  };
  for (const auto& change : changes) {
    EXPECT_EQ(told_about([&](auto& rows) { change(rows[0]); }),
              fmt::format("koans/some/5: the row of a fault differs from the game; seating 0, seat "
                          "{}: crash",
                          games[0].faults[0].seat));
  }
}

/// Counts the steps of a game that it sees.
struct Steps {
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  std::uint64_t dice = 0;

  void see(const rules::RuleSet& rules, const GameRecord& game, bool counts_dice) {
    const auto problem = referee::record::replay(
        rules, game,
        [&](const referee::record::Step& step, const rules::Position&, const rules::Position&) {
          if (step.kind == referee::record::Step::Kind::Forfeit) return;
          const bool is_throw = step.kind == referee::record::Step::Kind::Throw;
          ++(is_throw ? throws : decisions);
          if (is_throw && counts_dice) dice += static_cast<std::uint64_t>(step.thrown.size());
        });
    EXPECT_FALSE(problem);
  }
};

TEST_F(ALineUpCheck, CountsWhatItSawAndDiceThatAreShownTwiceOnce) {
  max_faults_ = 9;
  for (const bool mirror : {true, false}) {
    seat({"ada", "bob"}, mirror);
    Steps due;
    std::vector<Games> deals;
    for (std::uint64_t deal = 0; deal < 100; ++deal) {
      deals.push_back(play(deal));
      for (const GameRecord& game : deals.back())
        due.see(*rules_, game, !mirror || game.seating == 0);
    }
    EXPECT_EQ(told(deals), "");
    EXPECT_EQ(checked_.games, 200U);
    EXPECT_EQ(checked_.throws, due.throws);
    EXPECT_EQ(checked_.decisions, due.decisions);
    const std::vector<DiceTest> tests = checked_.dice.tests();
    ASSERT_FALSE(tests.empty());
    EXPECT_EQ(tests.front().count, due.dice);
    ground_.counts_dice = false;
    checked_ = {};
    EXPECT_EQ(told(deals), "");
    EXPECT_TRUE(checked_.dice.tests().empty());
  }
}

TEST_F(ALineUpCheck, WantsTheGamesThatThePlanFixes) {
  const auto key =
      referee::record::deal_key({"s"}, referee::play::rules_in_key(*rules_, division_.advice),
                                ground_.names, 4, std::nullopt, {});
  ground_.set_games = schedule::FixedGames{{4, {key, 0}}};
  const Games game{play(4).front()};
  ASSERT_EQ(game.front().agent_at[0], 0);
  const auto told_about = [&](std::uint64_t deal, const Games& games) {
    LineUpCheck check(ground_, checked_);
    return problem(check, stored(deal, games));
  };
  EXPECT_EQ(told_about(4, game), "");
  EXPECT_EQ(told_about(3, {play(3).front()}), "koans/some/3: the format has no such game");
  EXPECT_EQ(told_about(4, play(4)), "koans/some/4: 2 games; expected 1, one for each seating");
  ground_.set_games = schedule::FixedGames{{4, {key, 1}}};
  EXPECT_EQ(told_about(4, game), "koans/some/4/0: seat 0 begins; expected seat 1");
}

}  // namespace
}  // namespace danno::leagues::verify
