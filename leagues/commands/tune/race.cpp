// A race of candidates: all play the same deals, and those that are surely worse than the best drop
// out (Hoeffding races, Maron and Moore 1994; Birattari 2009 for tuning).
//
// The scores of a deal are paired, because its dice are the same for all, and luck is subtracted
// with a common slope per table. A candidate drops out when the interval of its distance to the
// leader lies above 0. The intervals hold at all looks at once, and the error is divided among the
// candidates (Bonferroni). So the best one is dropped with a probability of at most `error`,
// however often the race looks.
#include "leagues/commands/tune/race.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/sprt.hpp"

namespace danno::leagues::commands::tune {
namespace {

using Tables = std::span<const std::vector<DealScore>>;

/// The farthest that an Elo is shown from 0.
constexpr double kFarthest = 1000;
/// Fewer deals in which two candidates differ say little about how they spread.
constexpr std::size_t kFewDifferences = 20;
/// The error of an interval at one look: 95 % confidence.
constexpr double kOneLookError = 0.05;
/// The standard error, in Elo, at which the intervals are narrowest: where close candidates part.
constexpr double kTunedAt = 2.5;

struct Mean {
  double mean = 0;
  double se = 0;
};

/// Returns the mean and its standard error; the error is 0 for fewer than two values.
Mean compute_mean(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  Mean result;
  for (const double value : values)
    result.mean += value / n;
  double squares = 0;
  for (const double value : values)
    squares += (value - result.mean) * (value - result.mean);
  if (n > 1) result.se = std::sqrt(squares / (n - 1) / n);
  return result;
}

/// Returns the standard error of a mean score. Deals without any spread do not show it; the model
/// with one game per deal and table then gives it.
double standard_error(const Mean& mean, std::size_t deals, std::size_t tables) {
  constexpr double kNoSpread = 1e-9;
  if (mean.se > kNoSpread) return mean.se;
  const auto games = static_cast<double>(deals * tables);
  const double score = (mean.mean * games + 0.5) / (games + 1);  // not 0 or 1 where all are won
  return std::sqrt(score * (1 - score) / games);
}

/// Returns the Elo per point of score between these scores.
double slope_between(double one, double other) {
  const double apart = std::abs(one - other);
  if (apart > 1e-9) return std::abs(score_to_elo(one) - score_to_elo(other)) / apart;
  // Equal scores have the derivative there, which is finite within kFarthest.
  const double score =
      std::clamp(one, ratings::score_of_elo(-kFarthest), ratings::score_of_elo(kFarthest));
  return 400 / std::numbers::ln10 / (score * (1 - score));
}

/// Sums for the slope of score on luck, each candidate about its own means.
struct SlopeSums {
  double product = 0;
  double square = 0;

