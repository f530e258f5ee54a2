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
#include "leagues/ratings/score_sheet.hpp"
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

/// Deals of two games of four agents with random places and luck.
class RandomLuck {
 public:
  static constexpr std::size_t kSeats = 4;
  static constexpr std::size_t kGames = 2;
  struct Deal {
    referee::play::DealResult result;
    std::array<GameLuck, kGames> lucks;
  };

  explicit RandomLuck(std::uint64_t count) {
    std::minstd_rand random(5);
    const auto draw = [&](std::uint32_t n) { return static_cast<std::uint8_t>(random() % n); };
    for (std::uint64_t number = 0; number < count; ++number) {
      Deal& deal = deals.emplace_back();
      deal.result.deal = number;
      for (GameLuck& luck : deal.lucks) {
        referee::record::GameRecord& game = deal.result.games.emplace_back();
        game.seats = kSeats;
        const std::uint8_t first = draw(kSeats);
        const std::uint8_t best = draw(3);
        for (std::uint8_t seat = 0; seat < kSeats; ++seat) {
          game.agent_at[seat] = static_cast<std::uint8_t>((first + seat) % kSeats);
          // The last two seats share a place in every third game.
          game.places[seat] = static_cast<std::uint8_t>(best == 0 && seat == 3 ? 3 : seat + 1);
        }
        for (std::size_t a = 0; a < kSeats; ++a) {
          for (std::size_t b = 0; b < kSeats; ++b)
            luck.own[a][b] = a == b ? 0 : draw(9) / 16.0 - (b == 3 ? 0.125 : 0.25);
        }
      }
    }
  }

  [[nodiscard]] LuckSums sum() const {
    std::vector<referee::play::DealResult> results;
    std::vector<GameLuck> lucks;
    for (const Deal& deal : deals) {
      results.push_back(deal.result);
      lucks.insert(lucks.end(), deal.lucks.begin(), deal.lucks.end());
    }
    return *sum_luck(results, lucks, kSeats);
  }

  /// Returns what the first of two agents won above even, in a deal.
  static double over(const Deal& deal, std::size_t a, std::size_t b) {
    double won = 0;
    for (const referee::record::GameRecord& game : deal.result.games) {
      std::array<int, kSeats> places{};
      for (std::size_t seat = 0; seat < kSeats; ++seat)
        places[game.agent_at[seat]] = game.places[seat];
      won += half_points(places[a], places[b]) / 2.0 - 0.5;
    }
    return won;
  }
  static double luck(const Deal& deal, std::size_t a, std::size_t b) {
    return deal.lucks[0].of_pair(a, b) + deal.lucks[1].of_pair(a, b);
  }
  /// Returns the slope of score by luck over the deals of a half, and one more that luck decided.
  [[nodiscard]] double beta(std::size_t half, std::size_t a, std::size_t b) const {
    double n = 0;
    double x = 0;
    double l = 0;
    double xl = 1;
    double ll = 1;
    for (std::size_t i = half; i < deals.size(); i += 2) {
      ++n;
      x += over(deals[i], a, b);
      l += luck(deals[i], a, b);
      xl += over(deals[i], a, b) * luck(deals[i], a, b);
      ll += luck(deals[i], a, b) * luck(deals[i], a, b);
    }
    return n == 0 ? 1 : (xl - x * l / n) / (ll - l * l / n);
  }

  std::vector<Deal> deals;
};

TEST(AdjustedTables, AreThoseOfTheDefinitionWithoutWhoIsNotRated) {
  for (const std::uint64_t count : {1U, 31U}) {
    const RandomLuck random(count);
    const std::array agents{2, kNotRated, 0, 1};
    const std::array<std::size_t, 3> rated{0, 2, 3};  // in the line-up
    Results due(3);
    for (std::size_t d = 0; d < random.deals.size(); ++d) {
      const RandomLuck::Deal& deal = random.deals[d];
      std::vector<PairScore> scores;
      for (const auto& [a, b] : {std::pair(0, 2), {0, 3}, {2, 3}}) {
        const double y =
            RandomLuck::over(deal, at(a), at(b)) -
            random.beta(1 - d % 2, at(a), at(b)) * RandomLuck::luck(deal, at(a), at(b));
        scores.push_back(std::llround((0.5 + y / 2) * static_cast<double>(kPairWin)));
      }
      std::vector<std::array<int, 3>> places;
      for (const referee::record::GameRecord& game : deal.result.games) {
        std::array<int, RandomLuck::kSeats> by_agent{};
        for (std::size_t seat = 0; seat < RandomLuck::kSeats; ++seat)
          by_agent[game.agent_at[seat]] = game.places[seat];
        places.push_back({by_agent[0], by_agent[2], by_agent[3]});
      }
      const std::array players{2, 0, 1};
      due.add_deal(std::array{RankedGame{players, places[0], scores},
                              RankedGame{players, places[1], scores}});
    }
    AdjustedResults adjusted(3);
    adjusted.add_line_up(agents, random.sum());
    const Results& results = adjusted.results();
    EXPECT_EQ(results.deals(), due.deals());
    constexpr double kUnit = kPairWin;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(results.agent(3, i).games, due.agent(3, i).games);
      EXPECT_NEAR(static_cast<double>(results.agent(3, i).score - due.agent(3, i).score) / kUnit, 0,
                  1e-7);
      for (int j = i + 1; j < 3; ++j) {
        const PairTotals& own = results.pair(3, i, j);
        const PairTotals& other = due.pair(3, i, j);
        EXPECT_EQ(own.halves, other.halves);
        EXPECT_EQ(own.m_squared, other.m_squared);
        EXPECT_NEAR(static_cast<double>(own.score - other.score) / kUnit, 0, 1e-7);
        EXPECT_NEAR(static_cast<double>(own.y_squared - other.y_squared) / kUnit / kUnit, 0, 1e-6);
      }
    }
    LineUpMoments own;
    LineUpMoments other;
    results.read_line_up(0, own);
    due.read_line_up(0, other);
    EXPECT_EQ(own.key, other.key);
    ASSERT_EQ(own.products.size(), other.products.size());
    for (std::size_t i = 0; i < own.products.size(); ++i)
      EXPECT_NEAR(static_cast<double>(own.products[i] - other.products[i]) / kUnit / kUnit, 0,
                  1e-6);
    // An agent's luck is that against all three others, whether they are rated or not.
    for (std::size_t i = 0; i < 3; ++i) {
      double sum = 0;
      double squares = 0;
      for (const RandomLuck::Deal& deal : random.deals) {
        double luck = 0;
        for (const GameLuck& game : deal.lucks) {
          for (const double against : game.own[rated[i]])
            luck += against / 6;  // two games of three rivals
        }
        sum += luck;
        squares += luck * luck;
      }
      const LuckTotals& totals = adjusted.luck(agents[rated[i]]);
      EXPECT_EQ(totals.deals, static_cast<std::int64_t>(count));
      EXPECT_NEAR(totals.mean(), sum / static_cast<double>(count), 1e-9);
      EXPECT_NEAR(totals.z().value(), sum / std::sqrt(squares), 1e-9);
    }
  }
}

