// The sequential test of a gate: is the candidate stronger by elo1, or by no more than elo0?
//
// A generalised sequential probability ratio test on blocks: a block is one deal with all its
// games, its score x in [0, 1] the mean share of candidate-baseline pairs that the candidate won.
// H0: the mean is that of elo0; H1: of elo1. The likelihood ratio is exact (Van den Bergh, "The MLE
// of a multinomial distribution with given expectation", Proposition 1.1), not the normal shortcut,
// which stops too early when most blocks are drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace danno::leagues::ratings {

/// Expected score at an Elo difference.
double score_of_elo(double elo);

/// The games of a block with a lattice of so many scores, as the ratings weigh its pairs: two of a
/// pair of games, 2 · seats · (seats - 1) + 1 cells at a table of more.
double weighted_games(std::size_t cells);

struct StoppingBounds {
  double lower;  ///< ln(β/(1-α)): at or below it H0 is accepted.
  double upper;  ///< ln((1-β)/α): at or above it H1 is.
};

/// Error rates in (0, 1), their sum below 1.
StoppingBounds stopping_bounds(double alpha, double beta);

enum class Verdict : std::uint8_t { Continue, H0, H1 };

Verdict verdict(double llr, const StoppingBounds& bounds);

/// Log-likelihood ratio of H1 against H0 for blocks with a known lattice of scores: counts[k]
/// blocks (0 or more, not all 0) had the score k/(size-1). Empty cells count as 1e-3, as fishtest
/// has it.
double llr_of_counts(std::span<const double> counts, double elo0, double elo1);

/// The same for normalised Elo, (score - ½) / (standard deviation of one game) x 800/ln 10, for a
/// block of (size-1)/2 games: Van den Bergh, "Normalized Elo, practical", section 4.1. The bounds
/// of such a test mean less the better luck is taken out; prefer logistic Elo.
double llr_of_counts_normalized(std::span<const double> counts, double nelo0, double nelo1);

/// Fewer real-valued scores than this decide nothing: their own spread is too poorly known, and a
/// skewed law would end the test in its first blocks (without it false fails of 15 % instead of 5 %
/// were seen, see docs/statistics.md).
inline constexpr std::size_t kFewestScores = 100;

/// The same for real-valued (luck-adjusted) block scores, each its own cell. 0 until there are
/// kFewestScores of them. While none is on one side of the hypotheses, 0 and 1 count 1e-3 each.
double llr_of_scores(std::span<const double> scores, double elo0, double elo1);

/// What blocks say of the strength. What they do not bound is empty.
struct MatchEstimate {
  std::optional<double> elo;        ///< Empty where all was won or lost.
  std::optional<double> elo_low;    ///< 95 %, or one-sided where all was won.
  std::optional<double> elo_high;   ///< 95 %, or one-sided where all was lost.
  std::optional<double> elo_error;  ///< Half the width; empty if a side is.
  std::optional<double> nelo;       ///< Empty where the blocks show no spread.
  double los = 0.5;
  double variance = 0;  ///< Of a block's score.
};

MatchEstimate estimate_of_counts(std::span<const double> counts);
/// The same of luck-adjusted scores of blocks of so many games; at least one. Their error has one
/// more block, with kUnseenMistake of ratings.hpp.
MatchEstimate estimate_of_scores(std::span<const double> scores, int games);
/// The second, of the same blocks, if it is bounded and no wider; else the first, of counts.
const MatchEstimate& more_telling(const MatchEstimate& raw, const MatchEstimate& adjusted);

/// How many more blocks an open test takes in the mean if they are like those of the estimate:
/// Wald's identities, with the log-likelihood ratio as a Brownian motion. Empty where the blocks
/// show no spread.
std::optional<double> blocks_to_come(const MatchEstimate& estimate, double llr,
                                     const StoppingBounds& bounds, double elo0, double elo1);

}  // namespace danno::leagues::ratings