  void add(std::span<const DealScore> deals) {
    if (deals.empty()) return;
    const auto n = static_cast<double>(deals.size());
    double score = 0;
    double luck = 0;
    for (const DealScore& deal : deals) {
      score += deal.score / n;
      luck += deal.luck / n;
    }
    for (const DealScore& deal : deals) {
      product += (deal.score - score) * (deal.luck - luck);
      square += (deal.luck - luck) * (deal.luck - luck);
    }
  }
  [[nodiscard]] double slope() const { return square > 0 ? product / square : 0; }
};

/// The scores of the first `count` deals without luck, in the mean of all tables.
std::vector<double> without_luck(Tables tables, std::span<const double> slopes, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t table = 0; table < tables.size(); ++table) {
    for (std::size_t deal = 0; deal < count; ++deal) {
      const DealScore& score = tables[table][deal];
      values[deal] +=
          (score.score - slopes[table] * score.luck) / static_cast<double>(tables.size());
    }
  }
  return values;
}

/// Returns the differences over the deals that both have played.
std::vector<double> differences(std::span<const double> one, std::span<const double> other) {
  std::vector<double> values(std::min(one.size(), other.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = one[i] - other[i];
  return values;
}

/// Returns how far the mean may be off at any look, with probability 1 - `error`, if few
/// differences are not 0; otherwise nullopt.
std::optional<double> few_differences(std::span<const double> values, double mean, double error) {
  const auto differing = std::ranges::count_if(values, [](double value) { return value != 0; });
  if (static_cast<std::size_t>(differing) >= kFewDifferences) return std::nullopt;
  // A difference is at most one point. Their number is Poisson, nearly, and at most this in all
  // looks: Chernoff's bound, for each of the counts below kFewDifferences.
  const double log = std::log(kFewDifferences / error);
  const auto count = static_cast<double>(differing);
  double most = log + count;
  // The bound m solves m - c - c ln(m/c) = ln(20/error); the iteration converges to it from below.
  for (int i = 0; i < 50 && count > 0; ++i)
    most = log + count + count * std::log(most / count);
  return std::abs(mean) + most / static_cast<double>(values.size());
}

/// Returns how far the mean of differences may be off at any look, with probability 1 - `error`, in
/// Elo.
double half_width(std::span<const double> values, const Mean& mean, double elo_per_point,
                  double error) {
  if (const auto few = few_differences(values, mean.mean, error)) return elo_per_point * *few;
  // The quantile is tuned for leagues; scaling the error tunes it for kTunedAt.
  const double se = mean.se * elo_per_point;
  return se * ratings::anytime_quantile(se * ratings::kAnytimeTunedAt / kTunedAt, error,
                                        static_cast<std::int64_t>(values.size()));
}

/// Returns a candidate's state from its distance to the best; within `within` Elo it counts as
/// equal.
CandidateState candidate_state(const EloEstimate& behind, double within) {
  if (behind.elo - behind.half_width > 0) return CandidateState::Dropped;
  const bool close = behind.elo + behind.half_width <= within;
  return close ? CandidateState::Within : CandidateState::Racing;
}

}  // namespace

double score_to_elo(double score) {
  const double inside =
      std::clamp(score, ratings::score_of_elo(-kFarthest), ratings::score_of_elo(kFarthest));
  return 400 * std::log10(inside / (1 - inside));
}

Race::Race(std::size_t candidates, const RaceTerms& terms)
    : terms_(terms),
      scores_(candidates, std::vector<std::vector<DealScore>>(terms.tables)),
      standings_(candidates),
      shown_(candidates),
      slopes_(terms.tables) {}

void Race::add(std::size_t candidate, std::size_t table, std::span<const DealScore> deals) {
  std::vector<DealScore>& all = scores_[candidate][table];
  all.insert(all.end(), deals.begin(), deals.end());
}

void Race::fail(std::size_t candidate, std::string reason) {
  standings_[candidate].state = CandidateState::Failed;
  standings_[candidate].reason = std::move(reason);
  shown_[candidate] = standings_[candidate];
}

void Race::fit_slopes() {
  for (std::size_t table = 0; table < terms_.tables; ++table) {
    SlopeSums sums;
    for (std::size_t candidate = 0; candidate < scores_.size(); ++candidate)
      sums.add(std::span(scores_[candidate][table]).first(standings_[candidate].deals));
    slopes_[table] = sums.slope();
  }
}

std::vector<double> Race::adjusted(std::size_t candidate) const {
  return without_luck(scores_[candidate], slopes_, standings_[candidate].deals);
}

std::optional<std::size_t> Race::best_racing(std::span<const double> means) const {
  std::optional<std::size_t> best;
  for (std::size_t candidate = 0; candidate < means.size(); ++candidate) {
    if (is_racing(candidate) && (!best || means[candidate] > means[*best])) best = candidate;
  }
  return best;
}

bool Race::look(std::uint64_t deals) {
  for (std::size_t candidate = 0; candidate < scores_.size(); ++candidate) {
    if (is_racing(candidate)) standings_[candidate].deals = deals;
  }
  // The slopes are fitted again at each look; with many deals they hardly move.
  fit_slopes();
  std::vector<std::vector<double>> values;
  std::vector<double> means;
  for (std::size_t candidate = 0; candidate < scores_.size(); ++candidate) {
    values.push_back(adjusted(candidate));
    means.push_back(compute_mean(values.back()).mean);
  }
  leader_ = best_racing(means);
  shown_ = standings_;
  if (!leader_) return false;
  // The error is divided among the comparisons of the best with each other candidate.
  const double share = terms_.error / std::max<double>(1, static_cast<double>(scores_.size()) - 1);
  bool open = false;
  for (std::size_t candidate = 0; candidate < scores_.size(); ++candidate) {
    if (values[candidate].empty()) continue;
    CandidateStanding& shown = shown_[candidate];
    const Mean own = compute_mean(values[candidate]);
    const double error = standard_error(own, values[candidate].size(), terms_.tables);
    shown.field = {score_to_elo(own.mean), 1.96 * error * slope_between(own.mean, own.mean)};
    if (candidate == *leader_) {
      shown.state = CandidateState::Best;
      continue;
    }
    const auto apart = differences(values[*leader_], values[candidate]);
    const Mean mean = compute_mean(apart);
    // A candidate may have played less: the leader's score in those deals is not its mean.
    const double elo_per_point = slope_between(means[*leader_], means[*leader_] - mean.mean);
    const EloEstimate behind{mean.mean * elo_per_point,
                             half_width(apart, mean, elo_per_point, share)};
    shown.behind = behind;
    shown.alike = std::ranges::all_of(apart, [](double value) { return value == 0; });
    if (shown.state != CandidateState::Racing) continue;
    shown.state = candidate_state(behind, terms_.within);
    if (shown.state == CandidateState::Dropped) standings_[candidate].state = shown.state;
    open = open || shown.state == CandidateState::Racing;
  }
  return open;
}

bool Race::all_alike() const {
  const auto is_other = [](const CandidateStanding& standing) {
    return standing.state != CandidateState::Best && standing.state != CandidateState::Failed;
  };
  return std::ranges::any_of(shown_, is_other) &&
         std::ranges::all_of(shown_, [&](const CandidateStanding& standing) {
           return !is_other(standing) || standing.alike;
         });
}

EloEstimate difference(Tables first, Tables second) {
  std::vector<double> slopes;
  for (std::size_t table = 0; table < first.size(); ++table) {
    SlopeSums sums;
    sums.add(first[table]);
    sums.add(second[table]);
    slopes.push_back(sums.slope());
  }
  const std::size_t count = std::min(first.front().size(), second.front().size());
  const std::vector<double> one = without_luck(first, slopes, count);
  const std::vector<double> other = without_luck(second, slopes, count);
  const std::vector<double> apart = differences(one, other);
  const Mean mean = compute_mean(apart);
  const double elo_per_point = slope_between(compute_mean(one).mean, compute_mean(other).mean);
  const auto few = few_differences(apart, mean.mean, kOneLookError);
  return {mean.mean * elo_per_point, few.value_or(1.96 * mean.se) * elo_per_point};
}

}  // namespace danno::leagues::commands::tune
