// The results of a ladder by line-up, with the luck of the dice taken out where that is known.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/ratings/results.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::schedule::ladder {

/// Returns the solved values that decide a season: those of its first round, or, before it, those
/// that are known here. Null if raw results decide. Throws std::runtime_error if the values of the
/// first round are not here.
[[nodiscard]] std::unique_ptr<const ratings::SolvedGame> find_season_values(
    const store::Reader& store, const store::StoredDivision& division);

class SeasonResults {
 public:
  /// `values` are those that take the luck out; null: there are none.
  SeasonResults(const store::StoredDivision& division,
                std::unique_ptr<const ratings::SolvedGame> values);

  /// Adds deals of a line-up. Throws store::Damaged if they cannot be summed.
  void add(const store::StoredLineUp& line_up, std::span<const referee::play::DealResult> deals);
  /// Adds a block, by its stored sums if it has those that are needed.
  void add(const store::Reader& store, const store::StoredLineUp& line_up,
           const store::StoredBlock& block);

  /// Returns the results of the line-ups whose agents all have a number, from 0; luck-adjusted if
  /// there are values.
  [[nodiscard]] ratings::Results results(const std::map<store::Id, int>& numbers) const;

  [[nodiscard]] bool has_values() const { return values_ != nullptr; }
  /// Returns the name of the values; empty without any.
  [[nodiscard]] std::string values() const { return values_ ? values_->name() : ""; }
  /// Returns the basis on which Reader::visit_blocks() shall bring luck; empty: none.
  [[nodiscard]] std::string luck_basis() const {
    return values_ ? ratings::luck_basis(*values_) : "";
  }

 private:
  using Sums =
      std::variant<ratings::DealSums, ratings::LuckSums>;  // the latter if there are values
  struct LineUp {
    std::vector<store::Id> agents;
    Sums sums;
  };
  void add(const store::StoredLineUp& line_up, const Sums& sums);

  store::StoredDivision division_;
  rules::RuleSet rules_;
  std::unique_ptr<const ratings::SolvedGame> values_;
  std::map<store::Id, LineUp> line_ups_;
};

}  // namespace danno::leagues::schedule::ladder
