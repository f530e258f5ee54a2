// A race of candidates that play the same deals; those that are surely behind are dropped.
//
// Two candidates are compared by the differences of their scores, deal by deal, in which the luck
// of the common dice cancels. Intervals are confidence sequences (ratings/intervals.hpp), so one
// may look after every stage; they hold for the comparisons of the best candidate with all others
// at once. So the best is dropped in at most 5 % of all races. A race plays nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace danno::leagues::commands::tune {

/// A candidate's result in a deal against one table of opponents.
struct DealScore {
  double score = 0;  ///< The share of its opponents that it beat, in the mean of its games.
  double luck = 0;   ///< The part of it that the dice gave; 0 if unknown.
};

struct RaceTerms {
  double within = 2;       ///< Elo; candidates surely this close to the best count as equal.
  double error = 0.05;     ///< The chance that the best is dropped.
  std::size_t tables = 1;  ///< Tables of opponents that every candidate meets in each deal.
  std::uint64_t least_deals = 100;  ///< Deals before the first look.
};

/// An estimate and how far off it may be, in Elo.
struct EloEstimate {
  double elo = 0;
  double half_width = 0;
};

enum class CandidateState : std::uint8_t {
  Racing,   ///< Neither dropped nor surely close to the best.
  Best,     ///< It leads.
  Within,   ///< Surely within `within` of the best.
  Dropped,  ///< Surely behind.
  Failed,   ///< It could not play.
};

struct CandidateStanding {
  CandidateState state = CandidateState::Racing;
  std::uint64_t deals = 0;            ///< Deals that count, against each table.
  std::optional<EloEstimate> field;   ///< Against the opponents, with 95 % confidence.
  std::optional<EloEstimate> behind;  ///< Behind the best, in the race's confidence; none of it.
  bool alike = false;                 ///< It decided like the best in all deals of both.
  std::string reason = {};            ///< Why it failed.
};

class Race {
 public:
  Race(std::size_t candidates, const RaceTerms& terms);

  /// Adds the next deals of a candidate against a table.
  void add(std::size_t candidate, std::size_t table, std::span<const DealScore> deals);
  /// Takes a candidate that cannot play out of the race.
  void fail(std::size_t candidate, std::string reason);

  [[nodiscard]] std::size_t candidates() const { return scores_.size(); }
  [[nodiscard]] bool is_racing(std::size_t candidate) const {
    return standings_[candidate].state == CandidateState::Racing;
  }
  /// Returns the deals that were added.
  [[nodiscard]] std::uint64_t deals(std::size_t candidate, std::size_t table) const {
    return scores_[candidate][table].size();
  }

  /// Returns the deals of a candidate, by table.
  [[nodiscard]] std::span<const std::vector<DealScore>> scores(std::size_t candidate) const {
    return scores_[candidate];
  }

  /// Looks at the first `deals` deals of all that race, who must have them. Drops who is surely
  /// behind. Returns whether the race goes on.
  bool look(std::uint64_t deals);

  /// Returns the candidate with the best mean score at the last look, the first of equal ones;
  /// nullopt if all failed.
  [[nodiscard]] std::optional<std::size_t> leader() const { return leader_; }
  /// Returns how the candidates stood at the last look.
  [[nodiscard]] const std::vector<CandidateStanding>& standings() const { return shown_; }
  /// Returns whether all that did not fail, at least two, decided alike in every deal.
  [[nodiscard]] bool all_alike() const;

 private:
  void fit_slopes();
  [[nodiscard]] std::vector<double> adjusted(std::size_t candidate) const;
  [[nodiscard]] std::optional<std::size_t> best_racing(std::span<const double> means) const;

  RaceTerms terms_;
  std::vector<std::vector<std::vector<DealScore>>> scores_;  // by candidate and table
  std::vector<CandidateStanding> standings_;                 // the decisions so far
  std::vector<CandidateStanding> shown_;                     // with figures
  std::vector<double> slopes_;                               // by table
  std::optional<std::size_t> leader_;
};

/// Returns the Elo of a mean score; at most 1000 either way.
[[nodiscard]] double score_to_elo(double score);

/// Returns how far the first of two lists of scores in the same deals is ahead, with 95 %
/// confidence at this one look. The slopes of luck are those of both.
[[nodiscard]] EloEstimate difference(std::span<const std::vector<DealScore>> first,
                                     std::span<const std::vector<DealScore>> second);

}  // namespace danno::leagues::commands::tune
