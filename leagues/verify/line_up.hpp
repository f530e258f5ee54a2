// Rechecks the stored deals of one line-up, in order: every throw against the seed, every event
// against the rules, every place, total and fault.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/ratings/game_luck.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/store/reader.hpp"
#include "leagues/store/stored.hpp"
#include "leagues/verify/fairness.hpp"
#include "referee/play/line_up.hpp"
#include "referee/record/agent_set.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues::verify {

using store::Discrepancy;
using store::require;

/// The totals of the checked deals.
struct Checked {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  DiceTally dice;
  std::optional<std::string> problem;
};

/// The facts that a line-up is checked against. All that it points to must outlive the check.
struct VerifyContext {
  const store::StoredDivision* division = nullptr;
  const rules::RuleSet* rules = nullptr;
  const store::StoredLineUp* line_up = nullptr;
  const std::map<store::Id, store::Epoch>* epochs = nullptr;
  std::vector<std::string> names;
  std::vector<std::string> names_in_keys;  ///< The names in the keys of its deals.
  /// True if its throws are counted for the test of the dice: not if another line-up has the same.
  bool counts_dice = true;
  std::string name;         ///< The name, such as "koans/ada,bob".
  std::string_view format;  ///< The format's name.
  /// The games that the plan fixes one by one; if unset, every deal is played in all seatings.
  std::optional<schedule::FixedGames> set_games = {};
};

class LineUpCheck {
 public:
  /// Checks deals from index `first` on; `absent` are out for earlier faults. Counts in `checked`,
  /// which must outlive the object like `context`.
  LineUpCheck(const VerifyContext& context, Checked& checked, std::uint64_t first = 0,
              referee::record::AgentSet absent = {})
      : context_(context),
        checked_(checked),
        key_rules_(referee::play::rules_in_key(*context.rules, context.division->advice)),
        next_deal_(first),
        faults_(context.names.size()),
        never_ready_(absent) {}

  /// Counts a fault of a deal before the first one. Throws Discrepancy if its agent is not there.
  void count_earlier(const store::StoredFault& fault);
  /// Throws Discrepancy unless the next deal would be this one.
  void require_next(std::uint64_t deal) const;
  /// Checks the next deal and returns its games. Throws Discrepancy, with the game's id, at the
  /// first problem. The rows of its faults are not checked if `with_fault_rows` is false. The
  /// throws of the deal's games are added to `throws`, if it is set.
  std::vector<referee::record::GameRecord> check(const store::StoredDeal& deal,
                                                 bool with_fault_rows = true,
                                                 ratings::GameThrows* throws = nullptr);

 private:
  /// The dice of a game and the seat that begins, which the seed decides.
  struct Chance {
    /// The turns of a seat that a stream keeps. Two streams keep those of most games, so that the
    /// next game of a mirrored deal does not compute them again.
    static constexpr std::uint32_t kTurns = 8;

    explicit Chance(const schedule::ScheduledGame& game)
        : first(game.first),
          streams{referee::record::DiceStream(game.key), referee::record::DiceStream(game.key)} {}
    /// Returns the stream for a turn, which is counted from 0.
    referee::record::DiceStream& dice(std::uint32_t turn) {
      return streams[turn / kTurns % streams.size()];
    }

    int first;
    std::array<referee::record::DiceStream, 2> streams;
  };

  std::vector<referee::record::GameRecord> check_games(const store::StoredDeal& deal);
  /// Determines which agents are absent because of faults in earlier deals.
  void count_out(int max_faults);
  void check_game(const referee::record::GameRecord& record, std::uint64_t deal,
                  std::size_t seating, Chance& chance);
  [[nodiscard]] std::vector<int> seating_order(const referee::record::GameRecord& record,
                                               std::uint64_t deal, std::size_t seating) const;
  /// Returns the key of the dice and the seat that begins.
  [[nodiscard]] schedule::ScheduledGame settled(const referee::record::GameRecord& record,
                                                std::uint64_t deal,
                                                const referee::record::Seed& seed) const;
  /// Returns the number of faults of agents that did not start, which come first. Absent agents
  /// must be those that were out before, and these.
  [[nodiscard]] std::size_t check_absent(const referee::record::GameRecord& record) const;
  /// Checks that the throws of every game come in the order of their deal. There is then an order
  /// of play in which no throw was shown early: that of their places
  /// (referee/record/throw_order.hpp).
  void check_events(const referee::record::GameRecord& record, Chance& chance,
                    std::size_t next_fault, bool counts);
  void check_throw(const referee::record::Step& step, const rules::Position& before, Chance& chance,
                   std::size_t event, bool counts);
  void check_end(const referee::record::GameRecord& record, const rules::Position& end) const;
  void count_fault(std::size_t agent, const referee::record::Fault& fault);
  /// Checks that the table of faults matches the games.
  void check_fault_rows(const store::StoredDeal& deal,
                        const std::vector<referee::record::GameRecord>& games) const;

  const VerifyContext& context_;
  Checked& checked_;
  referee::record::KeyRules key_rules_;
  std::uint64_t next_deal_;
  std::vector<int> faults_;  // by agent, in earlier deals
  referee::record::AgentSet never_ready_;
  referee::record::AgentSet absent_;
  std::optional<std::size_t> game_;        // the game being checked
  ratings::GameThrows* throws_ = nullptr;  // of the deal being checked
};

}  // namespace danno::leagues::verify
