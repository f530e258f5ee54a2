// Plays a gate: the candidate against every baseline, in stages, until all tests are decided.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/commands/gate/report.hpp"
#include "leagues/commands/gate/resumable_gauntlet.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/runner/runner.hpp"

namespace danno::leagues::commands::gate {

/// Returns the values with which the luck of the dice is computed; null if the game is not solved.
/// If there are values, the report's tests become adjusted ones. The report says which values, or
/// why there are none.
[[nodiscard]] std::unique_ptr<const ratings::SolvedGame> find_values(const rules::RuleSet& rules,
                                                                     GateReport& report);

/// A gate with its agents. Its report is valid for what has been played.
class Gate {
 public:
  /// The candidate is the first entrant, the baselines are the others. `common` has everything of
  /// their line-ups except agents and seed. `report` has no tests yet; each test takes its terms.
  /// The luck is removed from the scores by `values`, unless they are null.
  Gate(std::vector<entrants::Entrant> entrants, const referee::play::LineUp& common,
       GateReport report, std::unique_ptr<const ratings::SolvedGame> values = nullptr);

  [[nodiscard]] const std::vector<entrants::Entrant>& entrants() const { return entrants_; }
  [[nodiscard]] const referee::play::LineUp& line_up(std::size_t test) const {
    return line_ups_[test];
  }
  [[nodiscard]] GateReport& report() { return report_; }
  [[nodiscard]] const GateReport& report() const { return report_; }

  /// Stores the deals in the folder from now on; their seed becomes the report's. What the folder
  /// keeps of another attempt, with other `terms`, is moved; returns where.
  std::optional<MovedAttempt> store_in(const std::filesystem::path& folder,
                                       const std::string& machine, const std::string& terms);
  [[nodiscard]] bool is_resumable() const { return store_.has_value(); }
  /// Takes the stored deals.
  void resume();

  /// Plays until every test is decided, a baseline faults, or referee::play::request_stop().
  /// Observers are called for deals that a test took, after they are stored.
  void run(const runner::RunOptions& options, std::span<const runner::Observer> observers);
  /// Publishes the seed of the stored deals; call it when the verdict stands.
  void close();

 private:
  std::size_t take(std::size_t test, std::span<const referee::play::DealResult> deals);
  std::size_t take_some(std::size_t test, std::span<const referee::play::DealResult> deals);
  [[nodiscard]] bool goes_on() const;
  std::vector<runner::Task> next_stage(std::uint64_t deals);
  void observe(const runner::Played& played, std::span<const runner::Observer> observers);
  /// Returns the gate as a league: the candidate against the others.
  [[nodiscard]] store::League league() const;

  std::vector<entrants::Entrant> entrants_;
  GateReport report_;
  // These are indexed by test of the report.
  std::vector<referee::play::LineUp> line_ups_;
  std::vector<runner::Task> tasks_;
  std::vector<std::size_t> test_of_;  // by task of the wave
  std::unique_ptr<const ratings::SolvedGame> values_;
  std::optional<ratings::LuckOfGames> luck_;  // computes by values_; if empty, scores stay raw
  std::optional<ResumableGauntlet> store_;    // if empty, deals are not stored
};

}  // namespace danno::leagues::commands::gate
