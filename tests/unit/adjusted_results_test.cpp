// Luck taken out of stored games: the mean stays, the error shrinks, and who knows the dice is
// found.
#include "leagues/scores/adjusted_results.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>

#include <filesystem>

#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/rated_deal.hpp"
#include "tests/unit/played_games.hpp"

namespace danno::leagues::scores {
namespace {

class Adjusted : public testing::Test {
 protected:
  Adjusted()
      : path_(std::filesystem::temp_directory_path() /
              ("danno-adjusted-" + std::to_string(::getpid()) + ".values")) {
    rules::Parameters parameters = koans_.defaults(2);
    parameters.target = 1500;
    rules_.emplace(koans_, 2, parameters);
    solved_ = std::make_unique<SolvedGame>(SolvedGame{*rules_, nullptr});
    EXPECT_LT(solver::solve_into(solved_->rules, 1, path_).residual, 1e-12);
    solved_->table = std::make_unique<const solver::ValueTable>(solved_->rules, path_);
  }
  ~Adjusted() override { std::filesystem::remove(path_); }

  [[nodiscard]] std::vector<referee::play::DealResult> play(const rules::RuleSet& rules,
                                                            std::uint64_t deals) const {
    referee::play::LineUp line_up;
    line_up.rules = &rules;
    line_up.seed = {"s"};
    line_up.agents.resize(static_cast<std::size_t>(rules.seats()));
    line_up.key_names = {"a", "b", "c"};
    line_up.key_names.resize(line_up.agents.size());
    return random_deals(line_up, 0, deals, 0).deals;
  }

  const rules::Definition& koans_ = *rules::find_definition("koans");
  std::filesystem::path path_;
  std::optional<rules::RuleSet> rules_;
  std::unique_ptr<SolvedGame> solved_;
};

/// Mean score of agent 0.
double score(const ratings::Results& results, int table_size) {
  const ratings::AgentTotals& totals = results.agent(table_size, 0);
  const auto pairs = static_cast<double>(totals.games) * (table_size - 1);
  return static_cast<double>(totals.score) / static_cast<double>(ratings::kPairWin) / pairs;
}

TEST_F(Adjusted, ScoresHaveTheRawMeanAndASmallerError) {
  for (const int seats : {2, 3}) {
    const rules::RuleSet rules(koans_, seats, rules_->parameters());
    const std::vector<int> agents{0, 1, 2};
    ratings::Results raw(seats);
    AdjustedResults adjusted(*solved_, rules, seats);
    for (const referee::play::DealResult& deal : play(rules, 600)) {
      rate_deal(raw, std::span(agents).first(static_cast<std::size_t>(seats)), deal);
      adjusted.add_deal(std::span(agents).first(static_cast<std::size_t>(seats)), deal);
    }
    adjusted.finish();
    const ratings::Ratings before = ratings::fit(raw);
    const ratings::Ratings after = ratings::fit(adjusted.results());
    EXPECT_LT(*after.agents[0].se, 0.75 * *before.agents[0].se) << seats;
    // An error of 1 Elo is one of 1/695 in the score.
    EXPECT_NEAR(score(adjusted.results(), seats), score(raw, seats),
                4 * *before.agents[0].se / 695);
    for (int agent = 0; agent < seats; ++agent)
      EXPECT_LT(std::abs(*adjusted.luck(agent).z()), kSuspiciousZ);
  }
}

TEST_F(Adjusted, ScoresDoNotDependOnTheOrderOfSeats) {
  const std::vector<referee::play::DealResult> deals = play(*rules_, 120);
  AdjustedResults one(*solved_, *rules_, 2);
  AdjustedResults two(*solved_, *rules_, 2);
  for (referee::play::DealResult deal : deals) {
    one.add_deal(std::array{0, 1}, deal);
    std::ranges::reverse(deal.games);
    two.add_deal(std::array{0, 1}, deal);
  }
  one.finish();
  two.finish();
  EXPECT_NEAR(score(one.results(), 2), score(two.results(), 2), 1e-8);
}

TEST_F(Adjusted, WhoNeverStartedIsLeftOut) {
  AdjustedResults adjusted(*solved_, *rules_, 1);
  for (const referee::play::DealResult& deal : play(*rules_, 10))
    adjusted.add_deal(std::array{0, kNotRated}, deal);
  adjusted.finish();
  EXPECT_EQ(adjusted.results().deals(), 0);
  EXPECT_FALSE(adjusted.luck(0).z());
}

/// A game at random in which every eighth bust of agent 0 is thrown again.
class FavouredGame {
 public:
  FavouredGame(const rules::RuleSet& rules, std::uint64_t deal) : rules_(rules), random_(deal) {
    record_.agent_at = {0, 1};
  }
  referee::record::GameRecord play() {
    rules::Position position = rules::start_game(rules_, 0);
    while (position.phase != rules::Phase::Over) {
      const rules::Position before = position;
      rules::Dice thrown = roll(position.turn.dice);
      rules::Thrown outcome = throw_dice(rules_, position, thrown);
      if (outcome == rules::Thrown::Bust && before.mover == 0 && random_() % 8 == 0) {
        position = before;
        thrown = roll(position.turn.dice);
        outcome = throw_dice(rules_, position, thrown);
      }
      if (outcome != rules::Thrown::Choice) {
        record_.events.push_back(referee::record::event_of_throw(thrown));
        continue;
      }
      list_options(rules_, position, options_);
      const bool banks = options_[0].may_bank && random_() % 2 == 0;
      record_.events.push_back(referee::record::event_of_choice(
          thrown, 0, banks ? rules::Action::Bank : rules::Action::Roll));
      banks ? keep_and_bank(rules_, position, options_[0])
            : keep_and_roll(rules_, position, options_[0]);
    }
    record_.places = rules::places(rules_, position);
    record_.totals = position.totals;
    return record_;
  }

 private:
  rules::Dice roll(int count) {
    rules::Dice dice;
    for (int i = 0; i < count; ++i)
      dice.add(static_cast<int>(random_() % rules::kFaces));
    return dice;
  }
  const rules::RuleSet& rules_;
  std::mt19937_64 random_;
  referee::record::GameRecord record_;
  rules::Options options_;
};

TEST_F(Adjusted, WhoIsSparedEveryEighthBustIsFound) {
  AdjustedResults adjusted(*solved_, *rules_, 2);
  for (std::uint64_t deal = 0; deal < 3000; ++deal)
    adjusted.add_deal(std::array{0, 1},
                      {.deal = deal, .games = {FavouredGame(*rules_, deal).play()}});
  adjusted.finish();
  EXPECT_GT(*adjusted.luck(0).z(), kSuspiciousZ);
  EXPECT_LT(std::abs(*adjusted.luck(1).z()), kSuspiciousZ);
}

}  // namespace
}  // namespace danno::leagues::scores