TEST(LuckTotals, OfNoDealsAreNone) {
  EXPECT_EQ(LuckTotals{}.mean(), 0);
  EXPECT_EQ(LuckTotals{}.z(), std::nullopt);
  AdjustedResults adjusted(2);
  adjusted.add_line_up(std::array{0, 1}, LuckSums(2));
  EXPECT_EQ(adjusted.results().deals(), 0);
  EXPECT_EQ(adjusted.luck(0).deals, 0);
}

TEST_F(Adjusted, LuckOfADealIsTheMeanOverItsGamesAndRivals) {
  const rules::RuleSet rules(koans_, 3, rules_->parameters());
  const std::vector<referee::play::DealResult> deals = play(rules, 5);
  LuckOfGames luck(*solved_->table, rules);
  std::vector<const referee::record::GameRecord*> games;
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games)
      games.push_back(&game);
  }
  const std::vector<GameLuck> lucks = luck.compute(games);
  for (std::size_t agent = 0; agent < 3; ++agent) {
    const std::vector<double> found = luck_of_deals(luck, deals, agent);
    ASSERT_EQ(found.size(), 5U);
    for (std::size_t deal = 0; deal < 5; ++deal) {
      double sum = 0;
      for (std::size_t game = 3 * deal; game < 3 * deal + 3; ++game) {
        for (std::size_t other = 0; other < 3; ++other)
          sum += lucks[game].own[agent][other] - lucks[game].own[other][agent];
      }
      EXPECT_NEAR(found[deal], sum / 6, 1e-12);
    }
  }
}

TEST_F(Adjusted, LuckIsTheSameHoweverManyGamesAreComputedAtOnce) {
  const rules::RuleSet rules(koans_, 3, rules_->parameters());
  const std::vector<referee::play::DealResult> deals = play(rules, 60);
  LuckOfGames luck(*solved_->table, rules, 2);
  std::vector<const referee::record::GameRecord*> games;
  GameThrows throws;
  std::size_t waiting = 0;
  for (const referee::play::DealResult& deal : deals) {
    throws.clear();
    for (const referee::record::GameRecord& game : deal.games) {
      games.push_back(&game);
      throws.replay(rules, game);
      waiting += 2 * referee::record::count_throws(game);
      EXPECT_EQ(luck.count_throws(game), 2 * referee::record::count_throws(game));
    }
    EXPECT_EQ(luck.add(throws), waiting);
  }
  const std::vector<GameLuck> added = luck.compute();
  const std::vector<GameLuck> at_once = luck.compute(games);
  ASSERT_EQ(added.size(), 180U);
  for (std::size_t game = 0; game < games.size(); ++game) {
    const GameLuck alone = luck.compute({&games[game], 1}).front();
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        EXPECT_NEAR(added[game].own[a][b], alone.own[a][b], 1e-12);
        EXPECT_NEAR(at_once[game].own[a][b], alone.own[a][b], 1e-12);
      }
    }
  }
  EXPECT_TRUE(luck.compute().empty());
  EXPECT_EQ(compute_luck(deals, rules, *solved_), sum(deals, rules, 3));
}

TEST_F(Adjusted, LuckOfAGameThatIsNotLegalIsNone) {
  std::vector<referee::play::DealResult> deals = play(*rules_, 1);
  deals[0].games[0].events.pop_back();
  EXPECT_THROW((void)compute_luck(deals, *rules_, *solved_), std::runtime_error);
  EXPECT_EQ(luck_basis(*solved_), solved_->name() + "-1");
}

}  // namespace
}  // namespace danno::leagues::ratings
