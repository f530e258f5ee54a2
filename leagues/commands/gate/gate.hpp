// A gate's test: is a candidate stronger than one baseline? It is given deals one by one, and plays
// nothing itself.
//
// Deals are taken in the order of their indices, so the length of a game has no effect on when the
// test ends. Deals after the deciding one are ignored. The test is that of ratings/sprt.hpp on
// blocks of one deal: the candidate sits in every seat once, the baseline in all others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "leagues/ratings/sprt.hpp"
#include "leagues/ratings/tally.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::commands::gate {

struct GateTerms {
  double elo0 = 0;  ///< The logistic Elo of H0; below elo1.
  double elo1 = 10;
  double alpha = 0.05;  ///< Probability of passing a candidate of strength elo0.
  double beta = 0.05;   ///< Probability of failing a candidate of strength elo1.
  int seats = 2;        ///< Seats of a table: one for the candidate, the others for the baseline.
  std::uint64_t max_deals = 20'000;
  bool adjusted = false;  ///< True if the test uses scores without luck.
  /// The number of the candidate's faults above which it fails; none: unlimited.
  std::optional<std::int64_t> max_faults;
  /// True if all deals are played, whatever the likelihood; used for a score.
  bool play_all_deals = false;
};

/// The verdicts from good to bad; the verdict of a gate of several tests is the worst of them.
enum class GateVerdict : std::uint8_t {
  Passed,           ///< H1 was accepted.
  Inconclusive,     ///< Undecided after max_deals.
  Open,             ///< More deals are needed.
  Failed,           ///< H0 was accepted.
  TooManyFaults,    ///< The candidate had more than max_faults.
  CannotPlay,       ///< The candidate does not build or start, or its folder is broken.
  BaselineFaulted,  ///< The deals then say nothing about the candidate.
};

/// Returns "passed", "inconclusive", "open", "failed", "too-many-faults", "cannot-play" or
/// "baseline-faulted".
[[nodiscard]] std::string_view to_string(GateVerdict verdict);

/// Returns the worst verdict; Open if there are none.
[[nodiscard]] GateVerdict worst(std::span<const GateVerdict> verdicts);

/// Returns the candidate's score against the others of a game, in halves.
[[nodiscard]] std::int64_t candidate_halves(const referee::record::GameRecord& game,
                                            std::size_t candidate);

class GateTest {
 public:
  // The two sides.
  static constexpr std::size_t kCandidate = 0;
  static constexpr std::size_t kBaseline = 1;

  /// `candidate` is its index in the line-up, in which all others are the baseline.
  explicit GateTest(const GateTerms& terms, std::size_t candidate = 0);
  /// Returns the same test before its first deal, with other terms for equally many seats.
  [[nodiscard]] GateTest restarted_with(const GateTerms& terms) const {
    return GateTest(terms, candidate_);
  }

  /// Takes the next deal by its index, with all seatings; must not be called once the verdict
  /// stands. `luck` is what the dice gave the candidate in the mean of its games (Lambda), for
  /// adjusted tests only. It is subtracted in full, as a fitted share would affect its test.
  void take(const referee::play::DealResult& deal, double luck = 0);

  [[nodiscard]] GateVerdict verdict() const { return verdict_; }
  [[nodiscard]] const GateTerms& terms() const { return terms_; }
  [[nodiscard]] double llr() const { return llr_; }
  [[nodiscard]] const ratings::StoppingBounds& bounds() const { return bounds_; }
  [[nodiscard]] std::uint64_t deals() const { return deals_; }
  [[nodiscard]] std::size_t candidate() const { return candidate_; }
  /// counts()[k] is the number of deals in which the candidate scored k half points of 2 · seats ·
  /// (seats - 1) against the others at its tables.
  [[nodiscard]] const std::vector<double>& counts() const { return counts_; }
  [[nodiscard]] const ratings::AgentTally& tally(std::size_t side) const { return tallies_[side]; }
  [[nodiscard]] const std::optional<referee::record::Fault>& first_fault(std::size_t side) const {
    return first_faults_[side];
  }
  /// Returns the estimate; empty before the first deal. If the test stopped by itself, the
  /// difference looks larger than it is, because the test stops when luck favours one side.
  [[nodiscard]] std::optional<ratings::MatchEstimate> estimate() const;
  /// Returns whether the candidate decided like the baseline in every deal so far, so that its
  /// games are the same.
  [[nodiscard]] bool is_identical_play() const {
    return deals_ > 0 && same_ && tallies_[kCandidate].fault_count() == 0;
  }
  /// Returns about how many more deals would decide an undecided test, if they are like those so
  /// far; nullopt if they have no spread.
  [[nodiscard]] std::optional<std::uint64_t> estimated_deals_left() const;

 private:
  [[nodiscard]] GateVerdict compute_verdict() const;
  [[nodiscard]] bool never_started() const;

  GateTerms terms_;
  ratings::StoppingBounds bounds_;
  GateVerdict verdict_ = GateVerdict::Open;
  double llr_ = 0;
  std::uint64_t deals_ = 0;
  bool same_ = true;
  std::size_t candidate_;
  std::vector<int> side_of_;  // by index in the line-up
  std::vector<double> counts_;
  std::vector<double> scores_;  ///< Adjusted scores by deal.
  std::array<ratings::AgentTally, 2> tallies_;
  std::array<std::optional<referee::record::Fault>, 2> first_faults_;
};

}  // namespace danno::leagues::commands::gate
