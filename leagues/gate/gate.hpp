// A gate's test: is a candidate stronger than one baseline? Fed deal by deal; nothing is played
// here.
//
// Deals are taken in the order of their indices, so the length of a game has no effect on when the
// test ends. Deals after the one that decides are ignored. The test is that of
// ratings/sprt.hpp on blocks of one deal in all seatings: the candidate in every seat once, the
// baseline in all others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "leagues/ratings/sprt.hpp"
#include "leagues/scores/tally.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::gate {

struct GateTerms {
  double elo0 = 0;  ///< Of H0, logistic Elo; below elo1.
  double elo1 = 10;
  double alpha = 0.05;  ///< Chance to pass a candidate of strength elo0.
  double beta = 0.05;   ///< Chance to fail one of strength elo1.
  int seats = 2;        ///< Of a table: the candidate's, the others are the baseline's.
  std::uint64_t max_deals = 20'000;
  bool adjusted = false;  ///< The test is on scores with the luck taken out.
  std::optional<std::int64_t>
      max_faults;           ///< More faults of the candidate fail it; none: no limit.
  bool to_the_end = false;  ///< All deals are played whatever the likelihood: for a score.
};

/// From good to bad: the verdict of a gate of several tests is the worst of them.
enum class GateVerdict : std::uint8_t {
  Passed,           ///< H1 is accepted.
  Inconclusive,     ///< Not decided after max_deals.
  Open,             ///< More deals are needed.
  Failed,           ///< H0 is accepted.
  TooManyFaults,    ///< Of the candidate.
  CannotPlay,       ///< The candidate: it does not build or start, or its folder is broken.
  BaselineFaulted,  ///< Then the deals say nothing of the candidate.
};

/// "passed", "inconclusive", "open", "failed", "too-many-faults", "cannot-play",
/// "baseline-faulted".
[[nodiscard]] std::string_view to_string(GateVerdict verdict);

/// The worst; of none: Open.
[[nodiscard]] GateVerdict worst(std::span<const GateVerdict> verdicts);

class GateTest {
 public:
  // The sides.
  static constexpr std::size_t kCandidate = 0;
  static constexpr std::size_t kBaseline = 1;

  /// `candidate`: its index in the line-up, whose others are all the baseline.
  explicit GateTest(const GateTerms& terms, std::size_t candidate = 0);
  /// The same before its first deal, on other terms for as many seats.
  [[nodiscard]] GateTest anew(const GateTerms& terms) const { return GateTest(terms, candidate_); }

  /// The next deal by its index, all seatings; once the verdict stands there is none to take.
  /// `luck` is what the dice gave the candidate in the mean of its games (Lambda); of an adjusted
  /// test alone. It is taken out whole: a fitted part would have a say in its own test.
  void take(const referee::play::DealResult& deal, double luck = 0);

  [[nodiscard]] GateVerdict verdict() const { return verdict_; }
  [[nodiscard]] const GateTerms& terms() const { return terms_; }
  [[nodiscard]] double llr() const { return llr_; }
  [[nodiscard]] const ratings::StoppingBounds& bounds() const { return bounds_; }
  [[nodiscard]] std::uint64_t deals() const { return deals_; }
  [[nodiscard]] std::size_t candidate() const { return candidate_; }
  /// counts()[k]: deals in which the candidate scored k halves against the others at its tables, of
  /// 2 · seats · (seats - 1).
  [[nodiscard]] const std::vector<double>& counts() const { return counts_; }
  [[nodiscard]] const scores::AgentTally& tally(std::size_t side) const { return tallies_[side]; }
  [[nodiscard]] const std::optional<referee::record::Fault>& first_fault(std::size_t side) const {
    return first_faults_[side];
  }
  /// Nothing before the first deal. Where the test stopped by itself, the difference looks larger
  /// than it is: it stops when it does because luck ran that way.
  [[nodiscard]] std::optional<ratings::MatchEstimate> estimate() const;
  /// The candidate decided as the baseline did in every deal so far: its games are the same.
  [[nodiscard]] bool plays_the_same() const {
    return deals_ > 0 && same_ && tallies_[kCandidate].fault_count() == 0;
  }
  /// About how many more would decide a test that is not decided, if they are like those so far.
  /// Nothing where they show no spread.
  [[nodiscard]] std::optional<std::uint64_t> deals_to_come() const;

 private:
  [[nodiscard]] GateVerdict judge() const;
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
  std::vector<double> scores_;  ///< Adjusted, by deal.
  std::array<scores::AgentTally, 2> tallies_;
  std::array<std::optional<referee::record::Fault>, 2> first_faults_;
};

}  // namespace danno::leagues::gate
