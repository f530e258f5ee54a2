// The folder of a gate. It stores the deals in a league.db, so that an interrupted gate continues
// with its seed, and its games can be verified, exported and explained like those of a league.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::gate {

class GateStore {
 public:
  /// Continues the gate of the folder if candidate, baselines and rules are the same; otherwise
  /// begins one with a new seed. `gate` is a gauntlet of one challenger, the first entrant; with
  /// more than two seats, all others are one baseline.
  GateStore(const std::filesystem::path& folder, const store::League& gate,
            const store::Conditions& conditions);

  [[nodiscard]] const store::Epoch& epoch() const { return epoch_; }
  /// Returns the names of the candidate and baseline `test`, with versions, in the order in which
  /// deal_key() takes them.
  [[nodiscard]] std::vector<std::string> names(std::size_t test) const;

  /// Visits the stored deals, by test and index, including their faults' reports.
  void visit(
      const std::function<void(std::size_t test, const referee::play::DealResult&)>& visit) const;
  void add(std::size_t test, std::span<const referee::play::DealResult> deals);
  /// Ends the plan and publishes the seed; call it when the verdict stands.
  void close();

 private:
  store::Store store_;
  store::StoredLeague league_;
  std::vector<store::StoredLineUp> line_ups_;  // by test
  store::Epoch epoch_;
  store::Id conditions_ = 0;
};

}  // namespace danno::leagues::gate
