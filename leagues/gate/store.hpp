// The folder of a gate: its deals in a league.db, so that an interrupted gate goes on with its own
// seed, and its games can be verified, exported and explained like those of a league.
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
  /// Goes on with the gate of the folder if candidate, baselines and rules are the same; else
  /// begins one, with a new seed. `gate` is a gauntlet of one challenger, the first entrant; with
  /// more than two seats all others are one baseline.
  GateStore(const std::filesystem::path& folder, const store::League& gate,
            const store::Conditions& conditions);

  [[nodiscard]] const store::Epoch& epoch() const { return epoch_; }
  /// Names of the candidate and baseline number `test` with versions, as deal_key takes them, in
  /// their order.
  [[nodiscard]] std::vector<std::string> names(std::size_t test) const;

  /// The deals that were played, by test and index, with their faults' reports.
  void visit(
      const std::function<void(std::size_t test, const referee::play::DealResult&)>& visit) const;
  void add(std::size_t test, std::span<const referee::play::DealResult> deals);
  /// The verdict stands: nothing more is planned, the seed is published.
  void close();

 private:
  store::Store store_;
  store::StoredLeague league_;
  std::vector<store::StoredLineUp> line_ups_;  // by test
  store::Epoch epoch_;
  store::Id conditions_ = 0;
};

}  // namespace danno::leagues::gate
