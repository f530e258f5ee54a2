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

#include "leagues/store/store.hpp"
#include "leagues/tournament/dice.hpp"

namespace danno::leagues {

/// One rule set of a stored league of tournaments, with the games that are there. Entrants are
/// numbered by name.
class TournamentDivision {
 public:
  /// Those of the store's league, in its order; `epoch` is the league's only one.
  [[nodiscard]] static std::vector<TournamentDivision> read(const Store& store, const Epoch& epoch);

  [[nodiscard]] const TournamentGround& ground() const { return ground_; }
  [[nodiscard]] const Field& field() const { return field_; }
  /// The stored divisions, by seats from 2.
  [[nodiscard]] const std::vector<StoredDivision>& tables() const { return tables_; }
  [[nodiscard]] std::uint64_t games() const { return games_.size(); }
  /// What Store::visit_deals() told of the games when they were read, by seats from 2.
  [[nodiscard]] const std::vector<std::string>& records() const { return records_; }

  /// The game's record, if it was played; faults come without reports.
  [[nodiscard]] std::optional<referee::GameRecord> find(const TournamentDice& dice,
                                                        const Pairing& game) const;
  /// Stores a game that was played now.
  void add(Store& store, const Epoch& epoch, Id conditions, const TournamentDice& dice,
           const TournamentGame& game);

  /// Tells tournament `number` again, as far as it was played.
  [[nodiscard]] Tournament tell(int number) const;
  /// What the scheme and the seed settle of the games of one stored table, by deal.
  struct Settled {
    referee::Key key;
    int first = 0;
  };
  using SettledGames = std::map<std::uint64_t, Settled>;
  /// By the agents at the seats, in the tournaments from 0 to `repeat`.
  [[nodiscard]] std::map<std::vector<Id>, SettledGames> settle(int repeat) const;

 private:
  using GameKey = std::pair<std::uint64_t, std::vector<Id>>;  // deal, agents by seat
  [[nodiscard]] GameKey key_of(const TournamentDice& dice, const Pairing& game) const;

  TournamentGround ground_;
  Field field_;
  std::vector<StoredDivision> tables_;
  std::vector<Id> agents_;  // by entrant
  std::map<GameKey, referee::GameRecord> games_;
  std::vector<std::string> records_;
};

/// The only epoch of a league of tournaments; nothing before its first run.
[[nodiscard]] std::optional<Epoch> tournament_epoch(const Store& store);

/// Games that a tournament of so many entrants takes at most.
[[nodiscard]] std::uint64_t tournament_games(int entrants);

}  // namespace danno::leagues
