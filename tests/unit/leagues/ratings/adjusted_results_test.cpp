// Luck taken out of stored games: the mean stays, the error shrinks, and who knows the dice is
// found.
#include "leagues/ratings/adjusted_results.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>

#include <filesystem>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/ratings/ratings.hpp"
#include "referee/solver/value_file.hpp"
#include "tests/unit/played_games.hpp"

namespace danno::leagues::ratings {
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
    solved_->table =
        std::make_unique<const solver::ValueTable>(solved_->rules, solver::map_table(path_));
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
    return random_deals(line_up, 0, deals, {}).deals;
  }

  /// Adjusts in sums of so many deals, the last ones first.
  [[nodiscard]] AdjustedResults adjust(std::span<const referee::play::DealResult> deals,
                                       const rules::RuleSet& rules, std::span<const int> agents,
                                       std::size_t at_a_time) const {
    LuckSums sums(agents.size());
    for (std::size_t end = deals.size(); end > 0; end -= std::min(at_a_time, end))
      sums.add(sum(deals.first(end).last(std::min(at_a_time, end)), rules, agents.size()));
    AdjustedResults adjusted(static_cast<int>(agents.size()));
    adjusted.add_line_up(agents, sums);
    return adjusted;
  }
  [[nodiscard]] LuckSums sum(std::span<const referee::play::DealResult> deals,
                             const rules::RuleSet& rules, std::size_t agents) const {
    std::vector<const referee::record::GameRecord*> games;
    for (const referee::play::DealResult& deal : deals) {
      for (const referee::record::GameRecord& game : deal.games)
        games.push_back(&game);
    }
    const std::vector<GameLuck> lucks = LuckOfGames(*solved_->table, rules).compute(games);
    return *sum_luck(deals, lucks, agents);
  }

  const rules::Definition& koans_ = *rules::find_definition("koans");
  std::filesystem::path path_;
  std::optional<rules::RuleSet> rules_;
  std::unique_ptr<SolvedGame> solved_;
};

/// Mean score of agent 0.
double score(const Results& results, int table_size) {
  const AgentTotals& totals = results.agent(table_size, 0);
  const auto pairs = static_cast<double>(totals.games) * (table_size - 1);
  return static_cast<double>(totals.score) / static_cast<double>(ratings::kPairWin) / pairs;
}

TEST_F(Adjusted, ScoresHaveTheRawMeanAndASmallerError) {
  for (const int seats : {2, 3}) {
    const rules::RuleSet rules(koans_, seats, rules_->parameters());
    const std::vector<int> all{0, 1, 2};
    const auto agents = std::span(all).first(static_cast<std::size_t>(seats));
    Results raw(seats);
    const std::vector<referee::play::DealResult> deals = play(rules, 600);
    for (const referee::play::DealResult& deal : deals)
      rate_deal(raw, agents, deal);
    const AdjustedResults adjusted = adjust(deals, rules, agents, 600);
    const Ratings before = ratings::fit(raw);
    const Ratings after = ratings::fit(adjusted.results());
    EXPECT_LT(*after.agents[0].se, 0.75 * *before.agents[0].se) << seats;
    // An error of 1 Elo is one of 1/695 in the score.
    EXPECT_NEAR(score(adjusted.results(), seats), score(raw, seats),
                4 * *before.agents[0].se / 695);
    for (int agent = 0; agent < seats; ++agent)
      EXPECT_LT(std::abs(*adjusted.luck(agent).z()), kSuspiciousZ);
  }
}

