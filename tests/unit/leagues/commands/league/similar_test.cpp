#include "leagues/commands/league/similar.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "leagues/report/stored_game.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues {
namespace {

using commands::league::SimilarPair;
using referee::record::Step;
using rules::Position;

/// A league whose agents decide at random and have one content: a command that names no file.
class SimilarAgents : public PlayedLeague {
 protected:
  SimilarAgents() {
    league_.seed = "similar";
    league_.limits.max_faults = 100;  // nobody is left out after a crash
    for (const rules::Definition* const definition : rules::all_definitions())
      league_.divisions.push_back({definition, definition->defaults(league_.seats)});
  }
  /// Plays the games without the tables, which take seconds to solve.
  void play_games() const {
    store::Writer store = store::Writer::open_to_play(out());
    schedule::sync_store(store, league_);
    run(store,
        [](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
           referee::record::AgentSet absent) { return random_deals(line_up, begin, end, absent); });
  }
  [[nodiscard]] commands::league::Similarity similarity() const {
    return commands::league::find_similar(store::Reader::open_to_read(out()));
  }
};

/// Returns what danno.v1.GameStart and Ask tell, but for what follows from it.
std::string format_question(const report::StoredGame& game, const Step& step, const Position& at) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", game.id.rules,
                     game.record.first, step.seat, at.phase == rules::Phase::Offer,
                     rules::to_string(at.thrown, game.rules->faces()), fmt::join(at.totals, ","),
                     at.in_game.bits(), at.turn.points, at.turn.locked, at.turn.inherited,
                     at.offer.points, at.offer.dice, at.closer ? *at.closer : 9,
                     at.forfeited.bits(), at.turn.attempt, at.turn.unproven);
}

std::size_t count_choices(const rules::RuleSet& rules, const Position& position) {
  rules::Options options;
  rules::list_options(rules, position, options);
  std::set<std::pair<std::size_t, bool>> choices;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].may_roll) choices.emplace(i, false);
    if (options[i].may_bank) choices.emplace(i, true);
  }
  return choices.size();
}

/// How often each answer was given, by question and agent, in the order in which answers count.
using AnswersTold = std::map<std::string, std::map<std::string, std::map<std::string, int>>>;

AnswersTold all_answers(const store::Reader& store) {
  AnswersTold told;
  report::visit_games(store, [&](const report::StoredGame& game) {
    const auto add = [&](const Step& step, const Position& before, const Position&) {
      const bool chooses = step.kind == Step::Kind::Choice;
      if (!chooses && step.kind != Step::Kind::Offer) return;
      if (chooses && count_choices(*game.rules, before) == 1) return;
      const std::size_t agent = game.record.agent_at.at(static_cast<std::size_t>(step.seat));
      ++told[format_question(game, step, before)][game.names[agent]]
            [fmt::format("{:02} {}", step.option_index, static_cast<int>(step.action))];
    };
    ASSERT_EQ(referee::record::replay(*game.rules, game.record, add), std::nullopt);
  });
  return told;
}

std::string usual(const std::map<std::string, int>& answers) {
  return std::ranges::max_element(answers, {}, [](const auto& told) { return told.second; })->first;
}

/// Expects the counts of agents that are all listed.
void expect_counted(const commands::league::Similarity& found, const AnswersTold& told) {
  for (const SimilarPair& pair : found.pairs) {
    const auto& [one, other] = pair.agents;
    std::uint32_t questions = 0;
    std::uint32_t alike = 0;
    for (const auto& [question, by_name] : told) {
      if (!by_name.contains(one.name) || !by_name.contains(other.name)) continue;
      ++questions;
      alike += usual(by_name.at(one.name)) == usual(by_name.at(other.name)) ? 1 : 0;
    }
    EXPECT_TRUE(pair.same_content);
    EXPECT_EQ(pair.questions, questions);
    EXPECT_EQ(pair.alike, alike);
    EXPECT_GT(alike, 0U);
    EXPECT_LT(alike, questions);
  }
}

TEST_F(SimilarAgents, AreCountedOverTheQuestionsOfAllRuleSets) {
  league_.deals = 200;
  play_games();
  const commands::league::Similarity found = similarity();
  EXPECT_EQ(found.agents, 3U);
  EXPECT_EQ(found.unjudged, 0U);
  EXPECT_EQ(found.pairs.size(), 3U);
  expect_counted(found, all_answers(store::Reader::open_to_read(out())));
}

TEST_F(SimilarAgents, AreCountedAtTablesOfThreeWithoutMirroredDeals) {
  league_.seats = 3;
  league_.mirror = false;
  league_.deals = 100;
  play_games();
  const commands::league::Similarity found = similarity();
  EXPECT_EQ(found.pairs.size(), 3U);
  expect_counted(found, all_answers(store::Reader::open_to_read(out())));
}

TEST_F(SimilarAgents, AreNotListedForAFewAnswersOrForManyOthers) {
  league_.deals = 1;
  for (entrants::Entrant& entrant : league_.entrants)
    entrant.agent.command = {"./" + entrant.agent.name};
  play_games();
  EXPECT_TRUE(similarity().pairs.empty());
  league_.deals = 200;
  play_games();
  EXPECT_TRUE(similarity().pairs.empty());
  EXPECT_EQ(similarity().unjudged, 0U);
}

TEST_F(SimilarAgents, AreThoseOfTheLeagueNow) {
  play_games();
  league_.entrants.erase(league_.entrants.begin());
  play_games();
  const commands::league::Similarity found = similarity();
  EXPECT_EQ(found.agents, 2U);
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs[0].agents[0].name, "ada");
  EXPECT_EQ(found.pairs[0].agents[1].name, "bob");
}

TEST_F(SimilarAgents, ShareAnAuthorOnlyIfHeIsKnown) {
  SimilarPair pair;
  EXPECT_FALSE(pair.of_one_author());
  pair.agents[0].author = pair.agents[1].author = "Ann";
  EXPECT_TRUE(pair.of_one_author());
  EXPECT_EQ(pair.share(), std::nullopt);
}

}  // namespace
}  // namespace danno::leagues
