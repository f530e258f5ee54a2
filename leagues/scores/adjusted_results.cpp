#include "leagues/scores/adjusted_results.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues::scores {
namespace {

/// Calls visit(pair, a, b) for the pairs (0,1), (0,2), …, (1,2), … of `size`.
template <class Visit>
void for_each_pair(std::size_t size, Visit visit) {
  std::size_t pair = 0;
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = a + 1; b < size; ++b)
      visit(pair++, a, b);
  }
}

ratings::PairScore fixed_point(double score) {
  return std::llround(score * static_cast<double>(ratings::kPairWin));
}

}  // namespace

double LuckTotals::mean() const { return deals == 0 ? 0 : sum / static_cast<double>(deals); }

void LuckTotals::add(double luck) {
  ++deals;
  sum += luck;
  squares += luck * luck;
}

std::optional<double> LuckTotals::z() const {
  if (squares == 0) return std::nullopt;
  return sum / std::sqrt(squares);
}

void AdjustedResults::Slope::add(double deal_x, double deal_luck) {
  ++deals;
  x += deal_x;
  luck += deal_luck;
  x_luck += deal_x * deal_luck;
  luck_squared += deal_luck * deal_luck;
}

double AdjustedResults::Slope::beta() const {
  if (deals < static_cast<double>(kFewestToFit)) return 1;
  const double variance = luck_squared - luck * luck / deals;
  return variance > 0 ? (x_luck - x * luck / deals) / variance : 1;
}

AdjustedResults::AdjustedResults(const SolvedGame& solved, const rules::RuleSet& rules, int agents)
    : rules_(rules),
      luck_of_games_(*solved.table, rules),
      results_(agents),
      luck_(static_cast<std::size_t>(agents)) {}

void AdjustedResults::add_deal(std::span<const int> agents, referee::play::DealResult deal) {
  for (const referee::record::GameRecord& game : deal.games)
    waiting_throws_ += luck_of_games_.throws_of(game);
  waiting_.push_back({{agents.begin(), agents.end()}, std::move(deal)});
  if (waiting_throws_ >= luck_of_games_.throws_at_a_time()) take_waiting();
}

void AdjustedResults::close_line_up() {
  if (waiting_.empty()) return rate_line_up();
  waiting_.back().closes_line_up = true;
}

void AdjustedResults::finish() {
  take_waiting();
  rate_line_up();
}

void AdjustedResults::take_waiting() {
  std::vector<const referee::record::GameRecord*> games;
  for (const WaitingDeal& waiting : waiting_) {
    for (const referee::record::GameRecord& game : waiting.deal.games)
      games.push_back(&game);
  }
  const std::vector<GameLuck> lucks = luck_of_games_.compute(games);
  std::span<const GameLuck> left = lucks;
  for (const WaitingDeal& waiting : waiting_) {
    take(waiting, left.first(waiting.deal.games.size()));
    left = left.subspan(waiting.deal.games.size());
    if (waiting.closes_line_up) rate_line_up();
  }
  waiting_.clear();
  waiting_throws_ = 0;
}

void AdjustedResults::begin_line_up(std::span<const int> agents) {
  rated_.clear();
  rated_at_.clear();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents[i] == kNotRated) continue;
    rated_.push_back(agents[i]);
    rated_at_.push_back(i);
  }
}

void AdjustedResults::take(const WaitingDeal& waiting, std::span<const GameLuck> lucks) {
  const referee::play::DealResult& deal = waiting.deal;
  if (deals_.empty()) begin_line_up(waiting.agents);
  if (rated_.size() < 2) return;
  PlayedDeal& played = deals_.emplace_back();
  played.deal = deal.deal;
  std::vector<double> own(rated_.size());
  for (std::size_t i = 0; i < lucks.size(); ++i) {
    const referee::record::GameRecord& record = deal.games[i];
    const GameLuck& luck = lucks[i];
    PlayedGame& game = played.games.emplace_back();
    game.luck = pair_luck_.size();
    for (std::size_t seat = 0; seat < record.seats; ++seat)
      game.place_of[record.agent_at[seat]] = record.places[seat];
    for_each_pair(rated_.size(), [&](std::size_t, std::size_t a, std::size_t b) {
      pair_luck_.push_back(luck.of_pair(rated_at_[a], rated_at_[b]));
    });
    for (std::size_t a = 0; a < rated_.size(); ++a)
      own[a] += std::accumulate(luck.own[rated_at_[a]].begin(), luck.own[rated_at_[a]].end(), 0.0);
  }
  const auto shares = static_cast<double>(deal.games.size()) * (rules_.seats() - 1);
  for (std::size_t i = 0; i < rated_.size(); ++i)
    luck_[static_cast<std::size_t>(rated_[i])].add(own[i] / shares);
}

double AdjustedResults::score(const PlayedGame& game, std::size_t a, std::size_t b) const {
  const ratings::PairScore score =
      ratings::score_of_places(game.place_of[rated_at_[a]], game.place_of[rated_at_[b]]);
  return static_cast<double>(score) / static_cast<double>(ratings::kPairWin);
}

std::vector<double> AdjustedResults::fit_half(std::uint64_t parity) const {
  std::vector<Slope> slopes(rated_.size() * (rated_.size() - 1) / 2);
  for (const PlayedDeal& deal : deals_) {
    if (deal.deal % 2 != parity) continue;
    for_each_pair(rated_.size(), [&](std::size_t pair, std::size_t a, std::size_t b) {
      double x = 0;
      double luck = 0;
      for (const PlayedGame& game : deal.games) {
        x += score(game, a, b);
        luck += pair_luck_[game.luck + pair];
      }
      slopes[pair].add(x, luck);
    });
  }
  std::vector<double> betas;
  for (const Slope& slope : slopes)
    betas.push_back(slope.beta());
  return betas;
}

void AdjustedResults::rate_line_up() {
  const std::array betas{fit_half(0), fit_half(1)};
  for (const PlayedDeal& deal : deals_)
    add_adjusted(deal, betas[1 - deal.deal % 2]);
  deals_.clear();
  pair_luck_.clear();
}

void AdjustedResults::add_adjusted(const PlayedDeal& deal, const std::vector<double>& betas) {
  struct Adjusted {
    std::array<int, rules::kMaxSeats> places{};
    std::array<ratings::PairScore, rules::kMaxSeats*(rules::kMaxSeats - 1) / 2> scores{};
  };
  std::vector<Adjusted> adjusted(deal.games.size());
  std::vector<ratings::RankedGame> games;
  for (const PlayedGame& game : deal.games) {
    Adjusted& one = adjusted[games.size()];
    for (std::size_t i = 0; i < rated_.size(); ++i)
      one.places[i] = game.place_of[rated_at_[i]];
    for_each_pair(rated_.size(), [&](std::size_t pair, std::size_t a, std::size_t b) {
      one.scores[pair] =
          fixed_point(score(game, a, b) - betas[pair] * pair_luck_[game.luck + pair]);
    });
    games.push_back({rated_, std::span(one.places).first(rated_.size()),
                     std::span(one.scores).first(betas.size())});
  }
  results_.add_deal(games);
}

}  // namespace danno::leagues::scores
