// What of a tournament follows from its seed: seatings, who begins, the dice of every game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leagues/plan/tournament.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues {

/// One rule set and those who play it.
struct TournamentGround {
  std::vector<rules::RuleSet> rules;  ///< By seats, from 2 to rules::kMaxSeats.
  std::vector<std::string> names;     ///< By entrant.
  referee::Seed seed;

  [[nodiscard]] const rules::Definition& definition() const { return rules.front().definition(); }
  [[nodiscard]] const rules::RuleSet& rules_of(const Pairing& game) const {
    return rules[game.seats.size() - 2];
  }
};

class TournamentDice {
 public:
  /// Of the tournament of that number, from 0, among those that the league repeats. `ground`
  /// outlives it.
  TournamentDice(const TournamentGround& ground, int number) : ground_(ground), number_(number) {}

  /// As play_tournament() asks for it.
  [[nodiscard]] Chance chance() const;
  /// The number of a game's deal. Games of one number are at different tables.
  [[nodiscard]] std::uint64_t deal(const Pairing& game) const;
  [[nodiscard]] referee::Key key(const Pairing& game) const;
  [[nodiscard]] std::vector<std::string> names(const std::vector<int>& entrants) const;
  /// The seat that begins: the told one, or by the start roll.
  [[nodiscard]] int first(const Pairing& game) const;

 private:
  [[nodiscard]] std::vector<int> shuffled(std::vector<int> entrants, int stage, int round) const;
  /// Counts rounds over all tournaments.
  [[nodiscard]] std::uint64_t round_number(int stage, int round) const;

  const TournamentGround& ground_;
  int number_;
};

}  // namespace danno::leagues
