// Tournaments as a store holds them: a line-up for every seated table, a deal for every game.
//
// Nothing but games is stored: stages, cuts and standings follow from them and the seed, and are
// told again from there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/formats/tournament/dice.hpp"
#include "leagues/plan/format.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::tournament {

/// One rule set of a stored league of tournaments, with the games that are there. Entrants are
/// numbered by name.
class TournamentDivision {
 public:
  /// Those of the store's league, in its order; `epoch` is the league's only one.
  [[nodiscard]] static std::vector<TournamentDivision> read(const store::Reader& store,
                                                            const store::Epoch& epoch);

  [[nodiscard]] const TournamentGround& ground() const { return ground_; }
  [[nodiscard]] const Field& field() const { return field_; }
  /// The stored divisions, by seats from 2.
  [[nodiscard]] const std::vector<store::StoredDivision>& tables() const { return tables_; }
  [[nodiscard]] std::uint64_t games() const { return games_.size(); }
  /// What Store::visit_deals() told of the games when they were read, by seats from 2.
  [[nodiscard]] const std::vector<std::string>& records() const { return records_; }

  /// The game's record, if it was played; faults come without reports.
  [[nodiscard]] std::optional<referee::record::GameRecord> find(const TournamentDice& dice,
                                                                const PlannedGame& game) const;
  /// The game's line-up, planned in the store with its deal.
  [[nodiscard]] store::StoredLineUp plan(store::Store& store, const TournamentDice& dice,
                                         const PlannedGame& game) const;
  /// A game of agents at their seats that was stored now.
  void add(std::uint64_t deal, const std::vector<store::Id>& agents,
           const referee::record::GameRecord& record);

  /// Tells tournament `number` again, as far as it was played.
  [[nodiscard]] Tournament tell(int number) const;
  /// What the scheme and the seed settle of the games that are due in the tournaments from 0 to
  /// `repeat`, as far as they are played; by the agents at the seats.
  [[nodiscard]] std::map<std::vector<store::Id>, plan::SettledGames> settle(int repeat) const;

 private:
  using GameKey = std::pair<std::uint64_t, std::vector<store::Id>>;  // deal, agents by seat
  [[nodiscard]] GameKey key_of(const TournamentDice& dice, const PlannedGame& game) const;

  TournamentGround ground_;
  Field field_;
  std::vector<store::StoredDivision> tables_;
  std::vector<store::Id> agents_;  // by entrant
  std::map<GameKey, referee::record::GameRecord> games_;
  std::vector<std::string> records_;
};

/// The only epoch of a league of tournaments; nothing before its first run.
[[nodiscard]] std::optional<store::Epoch> tournament_epoch(const store::Reader& store);

/// Tournaments that the league plays with every rule set.
[[nodiscard]] int repeat_of(const store::StoredLeague& league);

/// Games that a tournament of so many entrants takes at most.
[[nodiscard]] std::uint64_t tournament_games(int entrants);

/// The games of one division, at most.
[[nodiscard]] std::uint64_t games_of(const store::StoredLeague& league);
[[nodiscard]] bool are_finished(std::span<const TournamentDivision> divisions, int repeat);
/// Empty before the first run.
[[nodiscard]] std::vector<TournamentDivision> read_divisions(const store::Reader& store);

}  // namespace danno::leagues::formats::tournament
