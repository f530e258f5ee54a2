// A rule set of a stored ladder: its rounds, and what the next one is.
//
// A round follows from what is stored when it begins, and is stored before it is played: so any
// machine, number of shards or interruption gives the same ladder, and check_season() chooses every
// round again.
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

/// What follows from the results of a season.
struct Outlook {
  double decided = 0;         ///< Share of the pairs.
  double error = 0;           ///< The widest 95 % interval's half, Elo.
  std::vector<Claim> claims;  ///< New ones.
  std::string end;            ///< As Round::end.
  std::vector<store::RoundTable> tables;
};

class LadderHistory {
 public:
  /// Decided by these values (values_of_season()); null: by raw results.
  LadderHistory(const store::StoredDivision& division,
                std::unique_ptr<const scores::SolvedGame> values);

  /// Who plays from now on, by name; results start anew.
  void set_field(const std::vector<store::StoredAgent>& agents);
  /// Of the field.
  void add(const store::StoredLineUp& line_up, const referee::play::DealResult& deal);
  void add(const store::Store& store, const store::StoredLineUp& line_up,
           const store::StoredBlock& block);
  /// A round that was begun then.
  void begin(const Round& round, std::chrono::sys_seconds at);

  [[nodiscard]] Outlook look_ahead(const LadderTerms& terms, std::chrono::sys_seconds now);

  /// As Round::values.
  [[nodiscard]] std::string values() const { return luck_ ? luck_->values() : ""; }
  /// Store::visit_blocks() shall bring luck on this basis; empty: none.
  [[nodiscard]] std::string luck_basis() const { return luck_ ? luck_->basis() : ""; }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<store::Id>& field() const { return field_; }
  /// Of the field.
  [[nodiscard]] std::uint64_t deals() const;
  [[nodiscard]] std::uint64_t games() const;
  /// Whether the last round ended the season on these terms, and for those who play.
  [[nodiscard]] bool has_ended(const LadderTerms& terms) const;
  [[nodiscard]] const Round& last() const { return last_; }

 private:
  void arrive(const std::vector<store::Id>& agents);
  [[nodiscard]] std::vector<int> numbers_of(const store::StoredLineUp& line_up) const;
  [[nodiscard]] store::Id id_of(int agent) const { return field_[static_cast<std::size_t>(agent)]; }
  /// Whether somebody came after the first round whose first deals are to come.
  [[nodiscard]] bool has_newcomers() const;
  /// Claims so far, by group_of().
  [[nodiscard]] std::vector<std::size_t> said() const;
  /// All that are decided of the field; adds to the claims those that are new.
  [[nodiscard]] std::vector<DecidedOrder> judge(const std::vector<DecidedOrder>& orders,
                                                std::vector<Claim>& claims) const;
  [[nodiscard]] std::string reached(const Outlook& outlook, const Until& until,
                                    std::chrono::sys_seconds now) const;

  store::StoredDivision division_;
  std::vector<store::Id> field_;
  std::vector<std::string> authors_;  // by agent of the field
  std::map<store::Id, int> numbers_;  // in the field
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
[[nodiscard]] LadderHistory read_rounds(const store::Store& store,
                                        const store::StoredLeague& league,
                                        const store::StoredDivision& division);

/// The same with all that is stored of these agents.
[[nodiscard]] LadderHistory read_history(const store::Store& store,
                                         const store::StoredLeague& league,
                                         const store::StoredDivision& division);

}  // namespace danno::leagues::formats::ladder
