// Plays a league's fixtures, and stores and reports the results.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "leagues/runner/runner.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/writer.hpp"

namespace danno::leagues::runner {

/// An agent of the store in the league's current version.
struct LeaguePlayer {
  const entrants::Entrant* entrant = nullptr;
  store::StoredAgent stored;
};

class LeagueRun {
 public:
  struct Settings {
    int in_flight = 64;
    bool exact_clock = false;
    store::Conditions conditions;
    /// The folder for reports of faults, see fault_files.hpp; if empty, none are written.
    std::filesystem::path faults = {};
  };
  /// `store` must be settled with `league`, whose format is `format`; all must outlive the run. The
  /// league's agents may be changed until it plays. Commits to a seed if games are missing.
  LeagueRun(const store::League& league, store::Writer& store, const schedule::Format& format,
            Settings settings);

  /// The games before this run.
  [[nodiscard]] const schedule::GameCount& games() const { return games_; }
  /// The epoch of new deals; empty if the league is finished.
  [[nodiscard]] const std::optional<store::Epoch>& epoch() const { return epoch_; }

  /// Plays and stores what is missing; see run(). Observers are called for what is stored. Reveals
  /// the seeds when nothing is missing.
  RunEnd play(const RunOptions& options, std::span<const Observer> observers);

 private:
  /// Returns the format's next fixtures as tasks.
  std::vector<Task> next();
  [[nodiscard]] std::shared_ptr<const referee::play::LineUp> make_line_up(
      const schedule::Fixture& fixture) const;
  void store_deals(const Played& played);
  /// Stores games that are a deal of their own in the order of their fixtures, so that no row of
  /// the store depends on timing: faster ones wait.
  void store_waiting();
  void store_now(std::size_t fixture, std::span<const referee::play::DealResult> deals);

  const store::League& league_;
  store::Writer& store_;
  Settings settings_;
  store::StoredLeague stored_;
  schedule::GameCount games_;
  store::Id conditions_ = 0;
  std::optional<store::Epoch> epoch_;
  std::unique_ptr<schedule::Fixtures> fixtures_;
  std::unordered_map<store::Id, LeaguePlayer> players_;
  std::vector<schedule::Fixture> given_;                                   // the last ones returned
  std::map<std::size_t, std::vector<referee::play::DealResult>> waiting_;  // by fixture
  std::size_t next_stored_ = 0;  // index of the next fixture
};

}  // namespace danno::leagues::runner
