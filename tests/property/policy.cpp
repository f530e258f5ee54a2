#include "tests/property/policy.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace danno::solver {
namespace {

using rules::Action;
using rules::Phase;
using rules::Position;
using rules::RuleSet;

/// How often a game is expected to come to a position.
struct Visits {
  Position position;
  double count = 0;
};

/// Totals, and what else tells positions between turns apart; by rising sum, offers first.
using Place = std::tuple<rules::Points, bool, std::array<int, 7>>;

/// Where a turn leads.
struct Ends {
  std::map<Place, Visits> visits;  ///< Of one turn.
  double won = 0;                  ///< Chance that it ends the game and the first seat has won.
  double same = 0;                 ///< Chance that the other seat goes on from the same totals.
  double dropped = 0;              ///< Chance of what was too rare to follow.
};

double result(const RuleSet& rules, const Position& position) {
  const auto places = rules::places(rules, position);
  if (places[0] == places[1]) return 0.5;
  return places[0] == 1 ? 1 : 0;
}

/// Totals never fall, so positions between turns are taken by rising sum: when one is taken, all
/// ways to it are counted. A bust alone keeps the totals, and offers, which a bust ends, come
/// first.
class Contest {
 public:
  Contest(const RuleSet& rules, const Policy& first, const Policy& second)
      : rules_(rules), policies_{&first, &second} {
    for (int dice = 1; dice <= rules.dice(); ++dice) {
      const double all = std::pow(rules::kFaces, dice);
      rules::for_each_roll(dice, [&](rules::Dice thrown) {
        throws_[static_cast<std::size_t>(dice)].emplace_back(thrown, rules::ways(thrown) / all);
      });
    }
  }

  double play() {
    arrive({start_game(rules_, 0), 1});
    while (!front_.empty()) {
      const Visits next = front_.begin()->second;
      front_.erase(front_.begin());
      const bool common = !next.position.closer && next.position.phase == Phase::Throw;
      common ? leave_standing(next) : leave(next);
    }
    return won_;
  }

 private:
  /// More rarely than this, a way is not followed; it counts half a win.
  static constexpr double kRare = 1e-11;

  static Place option_place(const Position& position) {
    return {position.totals[0] + position.totals[1],
            position.phase == Phase::Throw,
            {position.totals[0], position.in_game.bits(), position.mover,
             position.closer.value_or(2), position.offer.points, position.offer.dice}};
  }

  void arrive(const Visits& visits) {
    if (visits.position.phase == Phase::Over) {
      won_ += visits.count * result(rules_, visits.position);
    } else if (visits.count < kRare) {
      won_ += visits.count / 2;
    } else {
      front_.try_emplace(option_place(visits.position), Visits{visits.position, 0})
          .first->second.count += visits.count;
    }
  }

  /// An offer, or a last turn: each is come to once a game at most.
  void leave(const Visits& visits) {
    Position start = visits.position;
    if (start.phase == Phase::Offer) {
      const Judgement decision = (*policies_[start.mover])(start, {});
      assert(decision.action == Action::Accept || decision.action == Action::Decline);
      if (decision.action == Action::Decline) {
        decline_offer(rules_, start);
        arrive({start, visits.count});
        return;
      }
      accept_offer(rules_, start);
    }
    const Ends ends = play_turn(start, kRare / visits.count);
    follow(ends, visits.count);
    Position other = fresh_turn(visits.position, 1 - visits.position.mover);
    arrive({other, ends.same * visits.count});
  }

  /// Both seats' turns from the same totals: by busts they lead to each other again and again.
  void leave_standing(const Visits& visits) {
    const Position twin = fresh_turn(visits.position, 1 - visits.position.mover);
    double of_twin = 0;
    if (const auto found = front_.find(option_place(twin)); found != front_.end()) {
      of_twin = found->second.count;
      front_.erase(found);
    }
    const double least = kRare / (visits.count + of_twin);
    const Ends ends = play_turn(visits.position, least);
    const Ends twin_ends = play_turn(twin, least);
    const double not_for_ever = 1 - ends.same * twin_ends.same;
    if (not_for_ever <= 0) {
      // Neither ever banks: the cap of turns ends it, by totals.
      won_ += (visits.count + of_twin) * result(rules_, visits.position);
      return;
    }
    const double count = (visits.count + of_twin * twin_ends.same) / not_for_ever;
    follow(ends, count);
    follow(twin_ends, of_twin + count * ends.same);
  }

  void follow(const Ends& ends, double count) {
    won_ += (ends.won + ends.dropped / 2) * count;
    for (const auto& [place, end] : ends.visits)
      arrive({end.position, end.count * count});
  }

  [[nodiscard]] Position fresh_turn(const Position& position, int mover) const {
    Position fresh = start_game(rules_, mover);
    fresh.totals = position.totals;
    fresh.in_game = position.in_game;
    return fresh;
  }

  /// Every throw that goes on adds points, so the states of a turn are taken by rising points.
  Ends play_turn(const Position& start, double least) {
    Ends ends;
    std::map<std::array<int, 5>, Visits> turn;
    const auto reach = [&](const Position& position, double chance) {
      if (position.phase == Phase::Over || position.clock != start.clock) {
        const bool same = position.totals == start.totals && position.in_game == start.in_game;
        if (position.phase == Phase::Over) {
          ends.won += chance * result(rules_, position);
        } else if (!same || position.closer) {
          ends.visits.try_emplace(option_place(position), Visits{counters_reset(position), 0})
              .first->second.count += chance;
        } else {
          assert(position.phase == Phase::Throw && "an offer for nothing would go round for ever");
          ends.same += chance;
        }
        return;
      }
      const rules::Turn& now = position.turn;
      const std::array<int, 5> state{now.points, now.locked, now.dice, now.attempt, now.unproven};
      turn.try_emplace(state, Visits{position, 0}).first->second.count += chance;
    };
    reach(start, 1);
    while (!turn.empty()) {
      const Visits state = turn.begin()->second;
      turn.erase(turn.begin());
      if (state.count < least) {
        ends.dropped += state.count;
        continue;
      }
      for (const auto& [thrown, chance] : throws_[state.position.turn.dice]) {
        Position after = state.position;
        throw_dice(rules_, after, thrown);
        if (after.phase == Phase::Choose) decide(after);
        reach(after, state.count * chance);
      }
    }
    return ends;
  }

  void decide(Position& position) {
    list_options(rules_, position, options_);
    const Judgement decision = (*policies_[position.mover])(position, options_.all());
    assert(decision.option < options_.size());
    assert(decision.action == Action::Roll || decision.action == Action::Bank);
    const rules::Option option = options_[decision.option];
    decision.action == Action::Bank ? keep_and_bank(rules_, position, option)
                                    : keep_and_roll(rules_, position, option);
  }

  /// One position, however many turns it took; in the last turns `reached` settles a tie.
  static Position counters_reset(Position position) {
    if (position.phase == Phase::Over || position.closer) return position;
    position.turns = {};
    position.clock = 0;
    position.reached = {};
    return position;
  }

  const RuleSet& rules_;
  std::array<const Policy*, 2> policies_;
  std::array<std::vector<std::pair<rules::Dice, double>>, rules::kMaxDice + 1> throws_;
  rules::Options options_;  ///< To reuse.
  std::map<Place, Visits> front_;
  double won_ = 0;  ///< By the first seat.
};

}  // namespace

double winning_chance(const RuleSet& rules, const Policy& first, const Policy& second) {
  assert(rules.seats() == 2);
  return Contest(rules, first, second).play();
}

}  // namespace danno::solver
