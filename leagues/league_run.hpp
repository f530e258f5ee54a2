// A league's missing deals: planned from the store, played, stored.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "leagues/store/league.hpp"
#include "leagues/runner.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues {

class LeagueRun {
 public:
  struct Settings {
    int in_flight = 64;
    bool exact_clock = false;
    Conditions conditions;
    /// Where reports of faults go as files, see fault_files.hpp; empty: nowhere.
    std::filesystem::path faults = {};
  };
  /// `store` is settled with `league`; both outlive the run. Commits to a seed where deals are
  /// missing.
  LeagueRun(const League& league, Store& store, const Settings& settings);

  [[nodiscard]] std::uint64_t games_planned() const;
  [[nodiscard]] std::uint64_t games_played() const;  ///< Before this run.
  /// Nothing where no deal is missing.
  [[nodiscard]] const std::optional<Epoch>& epoch() const { return epoch_; }

  /// Told of stored deals and the names of their agents, by the index in the line-up.
  using OnDeals = std::function<void(std::span<const referee::DealResult> deals,
                                     std::span<const std::string> names)>;
  /// Plays and stores what is missing; see run(). Seeds are revealed when nothing is.
  RunEnd play(const RunOptions& options, const OnDeals& on_deals);

 private:
  void plan(const League& league, const StoredLeague& stored, const StoredDivision& division,
            const rules::RuleSet& rules, const Settings& settings);
  /// Those of stored faults that a run did not come to before it died.
  void write_missing_fault_files(const StoredDivision& division) const;

  Store& store_;
  Id conditions_ = 0;
  std::filesystem::path faults_;
  std::optional<Epoch> epoch_;
  std::deque<rules::RuleSet> rules_;      // one a division; line-ups point into it
  std::deque<referee::LineUp> line_ups_;  // tasks point into it
  std::vector<StoredLineUp> stored_;      // of the line-ups
  std::vector<Task> tasks_;
};

}  // namespace danno::leagues
