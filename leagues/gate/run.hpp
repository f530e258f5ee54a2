// What a gate plays: the candidate against every baseline, in stages, until all tests are decided.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/gate/reports.hpp"
#include "leagues/gate/store.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/scores/solved_game.hpp"

namespace danno::leagues::gate {

/// The values by which the luck of the rules' dice can be told, where the game is solved: the
/// report's tests are then adjusted ones. The report says which, or why there are none.
[[nodiscard]] std::unique_ptr<const scores::SolvedGame> find_values(const rules::RuleSet& rules,
                                                                    GateReport& report);

/// A gate with those who play it. Its report stands as far as it was played.
class Gate {
 public:
  /// The candidate is the first entrant, the baselines are the others. `common` is all of their
  /// line-ups but agents and seed; `report` is one without tests, which each take its terms.
  Gate(std::vector<entrants::Entrant> entrants, const referee::play::LineUp& common,
       GateReport report);

  [[nodiscard]] const std::vector<entrants::Entrant>& entrants() const { return entrants_; }
  [[nodiscard]] const referee::play::LineUp& line_up(std::size_t test) const {
    return line_ups_[test];
  }
  [[nodiscard]] GateReport& report() { return report_; }
  [[nodiscard]] const GateReport& report() const { return report_; }

  /// Takes the luck out of the scores, by the values of the game, before its first deal.
  void adjust(std::unique_ptr<const scores::SolvedGame> values);
  /// Its deals are kept in the folder from now on; their seed is the report's.
  void keep_in(const std::filesystem::path& folder, const std::string& machine);
  [[nodiscard]] bool is_kept() const { return store_.has_value(); }
  /// Takes the deals that are kept.
  void resume();

  /// Plays until every test is decided, a baseline faults, or referee::play::request_stop().
  /// Observers are told of deals that a test took, after they are stored.
  void run(const play::RunOptions& options, std::span<const play::Observer> observers);
  /// The verdict stands: publishes the seed of what is kept.
  void close();

 private:
  std::size_t take(std::size_t test, std::span<const referee::play::DealResult> deals);
  std::size_t take_some(std::size_t test, std::span<const referee::play::DealResult> deals);
  [[nodiscard]] std::vector<double> luck_of(std::size_t candidate,
                                            std::span<const referee::play::DealResult> deals);
  [[nodiscard]] bool goes_on() const;
  std::vector<play::Task> next_stage(std::uint64_t deals);
  void observe(const play::Played& played, std::span<const play::Observer> observers);
  /// The gate as a league: the candidate against the others.
  [[nodiscard]] store::League league() const;

  std::vector<entrants::Entrant> entrants_;
  GateReport report_;
  // By test of the report:
  std::vector<referee::play::LineUp> line_ups_;
  std::vector<play::Task> tasks_;
  std::vector<std::size_t> test_of_;  // by task of the stage
  std::unique_ptr<const scores::SolvedGame> values_;
  std::optional<scores::LuckOfGames> luck_;  // by them; nothing: the scores stay raw
  std::optional<GateStore> store_;           // nothing: its deals are not kept
};

}  // namespace danno::leagues::gate
