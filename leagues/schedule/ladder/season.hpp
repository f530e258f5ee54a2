// A division of a stored ladder: its rounds so far, and its next round.
//
// A round follows from what is stored when it begins, and is stored before it is played. So the
// ladder does not depend on the machine, the number of shards or interruptions, and verify replays
// the schedule: check_rounds() plans every round again.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/schedule/ladder/decided_pairs.hpp"
#include "leagues/schedule/ladder/plan_round.hpp"
#include "leagues/schedule/ladder/season_results.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::schedule::ladder {

/// The ladder ends when the first of these conditions holds for a rule set; never if none is set.
struct StopCriteria {
  /// The share of the pairs whose order is decided, in (0, 1].
  std::optional<double> decided = {};
  /// The largest half-width of any agent's 95 % interval, in Elo.
  std::optional<double> error = {};
  std::optional<std::uint64_t> games = {};  ///< The games of the agents that play.
  std::optional<double> hours = {};         ///< The hours since the first round began.
  bool operator==(const StopCriteria&) const = default;
};

struct LadderTerms {
  Focus focus = Focus::All;
  bool apart = false;  ///< True if agents of one author never meet.
  StopCriteria until = {};
  bool operator==(const LadderTerms&) const = default;
};

/// Members "focus", "apart" and "until" of an object.
[[nodiscard]] base::Json to_json(const LadderTerms& terms);
/// Throws base::Json::exception.
[[nodiscard]] LadderTerms read_terms(const base::Json& json);

/// The claim that one agent is better than another, made once for the whole season.
struct Claim {
  store::Id better = 0;
  store::Id worse = 0;
  auto operator<=>(const Claim&) const = default;
};

/// Deals [first, end) of a line-up.
struct TableOfRound {
  store::Id line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The version of the rule by which rounds follow from results.
inline constexpr int kRoundsVersion = 3;

/// The content of StoredRound::plan.
struct Round {
  std::vector<store::Id> agents;  ///< The agents that played then, sorted by name.
  LadderTerms terms;
  std::string values;          ///< The solved values that it is decided by; empty: raw results.
  std::vector<Claim> decided;  ///< The claims that are new since the round before.
  std::string end;  ///< The criterion of StopCriteria that ended it, without tables; or "".
  std::vector<TableOfRound> tables;
};

/// Reads a stored round. Throws store::Damaged.
[[nodiscard]] Round read_round(const store::StoredRound& round);

/// The state of a season, and its next round.
struct NextRound {
  double decided = 0;  ///< The share of the pairs whose order is decided.
  /// Half the width of the widest 95 % interval, in Elo. Agents that won or lost everything have no
  /// interval. Empty if nobody has one, or an agent lacks its first deals.
  std::optional<double> error = {};
  std::string end;  ///< The end, as in Round::end.
  base::Json plan;  ///< StoredRound::plan but for its tables, which Writer::add_round() adds.
  std::vector<store::RoundTable> tables;
};

class LadderSeason {
 public:
  /// Decided by these values (find_season_values()); null: by raw results.
  LadderSeason(const store::StoredDivision& division,
               std::unique_ptr<const ratings::SolvedGame> values)
      : division_(division), results_(division, std::move(values)) {}

  /// Sets the agents that play from now on, sorted by name.
  void set_field(const std::vector<store::StoredAgent>& agents);
  /// The results of all line-ups, to which deals are added.
  [[nodiscard]] SeasonResults& results() { return results_; }
  /// Notes that a round began.
  void begin(const store::StoredRound& round);

  [[nodiscard]] NextRound next_round(const LadderTerms& terms, std::chrono::sys_seconds now) const;

  /// Returns the same as Round::values.
  [[nodiscard]] std::string values() const { return results_.values(); }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<store::Id>& field() const { return field_; }
  /// The deals of the field.
  [[nodiscard]] std::uint64_t deals() const;
  [[nodiscard]] const std::set<Claim>& claims() const { return claims_; }
  /// Returns whether the last round ended the season on these terms and for the current agents.
  [[nodiscard]] bool has_ended(const LadderTerms& terms) const;
  [[nodiscard]] const Round& last() const { return last_; }

 private:
  void arrive(const std::vector<store::Id>& agents);
  [[nodiscard]] store::Id agent_id(int agent) const {
    return field_[static_cast<std::size_t>(agent)];
  }
  /// Returns whether an agent arrived after the first round and has not yet played its first deals.
  [[nodiscard]] bool has_newcomers(const ratings::Ratings& ratings) const;
  /// Returns the number of claims so far, indexed by pair_group().
  [[nodiscard]] std::vector<std::size_t> count_claims() const;
  /// Returns the pairs of the field that were decided before.
  [[nodiscard]] std::vector<DecidedPair> decided_before() const;
  /// Returns the tables with the ids of their agents in place of the numbers.
  [[nodiscard]] std::vector<store::RoundTable> name_agents(
      std::span<const PlannedTable> planned) const;
  [[nodiscard]] std::string reached_end(const NextRound& next, const StopCriteria& until,
                                        std::uint64_t games, bool all_compared,
                                        std::chrono::sys_seconds now) const;

  store::StoredDivision division_;
  SeasonResults results_;
  std::vector<store::Id> field_;
  std::vector<std::string> authors_;          // indexed by the agent's number in the field
  std::map<store::Id, int> numbers_;          // numbers in the field
  std::map<store::Id, std::size_t> arrival_;  // includes agents that left
  std::size_t starters_ = 0;
  std::set<Claim> claims_;
  std::uint64_t rounds_ = 0;
  std::chrono::sys_seconds began_;
  Round last_;
};

/// The agents that play now and the rounds that began, without results: nothing follows from them.
[[nodiscard]] LadderSeason read_rounds(const store::Reader& store,
                                       const store::StoredLeague& league,
                                       const store::StoredDivision& division,
                                       std::unique_ptr<const ratings::SolvedGame> values = nullptr);
/// The same with all that is stored of these agents.
[[nodiscard]] LadderSeason read_season(const store::Reader& store,
                                       const store::StoredLeague& league,
                                       const store::StoredDivision& division);

/// Throws store::Discrepancy if a stored round is not the one that follows from the deals of the
/// rounds before it, or if deals are stored that no round has.
void check_rounds(const store::Reader& store, const store::StoredDivision& division);

}  // namespace danno::leagues::schedule::ladder
