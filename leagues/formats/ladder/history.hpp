// A division of a stored ladder: its rounds so far, and its next round.
//
// A round follows from what is stored when it begins, and is stored before it is played. So the
// ladder does not depend on the machine, the number of shards or interruptions, and check_season()
// can choose every round again.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leagues/formats/ladder/round.hpp"
#include "leagues/formats/ladder/season_luck.hpp"
#include "leagues/ratings/results.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// The facts that follow from the results of a season.
struct Outlook {
  double decided = 0;         ///< The share of the pairs whose order is decided.
  double error = 0;           ///< Half the width of the widest 95 % interval, in Elo.
  std::vector<Claim> claims;  ///< The claims that are new.
  std::string end;            ///< The end, as in Round::end.
  std::vector<store::RoundTable> tables;
};

class LadderHistory {
 public:
  /// Decided by these values (values_of_season()); null: by raw results.
  LadderHistory(const store::StoredDivision& division,
                std::unique_ptr<const scores::SolvedGame> values);

  /// Sets the agents that play from now on, sorted by name, and discards all results.
  void set_field(const std::vector<store::StoredAgent>& agents);
  /// Adds results of agents of the field.
  void add(const store::StoredLineUp& line_up, const referee::play::DealResult& deal);
  void add(const store::Reader& store, const store::StoredLineUp& line_up,
           const store::StoredBlock& block);
  /// Notes that a round began at this time.
  void begin(const Round& round, std::chrono::sys_seconds at);

  [[nodiscard]] Outlook look_ahead(const LadderTerms& terms, std::chrono::sys_seconds now);

  /// Returns the same as Round::values.
  [[nodiscard]] std::string values() const { return luck_ ? luck_->values() : ""; }
  /// Store::visit_blocks() shall bring luck on this basis; empty: none.
  [[nodiscard]] std::string luck_basis() const { return luck_ ? luck_->basis() : ""; }
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
  [[nodiscard]] std::vector<int> numbers_of(const store::StoredLineUp& line_up) const;
  [[nodiscard]] store::Id id_of(int agent) const { return field_[static_cast<std::size_t>(agent)]; }
  /// Returns whether an agent arrived after the first round and has not yet played its first deals.
  [[nodiscard]] bool has_newcomers() const;
  /// Returns the number of claims so far, indexed by group_of().
  [[nodiscard]] std::vector<std::size_t> said() const;
  /// Returns all decided orders of the field, and adds the new ones to `claims`.
  [[nodiscard]] std::vector<DecidedOrder> judge(const std::vector<DecidedOrder>& orders,
                                                std::vector<Claim>& claims) const;
  [[nodiscard]] std::string reached(const Outlook& outlook, const Until& until,
                                    std::chrono::sys_seconds now) const;

  store::StoredDivision division_;
  std::vector<store::Id> field_;
  std::vector<std::string> authors_;  // indexed by the agent's number in the field
  std::map<store::Id, int> numbers_;  // numbers in the field
  ratings::Results results_{0};
  std::unique_ptr<SeasonLuck> luck_;          // null: raw results decide
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
