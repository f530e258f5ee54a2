// Tournaments as a store holds them: a line-up for every seated table, a deal for every game.
//
// Only games are stored: stages, cuts and standings are recomputed from them and the seed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/schedule/format.hpp"
#include "leagues/schedule/tournament/scheme.hpp"
#include "leagues/store/store.hpp"
#include "referee/play/line_up.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::schedule::tournament {

/// One rule set and the entrants that play it.
struct TournamentGround {
  std::vector<rules::RuleSet> rules;  ///< Indexed by seats - 2, for 2 to rules::kMaxSeats.
  std::vector<std::string> names;     ///< Indexed by entrant.
  referee::record::Seed seed;
  referee::record::Seed agent_secret;  ///< The same as in referee::play::LineUp.
  referee::play::Advice advice = referee::play::Advice::Off;

  [[nodiscard]] const rules::Definition& definition() const { return rules.front().definition(); }
  [[nodiscard]] const rules::RuleSet& game_rules(const PlannedGame& game) const {
    return rules[game.seats.size() - 2];
  }
  [[nodiscard]] referee::record::KeyRules rules_in_key(const PlannedGame& game) const {
    return referee::play::rules_in_key(game_rules(game), advice);
  }
};

/// The number of a game's deal, in tournament `number` of so many entrants. Games of one number are
/// at different tables.
[[nodiscard]] std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game);

/// The consequences of a tournament's seed: seatings, starting seats, and the dice of every game.
class TournamentDice {
 public:
  /// Makes the dice of tournament `number`, from 0, among those that the league repeats. `ground`
  /// must outlive the object.
  TournamentDice(const TournamentGround& ground, int number) : ground_(ground), number_(number) {}

  /// Returns the chance that play_tournament() takes.
  [[nodiscard]] Chance chance() const;
  /// deal_number()
  [[nodiscard]] std::uint64_t deal(const PlannedGame& game) const;
  [[nodiscard]] referee::record::Key key(const PlannedGame& game) const;
  /// Returns the seed in the GameStart message to the agent at that seat.
  [[nodiscard]] std::uint64_t agent_seed(const PlannedGame& game, int seat) const;
  [[nodiscard]] std::vector<std::string> names(const std::vector<int>& entrants) const;
  /// The seat that begins: the planned one, or by the start roll.
  [[nodiscard]] int first(const PlannedGame& game) const;

 private:
  [[nodiscard]] std::vector<int> shuffled(std::vector<int> entrants, int stage, int round) const;

  const TournamentGround& ground_;
  int number_;
};

/// One rule set of a stored league of tournaments, with its stored games. Entrants are numbered in
/// the order of their names.
class TournamentDivision {
 public:
  /// Returns the divisions of the store's league, in its order; `epoch` is the league's only one.
  [[nodiscard]] static std::vector<TournamentDivision> read(const store::Reader& store,
                                                            const store::Epoch& epoch);

  [[nodiscard]] const TournamentGround& ground() const { return ground_; }
  [[nodiscard]] const Field& field() const { return field_; }
  /// The stored divisions, indexed by seats - 2.
  [[nodiscard]] const std::vector<store::StoredDivision>& tables() const { return tables_; }
  [[nodiscard]] std::uint64_t games() const { return games_.size(); }
  /// The digests that Store::visit_deals() returned when the games were read, indexed by seats - 2.
  [[nodiscard]] const std::vector<std::string>& records() const { return records_; }

  /// Returns the game's record if it was played; faults have no reports.
  [[nodiscard]] std::optional<referee::record::GameRecord> find(const TournamentDice& dice,
                                                                const PlannedGame& game) const;
  /// The game's line-up, planned in the store with its deal.
  [[nodiscard]] store::StoredLineUp plan(store::Store& store, const TournamentDice& dice,
                                         const PlannedGame& game) const;
  /// A game of agents at their seats that was stored now.
  void add(std::uint64_t deal, const std::vector<store::Id>& agents,
           const referee::record::GameRecord& record);

  /// Recomputes tournament `number` as far as it was played.
  [[nodiscard]] Tournament replay(int number) const;
  /// Returns what the scheme and the seed fix of all games that were played or are due, in the
  /// tournaments 0 to `repeat` - 1, indexed by the agents at the seats.
  [[nodiscard]] std::map<std::vector<store::Id>, schedule::FixedGames> settle(int repeat) const;

 private:
  using GameKey = std::pair<std::uint64_t, std::vector<store::Id>>;  // deal, agents by seat
  [[nodiscard]] GameKey game_key(const TournamentDice& dice, const PlannedGame& game) const;

  TournamentGround ground_;
  Field field_;
  std::vector<store::StoredDivision> tables_;
  std::vector<store::Id> agents_;  // indexed by entrant
  std::map<GameKey, referee::record::GameRecord> games_;
  std::vector<std::string> records_;
};

/// The only epoch of a league of tournaments; nothing before its first run.
[[nodiscard]] std::optional<store::Epoch> tournament_epoch(const store::Reader& store);

/// Returns the number of tournaments that the league plays with every rule set.
[[nodiscard]] int repeat_count(const store::StoredLeague& league);

/// Returns the largest number of games in a tournament of `entrants` entrants.
[[nodiscard]] std::uint64_t tournament_games(int entrants);

/// Returns the largest number of games of one division.
[[nodiscard]] std::uint64_t planned_game_count(const store::StoredLeague& league);
[[nodiscard]] bool are_finished(std::span<const TournamentDivision> divisions, int repeat);
/// Empty before the first run.
[[nodiscard]] std::vector<TournamentDivision> read_divisions(const store::Reader& store);

}  // namespace danno::leagues::schedule::tournament
