// What the seed of a tournament determines: seatings, who begins, and the dice of every game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leagues/formats/tournament/scheme.hpp"
#include "referee/play/line_up.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::formats::tournament {

/// One rule set and the entrants that play it.
struct TournamentGround {
  std::vector<rules::RuleSet> rules;  ///< Indexed by seats - 2, for 2 to rules::kMaxSeats.
  std::vector<std::string> names;     ///< Indexed by entrant.
  referee::record::Seed seed;
  referee::record::Seed agent_secret;  ///< The same as in referee::play::LineUp.
  referee::play::Advice advice = referee::play::Advice::Off;

  [[nodiscard]] const rules::Definition& definition() const { return rules.front().definition(); }
  [[nodiscard]] const rules::RuleSet& rules_of(const PlannedGame& game) const {
    return rules[game.seats.size() - 2];
  }
  [[nodiscard]] referee::record::KeyRules rules_in_key(const PlannedGame& game) const {
    return referee::play::rules_in_key(rules_of(game), advice);
  }
};

/// The number of a game's deal, in tournament `number` of so many entrants. Games of one number are
/// at different tables.
[[nodiscard]] std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game);

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
  /// Returns the seed that GameStart tells the agent at that seat.
  [[nodiscard]] std::uint64_t agent_seed(const PlannedGame& game, int seat) const;
  [[nodiscard]] std::vector<std::string> names(const std::vector<int>& entrants) const;
  /// The seat that begins: the told one, or by the start roll.
  [[nodiscard]] int first(const PlannedGame& game) const;

 private:
  [[nodiscard]] std::vector<int> shuffled(std::vector<int> entrants, int stage, int round) const;

  const TournamentGround& ground_;
  int number_;
};

}  // namespace danno::leagues::formats::tournament
