// A league's fixtures: played, stored, told.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "leagues/plan/format.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::play {

/// An agent of the store as the league has it now.
struct LeaguePlayer {
  const entrants::Entrant* entrant = nullptr;
  std::string shown_name;
};

/// What becomes of a league's seeds when nothing is missing any more.
enum class Seeds { AreRevealed, StaySecret };

class LeagueRun {
 public:
  struct Settings {
    int in_flight = 64;
    bool exact_clock = false;
    store::Conditions conditions;
    /// Where reports of faults go as files, see fault_files.hpp; empty: nowhere.
    std::filesystem::path faults = {};
    Seeds seeds = Seeds::AreRevealed;
  };
  /// `store` is settled with `league`, whose format is `format`; all outlive the run, and the
  /// league's agents may be changed until it plays. Commits to a seed where games are missing.
  LeagueRun(const store::League& league, store::Store& store, const plan::Format& format,
            Settings settings);

  /// Before this run.
  [[nodiscard]] const plan::GameCount& games() const { return games_; }
  /// None if the league is finished.
  [[nodiscard]] const std::optional<store::Epoch>& epoch() const { return epoch_; }

  /// Plays and stores what is missing; see run(). Observers are told of what is stored. When
  /// nothing is missing, seeds are revealed or not, as the settings say.
  RunEnd play(const RunOptions& options, std::span<const Observer> observers);

 private:
  /// The format's next fixtures as tasks.
  std::vector<Task> next();
  [[nodiscard]] std::shared_ptr<const referee::play::LineUp> line_up_of(
      const plan::Fixture& fixture) const;
  void store_deals(const Played& played);
  /// Games that are a deal of their own come into the store in the order of their fixtures, so that
  /// no row of it depends on timing: those that were faster wait.
  void store_waiting();
  void store_now(std::size_t fixture, std::span<const referee::play::DealResult> deals);
  /// Those of stored faults that a run did not come to before it died.
  void write_missing_fault_files() const;

  const store::League& league_;
  store::Store& store_;
  Settings settings_;
  store::StoredLeague stored_;
  plan::GameCount games_;
  store::Id conditions_ = 0;
  std::optional<store::Epoch> epoch_;
  std::unique_ptr<plan::Fixtures> fixtures_;
  std::unordered_map<store::Id, LeaguePlayer> players_;
  std::vector<plan::Fixture> given_;                                       // last
  std::map<std::size_t, std::vector<referee::play::DealResult>> waiting_;  // by fixture
  std::size_t next_stored_ = 0;                                            // fixture
};

}  // namespace danno::leagues::play
