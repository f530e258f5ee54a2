// A division of a stored ladder: its rounds so far, and its next round.
//
// A round follows from what is stored when it begins, and is stored before it is played. So the
// ladder does not depend on the machine, the number of shards or interruptions, and verify replays
// the schedule: check_season() plans every round again.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "leagues/formats/ladder/decided_pairs.hpp"
#include "leagues/formats/ladder/round.hpp"
#include "leagues/formats/ladder/season_results.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// How far a season is, and what it plays next.
struct LadderProgress {
  double decided = 0;  ///< The share of the pairs whose order is decided.
  /// Half the width of the widest 95 % interval, in Elo. Agents that won or lost everything have no
  /// interval. Empty if nobody has one, or an agent lacks its first deals.
  std::optional<double> error = {};
  std::vector<Claim> claims;  ///< The claims that are new.
  std::string end;            ///< The end, as in Round::end.
  std::vector<store::RoundTable> tables;
};

class LadderHistory {
 public:
  /// Decided by these values (find_season_values()); null: by raw results.
  LadderHistory(const store::StoredDivision& division,
                std::unique_ptr<const scores::SolvedGame> values);

  /// Sets the agents that play from now on, sorted by name.
  void set_field(const std::vector<store::StoredAgent>& agents);
  /// The results of all line-ups, to which deals are added.
  [[nodiscard]] SeasonResults& results() { return results_; }
  /// Notes that a round began at this time.
  void begin(const Round& round, std::chrono::sys_seconds at);

  [[nodiscard]] LadderProgress look_ahead(const LadderTerms& terms,
                                          std::chrono::sys_seconds now) const;

  /// Returns the same as Round::values.
  [[nodiscard]] std::string values() const { return results_.values(); }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<store::Id>& field() const { return field_; }
  /// The deals of the field.
  [[nodiscard]] std::uint64_t deals() const;
  [[nodiscard]] std::uint64_t games() const;
  /// Returns whether the last round ended the season on these terms and for the current agents.
  [[nodiscard]] bool has_ended(const LadderTerms& terms) const;
  [[nodiscard]] const Round& last() const { return last_; }

 private:
  void arrive(const std::vector<store::Id>& agents);
  [[nodiscard]] store::Id id_of(int agent) const { return field_[static_cast<std::size_t>(agent)]; }
  /// Returns whether an agent arrived after the first round and has not yet played its first deals.
  [[nodiscard]] bool has_newcomers(const ratings::Ratings& ratings) const;
  /// Returns the number of claims so far, indexed by group_of().
  [[nodiscard]] std::vector<std::size_t> count_claims() const;
  /// Returns the pairs of the field that were decided before.
  [[nodiscard]] std::vector<DecidedPair> decided_before() const;
  [[nodiscard]] std::string reached_end(const LadderProgress& progress, const StopCriteria& until,
                                        bool all_compared, std::chrono::sys_seconds now) const;

  store::StoredDivision division_;
  SeasonResults results_;
  std::vector<store::Id> field_;
  std::vector<std::string> authors_;          // indexed by the agent's number in the field
  std::map<store::Id, int> numbers_;          // numbers in the field
  std::map<store::Id, std::size_t> arrival_;  // of all who ever played
  std::size_t starters_ = 0;
  std::set<Claim> claims_;
  std::uint64_t rounds_ = 0;
  std::chrono::sys_seconds began_;
  Round last_;
};

/// The agents that play now and the rounds that began, without results: nothing to look ahead by.
[[nodiscard]] LadderHistory read_rounds(const store::Reader& store,
                                        const store::StoredLeague& league,
                                        const store::StoredDivision& division);

/// The same with all that is stored of these agents.
[[nodiscard]] LadderHistory read_history(const store::Reader& store,
                                         const store::StoredLeague& league,
                                         const store::StoredDivision& division);

}  // namespace danno::leagues::formats::ladder
