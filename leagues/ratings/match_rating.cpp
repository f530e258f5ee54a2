#include "leagues/ratings/match_rating.hpp"

#include <algorithm>

#include "leagues/ratings/intervals.hpp"

namespace danno::leagues::ratings {

namespace {

/// Returns the ratings of a match. The rating of one of two agents is the difference of theirs,
/// since fitted ratings are relative to their mean.
std::vector<MatchRating> rate(const Ratings& ratings) {
  std::vector<MatchRating> rated;
  for (const AgentRating& rating : ratings.agents)
    rated.push_back({rating.elo, rating.elo_low, rating.elo_high});
  if (rated.size() != 2) return rated;
  for (std::size_t i = 0; i < 2; ++i) {
    const AgentRating& own = ratings.agents[i];
    const double other = ratings.agents[1 - i].elo;
    // A bound on one side alone (all won or lost) is relative to the other's rating as it stands.
    const bool both = own.elo_low && own.elo_high;
    const auto difference = [&](std::optional<double> bound) {
      return bound ? std::optional(both ? 2 * *bound : *bound - other) : std::nullopt;
    };
    rated[i] = {own.elo - other, difference(own.elo_low), difference(own.elo_high)};
  }
  return rated;
}

}  // namespace

std::vector<MatchRating> rate_match(const Results& results) { return rate(fit(results)); }

std::vector<MatchRating> rate_adjusted_match(const Results& adjusted, const Results& raw) {
  const std::vector<MatchRating> before = rate(fit(raw));
  std::vector<MatchRating> after = rate(fit_adjusted(adjusted));
  for (std::size_t i = 0; i < after.size(); ++i)
    after[i] = tighter_estimate(before[i], after[i]);
  return after;
}

Ratings fit_adjusted(const Results& adjusted, double unseen_mistake) {
  // Adjusted scores have little noise, so a prior of the usual size would pull them more than their
  // error.
  constexpr double kPrior = 0.05;
  return fit(adjusted, {.prior = kPrior, .unseen_mistake = unseen_mistake});
}

std::optional<std::size_t> stronger_of_two(const std::vector<MatchRating>& ratings) {
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    if (ratings[i].low && *ratings[i].low > 0) return i;
  }
  return std::nullopt;
}

MatchRating at_any_time(const MatchRating& rating, std::int64_t deals) {
  if (!rating.low || !rating.high || *rating.high <= *rating.low) return rating;
  // The interval is undone to its standard error first, then widened by the quantile that holds at
  // all times.
  const double half = (*rating.high - *rating.low) / 2;
  const double error = half / interval_quantile(kConfidence, deals);
  const double wide = std::max(half, error * anytime_quantile(error, 1 - kConfidence, deals));
  return {rating.elo, rating.elo - wide, rating.elo + wide};
}

const MatchRating& tighter_estimate(const MatchRating& raw, const MatchRating& adjusted) {
  if (!raw.low || !raw.high || !adjusted.low || !adjusted.high) return raw;
  return *adjusted.high - *adjusted.low <= *raw.high - *raw.low ? adjusted : raw;
}

}  // namespace danno::leagues::ratings
