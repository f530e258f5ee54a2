// Rechecks the stored deals of one line-up, in order: every throw from the seed, every event by the
// rules, every place, total and fault.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "leagues/verify/fairness.hpp"
#include "leagues/store/store.hpp"
#include "leagues/tournament/store.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues {

/// What is wrong, with its place.
class Discrepancy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Arguments>
void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (!holds) throw Discrepancy(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// What the line-ups' deals come to.
struct Checked {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  DiceTally dice;
  std::optional<std::string> problem;
};

/// What a line-up is checked against; all that it points to outlives the check.
struct Ground {
  const StoredDivision* division = nullptr;
  const rules::RuleSet* rules = nullptr;
  const StoredLineUp* line_up = nullptr;
  const std::map<Id, Epoch>* epochs = nullptr;
  std::vector<std::string> names;
  std::string name;  ///< "koans/ada,bob"
  /// Of a table of a tournament: which games it is to play, one a deal.
  std::optional<TournamentDivision::SettledGames> tournament = {};
};

class LineUpCheck {
 public:
  /// Counts in `checked`; both outlive the check.
  LineUpCheck(const Ground& ground, Checked& checked)
      : ground_(ground), checked_(checked), faults_(ground.names.size()) {}

  /// The next deal. Throws Discrepancy, with the game's id, at the first one.
  void check(const StoredDeal& deal);

 private:
  void check_deal(const StoredDeal& deal);
  /// Who is absent for the faults of the deals before.
  void count_out(int max_faults);
  void check_game(const referee::GameRecord& record, std::uint64_t deal, std::size_t seating,
                  const referee::Seed& seed);
  [[nodiscard]] std::vector<int> seating_order(const referee::GameRecord& record,
                                               std::uint64_t deal, std::size_t seating) const;
  /// The key of the dice and who begins.
  [[nodiscard]] TournamentDivision::Settled settled(std::uint64_t deal, std::size_t seating,
                                                    const referee::Seed& seed) const;
  /// Absent are those out before, and those who just did not start, whose faults come first.
  [[nodiscard]] std::size_t check_absent(const referee::GameRecord& record) const;
  void check_events(const referee::GameRecord& record, referee::DiceStream& dice,
                    std::size_t next_fault, bool counts);
  [[nodiscard]] static bool has_decision(const referee::GameRecord& record, std::size_t event);
  void check_throw(const referee::Step& step, const rules::Position& before,
                   referee::DiceStream& dice, std::size_t event, bool counts);
  void check_end(const referee::GameRecord& record, const rules::Position& end) const;
  void count_fault(const referee::GameRecord& record, const referee::Fault& fault);
  /// The faults' table says the same as the games.
  void check_fault_rows(const StoredDeal& deal,
                        const std::vector<referee::GameRecord>& games) const;

  const Ground& ground_;
  Checked& checked_;
  std::uint64_t next_deal_ = 0;
  std::vector<int> faults_;  // by agent, of the deals before
  unsigned never_ready_ = 0;
  unsigned absent_ = 0;
  std::optional<std::size_t> game_;  // that is being checked
};

}  // namespace danno::leagues
