// A session shows a fault with all that its process was sent in the game.
#include "referee/record/evidence.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/play/session.hpp"
#include "referee/protocol/answer_check.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/sha256.hpp"
#include "tests/unit/referee/play/fake_session.hpp"

namespace danno::referee::play {
namespace {

using protocol::FakeMachine;

/// All messages that processes were sent in each of their games, in the form of evidence.
class Heard {
 public:
  explicit Heard(FakeMachine& machine) {
    machine.on_heard = [this](int process, v1::ToAgent message) { hear(process, message); };
    machine.on_answer = [this](int process, const v1::Ask& ask, v1::Answer& answer) {
      vary(process, ask, answer);
      game(process, ask.game()).back().answer =
          protocol::answer_in_words({0, 0, answer.option(), answer.action()});
    };
  }

  /// Returns Hello and the frames of the game in which the process was sent this seed.
  [[nodiscard]] std::vector<record::Exchange> game_with_seed(int process,
                                                             std::uint64_t seed) const {
    const auto found = seeds_.find({process, seed});
    return found == seeds_.end() ? greetings_.at(process) : games_.at({process, found->second});
  }

 private:
  std::vector<record::Exchange>& game(int process, std::uint32_t number) {
    return games_.at({process, number});
  }

  /// Evidence numbers every game 0, whatever number the process was given.
  void hear(int process, v1::ToAgent& message) {
    if (message.has_hello()) {
      greetings_[process] = {{frame(message), false, ""}};
    } else if (message.has_game_start()) {
      v1::GameStart& start = *message.mutable_game_start();
      EXPECT_LT(start.seat(), start.seats());
      const std::uint32_t number = start.game();
      start.set_game(0);
      seeds_[{process, start.seed()}] = number;
      games_[{process, number}] = greetings_.at(process);
      game(process, number).push_back({frame(message), false, ""});
    } else if (message.has_ask()) {
      const std::uint32_t number = message.ask().game();
      message.mutable_ask()->set_game(0);
      game(process, number).push_back({frame(message), true, ""});
    } else if (message.has_seen()) {
      const std::uint32_t number = message.seen().game();
      message.mutable_seen()->set_game(0);
      game(process, number).push_back({frame(message), false, ""});
    }
  }

  static std::string frame(const v1::ToAgent& message) {
    std::string bytes;
    protocol::append_frame(bytes, message);
    return bytes;
  }

  std::map<int, std::vector<record::Exchange>> greetings_;
  std::map<std::pair<int, std::uint32_t>, std::vector<record::Exchange>> games_;
  std::map<std::pair<int, std::uint64_t>, std::uint32_t> seeds_;
};

std::uint64_t seed_in_game(std::uint64_t deal, int seating, int seat) {
  return deal * 100 + static_cast<std::uint64_t>(seating * 10 + seat + 1);
}

/// Counts of what the evidence of many faults had in it.
struct Evidences {
  int faults = 0;
  int resumed = 0;
  int seen = 0;
  std::set<std::string> actions;
};

/// The evidence has what was heard; all of it, or more that was on its way.
void expect_evidence(const record::Evidence& evidence, const std::vector<record::Exchange>& heard,
                     bool is_all, Evidences& sum) {
  if (is_all) {
    EXPECT_EQ(evidence.exchanges.size(), heard.size());
  }
  ASSERT_GE(evidence.exchanges.size(), heard.size());
  const bool owes = std::holds_alternative<record::AskedInGame>(evidence.question);
  for (std::size_t i = 0; i < heard.size(); ++i) {
    const record::Exchange& shown = evidence.exchanges[i];
    const bool is_open = owes && i + 1 == evidence.exchanges.size();
    EXPECT_EQ(record::to_hex(shown.frame), record::to_hex(heard[i].frame)) << i;
    EXPECT_EQ(shown.asks, heard[i].asks) << i;
    EXPECT_EQ(shown.answer, is_open ? "" : heard[i].answer) << i;
    sum.actions.insert(shown.answer.substr(shown.answer.rfind(' ') + 1));
    sum.seen += i > 1 && !shown.asks ? 1 : 0;
  }
  v1::ToAgent start;
  const auto payload =
      std::get<protocol::Frame>(protocol::next_frame(evidence.exchanges.at(1).frame)).payload;
  ASSERT_TRUE(start.ParseFromString(std::string(payload)));
  sum.resumed += start.game_start().resumed() ? 1 : 0;
  ++sum.faults;
}

/// Plays a few deals of three, of whom the last fails by and by; looks at the evidence against it.
void look_at_evidence(const rules::RuleSet& rules, const std::string& mode, bool want_seen,
                      bool in_turn, Evidences& sum) {
  FakeMachine machine;
  machine.want_seen = want_seen;
  Heard heard(machine);
  SessionOptions order =
      session_options(machine, {"honest", "honest", mode}, in_turn ? kModes[0] : kModes[3]);
  order.rules = &rules;
  order.agents[2].command = {mode, "7"};
  order.on_fault = [&](std::size_t agent, const record::Fault& fault) {
    EXPECT_EQ(agent, 2U);
    const record::FaultyGame& game = *fault.evidence->game;
    // It is started last, at first and whenever it has ended.
    expect_evidence(
        *fault.evidence,
        heard.game_with_seed(machine.launches(), seed_in_game(game.deal, game.seating, fault.seat)),
        in_turn, sum);
  };
  std::vector<GameSpec> games = open_games(3, 4);
  for (GameSpec& game : games) {
    game.first.reset();
    for (int seat = 0; seat < 3; ++seat)
      game.agent_seeds[rules::at(seat)] = seed_in_game(game.deal, game.seating, seat);
  }
  for (const GameResult& game : play_session(order, games).games)
    EXPECT_EQ(what_is_wrong(rules, game.record), std::nullopt);
}

TEST(Session, ShowsAFaultWithAllThatItsProcessWasSentInTheGame) {
  for (const bool want_seen : {false, true}) {
    std::set<std::string> actions;
    for (const rules::Definition* const definition : rules::all_definitions()) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, 3);
      for (const char* const mode : {"exit", "wears-out", "illegal-option", "hang"}) {
        SCOPED_TRACE(std::string(rules.id()) + ", " + mode + (want_seen ? ", seen" : ""));
        Evidences sum;
        look_at_evidence(rules, mode, want_seen, /*in_turn=*/true, sum);
        EXPECT_GE(sum.faults, 6);
        EXPECT_EQ(sum.resumed > 0, std::string_view(mode) != "illegal-option");
        EXPECT_EQ(sum.seen > 0, want_seen);
        actions.merge(sum.actions);
      }
    }
    EXPECT_EQ(actions, (std::set<std::string>{"", "ACCEPT", "BANK", "DECLINE", "ROLL"}));
  }
}

TEST(Session, ShowsAFaultWithAllThatItsProcessWasSentInOneGameOfMany) {
  for (const bool want_seen : {false, true}) {
    for (const rules::Definition* const definition : rules::all_definitions()) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, 3);
      SCOPED_TRACE(std::string(rules.id()) + (want_seen ? ", seen" : ""));
      Evidences sum;
      look_at_evidence(rules, "wears-out", want_seen, /*in_turn=*/false, sum);
      EXPECT_GE(sum.faults, 6);
      EXPECT_GT(sum.resumed, 0);
      EXPECT_EQ(sum.seen > 0, want_seen);
    }
  }
}

}  // namespace
}  // namespace danno::referee::play
