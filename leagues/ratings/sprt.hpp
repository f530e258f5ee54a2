// The sequential test of a gate: is the candidate stronger by elo1, or by no more than elo0?
//
// A generalised sequential probability ratio test on blocks. A block is one deal with all its
// games; its score x in [0, 1] is the mean share of candidate-baseline pairs that the candidate
// won. H0: the mean is that of elo0; H1: of elo1. The likelihood ratio is exact (Van den Bergh,
// "The MLE of a multinomial distribution with given expectation", Proposition 1.1), not the normal
// approximation, which stops too early if most blocks are drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace danno::leagues::ratings {

/// Returns the expected score at an Elo difference.
double score_of_elo(double elo);

/// Returns the number of games of a block with a lattice of `cells` scores, as the ratings weigh
/// its pairs: 2 for a pair of games, and 2 · seats · (seats - 1) + 1 cells at a larger table.
double weighted_games(std::size_t cells);

struct StoppingBounds {
  double lower;  ///< ln(β/(1-α)); H0 is accepted at or below it.
  double upper;  ///< ln((1-β)/α); H1 is accepted at or above it.
};

/// Returns the bounds for error rates in (0, 1) with a sum below 1.
StoppingBounds stopping_bounds(double alpha, double beta);

enum class Verdict : std::uint8_t { Continue, H0, H1 };

Verdict verdict(double llr, const StoppingBounds& bounds);

/// Returns the log-likelihood ratio of H1 against H0 for blocks with a known lattice of scores:
/// counts[k] blocks (at least 0, not all 0) had the score k/(size-1). Empty cells count as 1e-3, as
/// in fishtest.
double llr_of_counts(std::span<const double> counts, double elo0, double elo1);

/// The number of real-valued scores below which nothing is decided: their own spread is too
/// unreliable, and a skewed distribution would end the test in its first blocks (15 % instead of 5
/// % false fails were observed without it, see docs/statistics.md).
inline constexpr std::size_t kFewestScores = 100;

/// Returns the same for real-valued (luck-adjusted) block scores, each its own cell; 0 until there
/// are kFewestScores. While no score is on one side of the hypotheses, 0 and 1 count as 1e-3 each.
double llr_of_scores(std::span<const double> scores, double elo0, double elo1);

/// The estimate of strength from blocks. Unbounded values are empty.
struct MatchEstimate {
  std::optional<double> elo;        ///< Empty if everything was won or lost.
  std::optional<double> elo_low;    ///< The 95 % bound, or one-sided if everything was won.
  std::optional<double> elo_high;   ///< The 95 % bound, or one-sided if everything was lost.
  std::optional<double> elo_error;  ///< Half the width; empty if a side is.
  std::optional<double> nelo;       ///< Empty if the blocks have no spread.
  double los = 0.5;
  double variance = 0;  ///< The variance of a block's score.
};

MatchEstimate estimate_of_counts(std::span<const double> counts);
/// Returns the same for luck-adjusted scores of blocks of `games` games; at least one score. The
/// error includes one more block, with kUnseenMistake of ratings.hpp.
MatchEstimate estimate_of_scores(std::span<const double> scores, int games);
/// Returns `adjusted` if it is bounded and no wider than `raw`; otherwise `raw`. Both must be of
/// the same blocks.
const MatchEstimate& tighter_estimate(const MatchEstimate& raw, const MatchEstimate& adjusted);

/// Returns the mean number of further blocks of an open test if they are like those of the
/// estimate: Wald's identities, with the log-likelihood ratio as a Brownian motion. Empty if the
/// blocks have no spread.
std::optional<double> blocks_to_come(const MatchEstimate& estimate, double llr,
                                     const StoppingBounds& bounds, double elo0, double elo1);

}  // namespace danno::leagues::ratings