/// The definition, game by game: what beta takes from a deal is fitted on the others' half.
TEST_F(Adjusted, ScoresAreThoseOfTheDefinition) {
  const std::vector<referee::play::DealResult> deals = play(*rules_, 120);
  struct Deal {
    double x = 0, luck = 0;
  };
  std::array<std::vector<Deal>, 2> halves;
  for (const referee::play::DealResult& deal : deals) {
    const LuckSums sums = sum({&deal, 1}, *rules_, 2);
    const LuckSums::Half& half = sums.halves[deal.deal % 2];
    halves[deal.deal % 2].push_back({static_cast<double>(half.sums[0]) / 2,
                                     static_cast<double>(half.sums[1]) / ratings::kPairWin});
  }
  std::array<double, 2> betas{};
  for (std::size_t half = 0; half < 2; ++half) {
    Deal mean;
    for (const Deal& deal : halves[half]) {
      mean.x += deal.x / static_cast<double>(halves[half].size());
      mean.luck += deal.luck / static_cast<double>(halves[half].size());
    }
    double covariance = 1;  // a deal that luck alone decided: both games of it
    double variance = 1;
    for (const Deal& deal : halves[half]) {
      covariance += (deal.x - mean.x) * (deal.luck - mean.luck);
      variance += (deal.luck - mean.luck) * (deal.luck - mean.luck);
    }
    betas[1 - half] = covariance / variance;
  }
  Results due(2);
  const std::array agents{0, 1};
  const std::array places{1, 2};
  for (std::size_t half = 0; half < 2; ++half) {
    for (const Deal& deal : halves[half]) {
      // A deal's two games in one, of which half of the score is left.
      const double y = deal.x - betas[half] * deal.luck;
      const std::array<PairScore, 1> score{
          std::llround((1 + y) / 2 * static_cast<double>(ratings::kPairWin))};
      const RankedGame game{agents, places, score};
      due.add_deal(std::array{game, game});
    }
  }
  const AdjustedResults adjusted = adjust(deals, *rules_, std::array{0, 1}, 7);
  constexpr double kUnit = ratings::kPairWin;
  EXPECT_NEAR(score(adjusted.results(), 2), score(due, 2), 1e-9);
  EXPECT_NEAR(static_cast<double>(adjusted.results().pair(2, 0, 1).y_squared) / kUnit / kUnit,
              static_cast<double>(due.pair(2, 0, 1).y_squared) / kUnit / kUnit, 1e-6);
}

TEST_F(Adjusted, SumsAreTheSameHoweverDealsAreCutAndSeatsOrdered) {
  for (const int seats : {2, 3}) {
    const rules::RuleSet rules(koans_, seats, rules_->parameters());
    const auto agents = static_cast<std::size_t>(seats);
    std::vector<referee::play::DealResult> deals = play(rules, 20);
    const LuckSums whole = sum(deals, rules, agents);
    LuckSums parts(agents);
    for (referee::play::DealResult& deal : deals)
      std::ranges::reverse(deal.games);
    parts.add(sum(std::span(deals).last(13), rules, agents));
    parts.add(sum(std::span(deals).first(7), rules, agents));
    EXPECT_EQ(parts, whole);
    EXPECT_EQ(whole.deals(), 20);
  }
}

TEST_F(Adjusted, SumsAreReadAsTheyWereWritten) {
  const LuckSums sums = sum(play(*rules_, 9), *rules_, 2);
  const std::string bytes = encode_luck(sums);
  EXPECT_EQ(decode_luck(bytes, 2), sums);
  EXPECT_EQ(decode_luck(bytes, 3), std::nullopt);
  EXPECT_EQ(decode_luck(bytes + "x", 2), std::nullopt);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(decode_luck(bytes.substr(0, size), 2), std::nullopt) << size;
}

TEST_F(Adjusted, SumsOfDealsThatAreNotAlikeAreNone) {
  std::vector<referee::play::DealResult> deals = play(*rules_, 2);
  const LuckSums two = sum(deals, *rules_, 2);
  deals[1].games.pop_back();
  EXPECT_EQ(sum_luck(deals, std::vector<GameLuck>(3), 2), std::nullopt);
  LuckSums sums = sum(std::span(deals).last(1), *rules_, 2);
  EXPECT_THROW(sums.add(two), std::runtime_error);
}

TEST_F(Adjusted, WhoNeverStartedIsLeftOut) {
  const AdjustedResults adjusted = adjust(play(*rules_, 10), *rules_, std::array{0, kNotRated}, 10);
  EXPECT_EQ(adjusted.results().deals(), 0);
  EXPECT_FALSE(adjusted.luck(0).z());
  const rules::RuleSet of_three(koans_, 3, rules_->parameters());
  const AdjustedResults others =
      adjust(play(of_three, 10), of_three, std::array{0, kNotRated, 1}, 10);
  EXPECT_EQ(others.results().table_sizes(), std::vector{2});
  EXPECT_EQ(others.results().deals(), 10);
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
  std::vector<referee::play::DealResult> deals;
  for (std::uint64_t deal = 0; deal < 3000; ++deal)
    deals.push_back({.deal = deal, .games = {FavouredGame(*rules_, deal).play()}});
  const AdjustedResults adjusted = adjust(deals, *rules_, std::array{0, 1}, 3000);
  EXPECT_GT(*adjusted.luck(0).z(), kSuspiciousZ);
  EXPECT_LT(std::abs(*adjusted.luck(1).z()), kSuspiciousZ);
}

}  // namespace
}  // namespace danno::leagues::ratings
