// The game as a state machine. An arrow stands for a call.
//
//   Offer    accept_offer, decline_offer             -> Throw
//   Throw    throw_dice, something can be kept       -> Choose
//            throw_dice, an attempt or a bonus       -> Throw
//            throw_dice, a bust                      -> next seat
//            throw_dice, a throw that wins           -> Over
//   Choose   keep_and_roll                           -> Throw
//            keep_and_bank                           -> next seat
//   any      forfeit                                 -> next seat, if the mover goes out
//
//   next seat: Over if the game has ended; Offer if the bank left dice; otherwise Throw

#include "referee/rules/position.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace danno::rules {
namespace {

/// Sums are capped here, far above any target, so that none overflows.
constexpr Points kMostTurn = kMaxPoints;
constexpr Points kMostTotal = kMaxPoints + kMaxPatternPoints;

Points sum(Points turn, Points more) { return std::min(turn + more, kMostTurn); }

int next_seat(const Position& position, int seat) {
  return seat + 1 == position.seats ? 0 : seat + 1;
}

int seats_left(const Position& position) {
  int left = 0;
  for (int seat = 0; seat < position.seats; ++seat)
    left += position.is_out(seat) ? 0 : 1;
  return left;
}

void begin_turn(const RuleSet& rules, Position& position, int seat) {
  position.mover = static_cast<std::uint8_t>(seat);
  position.phase = Phase::Throw;
  position.roll = 0;
  position.thrown = Dice();
  position.offer = Offer();
  position.turn = Turn();
  position.turn.dice = static_cast<std::uint8_t>(rules.dice());
}

/// Tests whether the turn that `seat` has just ended triggers the last turns or takes over the lead
/// in them. With Ending::AtOnce the game is over.
void test_end(const RuleSet& rules, Position& position, int seat) {
  const Points total = position.totals[at(seat)];
  if (!position.closer) {
    if (!rules.reaches_target(total)) return;
    position.closer = static_cast<std::uint8_t>(seat);
    if (rules.definition().ending == Ending::AtOnce) position.phase = Phase::Over;
    return;
  }
  if (rules.definition().ending == Ending::UntilNoneBeats &&
      total > position.totals[*position.closer]) {
    position.closer = static_cast<std::uint8_t>(seat);
  }
}

/// Passes the turn to the next seat clockwise. The game ends when the turn returns to the closer,
/// or when a seat has had all its turns.
void pass_on(const RuleSet& rules, Position& position, int from, Offer offer) {
  position.thrown = Dice();
  position.offer = Offer();
  int seat = from;
  do {
    seat = next_seat(position, seat);
    if (position.closer && *position.closer == seat) {
      position.phase = Phase::Over;
      return;
    }
  } while (position.is_out(seat));
  // The cap of turns does not cut last turns short.
  if (!position.closer &&
      position.turns[at(seat)] >= static_cast<std::uint32_t>(rules.parameters().max_turns)) {
    position.phase = Phase::Over;
    position.capped = true;
    return;
  }
  begin_turn(rules, position, seat);
  if (offer.dice == 0 || (!rules.parameters().newcomer_accepts && !position.is_in(seat))) return;
  position.offer = offer;
  position.phase = Phase::Offer;
}

void book(Position& position, int seat, Points points) {
  if (points == 0) return;
  Points& total = position.totals[at(seat)];
  total = std::min(total + points, kMostTotal);
  position.reached[at(seat)] = position.clock + 1;
}

void end_turn(const RuleSet& rules, Position& position, Offer offer) {
  const int seat = position.mover;
  ++position.turns[at(seat)];
  ++position.clock;
  test_end(rules, position, seat);
  position.turn = Turn();
  if (position.phase != Phase::Over) pass_on(rules, position, seat, offer);
}

/// Books what the turn may record; the seat is in the game if the entry rule holds.
void record(const RuleSet& rules, Position& position, Points points, Points inherited) {
  const int seat = position.mover;
  const Points gain = recorded(rules, position, seat, points, inherited);
  if (gain > 0) position.in_game.add(seat);
  book(position, seat, gain);
}

/// Counts a bust of the mover, and takes the penalty when it is due.
void charge(const Busts& busts, Position& position) {
  const int seat = position.mover;
  if (++position.busts[at(seat)] < busts.in_a_row) return;
  position.busts[at(seat)] = 0;
  const Points total = position.totals[at(seat)];
  // A penalty does not take a total below 0 unless the rules say so.
  const Points least = busts.below_zero ? -kMaxPoints : std::min(total, 0);
  position.totals[at(seat)] = std::max(total - busts.penalty, least);
  if (position.totals[at(seat)] != total) position.reached[at(seat)] = position.clock + 1;
}

Thrown bust(const RuleSet& rules, Position& position) {
  const Turn& turn = position.turn;
  // Locked points survive the bust, unless they would pass an exact target.
  if (turn.locked > 0 && !passes_target(rules, position, turn.locked))
    record(rules, position, turn.locked, turn.inherited);
  const Busts& busts = rules.definition().busts;
  if (busts.in_a_row > 0) charge(busts, position);
  end_turn(rules, position, Offer());
  return Thrown::Bust;
}

/// Moves the kept dice from the table to the turn.
void set_aside(const RuleSet& rules, Turn& turn, Points points, int dice_left) {
  turn.points = sum(turn.points, points);
  turn.dice = static_cast<std::uint8_t>(dice_left == 0 ? rules.dice() : dice_left);
}

/// Applies the first throw of inherited dice, which must show a 1 or 5. Its scoring dice are kept
/// automatically, unless the rules let the player choose.
Thrown attempt(const RuleSet& rules, Position& position, Dice thrown) {
  const Keep* const best = rules.keep_table().all_scoring(thrown);
  if (best == nullptr || !best->one_or_five) return bust(rules, position);
  if (rules.parameters().choose_attempt) {
    position.thrown = thrown;
    position.phase = Phase::Choose;
    return Thrown::Choice;
  }
  set_aside(rules, position.turn, best->points, thrown.size() - best->size);
  if (rules.locks(best->dice)) position.turn.locked = position.turn.points;
  position.turn.attempt = false;
  position.turn.unproven = true;
  return Thrown::Attempt;
}

Thrown win(const RuleSet& rules, Position& position, Dice thrown) {
  const int seat = position.mover;
  position.in_game.add(seat);
  book(position, seat, sum(position.turn.points, rules.points_of_win(thrown)));
  position.winner = position.mover;
  ++position.turns[at(seat)];
  ++position.clock;
  position.turn = Turn();
  position.phase = Phase::Over;
  return Thrown::Win;
}

bool enters(const RuleSet& rules, const Position& position, int seat, Points points,
            Points inherited) {
  if (position.is_in(seat)) return true;
  const Points own = rules.definition().inherited_enters ? points : points - inherited;
  return own >= rules.parameters().entry;
}

/// The points of the turn from which on neither the entry nor the minimum forbids a bank.
Points least_of_bank(const RuleSet& rules, const Position& position) {
  const Parameters& parameters = rules.parameters();
  const Points minimum = rules.definition().minimum_bank;
  if (parameters.bank_below_entry || position.is_in(position.mover)) return minimum;
  const Points taken_over = rules.definition().inherited_enters ? 0 : position.turn.inherited;
  return std::max(minimum, parameters.entry + taken_over);
}

Points highest_total(const Position& position) {
  Points highest = -kMostTotal;  // penalties may take all totals below 0
  for (int seat = 0; seat < position.seats; ++seat) {
    if (!position.is_out(seat)) highest = std::max(highest, position.totals[at(seat)]);
  }
  return highest;
}

bool bank_ties(const RuleSet& rules, const Position& position, Points points) {
  const int seat = position.mover;
  const Points gain = recorded(rules, position, seat, points, position.turn.inherited);
  return position.totals[at(seat)] + gain == highest_total(position);
}

/// Returns whether seat a comes before seat b in the final ranking.
bool is_ahead(const RuleSet& rules, const Position& position, int a, int b) {
  // A throw that won at once ranks first, seats that stayed come next, and later forfeits precede
  // earlier ones.
  if (position.winner == a || position.winner == b) return position.winner == a;
  const auto order_a = position.forfeit_order[at(a)];
  const auto order_b = position.forfeit_order[at(b)];
  if (order_a != order_b) return order_a == 0 || (order_b != 0 && order_a > order_b);
  if (position.totals[at(a)] != position.totals[at(b)])
    return position.totals[at(a)] > position.totals[at(b)];
  return rules.definition().first_to_reach_wins &&
         position.reached[at(a)] < position.reached[at(b)];
}

}  // namespace

Position start_game(const RuleSet& rules, int first) {
  assert(first >= 0 && first < rules.seats());
  Position position;
  position.seats = static_cast<std::uint8_t>(rules.seats());
  begin_turn(rules, position, first);
  return position;
}

void set_score(Position& position, int seat, Points total, bool in_game) {
  assert(seat < position.seats && position.clock == 0 && position.roll == 0);
  position.totals[at(seat)] = total;
  if (in_game)
    position.in_game.add(seat);
  else
    position.in_game.remove(seat);
}

Thrown throw_dice(const RuleSet& rules, Position& position, Dice thrown) {
  assert(position.phase == Phase::Throw && thrown.size() == position.turn.dice);
  ++position.roll;
  if (position.roll == kMaxThrows) return bust(rules, position);
  if (rules.wins_at_once(thrown)) return win(rules, position, thrown);
  if (position.turn.attempt) return attempt(rules, position, thrown);
  if (rules.keep_table().keeps(thrown).empty()) {
    // A first throw of a full set may score a bonus in place of a bust.
    const Points bonus = rules.definition().first_throw_bust;
    if (bonus == 0 || position.roll > 1 || thrown.size() < rules.dice())
      return bust(rules, position);
    position.turn.points = bonus;
    return Thrown::Bonus;
  }
  position.thrown = thrown;
  position.phase = Phase::Choose;
  return Thrown::Choice;
}

void list_options(const RuleSet& rules, const Position& position, Options& options) {
  assert(position.phase == Phase::Choose);
  options.clear();
  const KeepTable& table = rules.keep_table();
  for (const Keep& keep : table.keeps(position.thrown)) {
    const auto next_dice =
        static_cast<std::uint8_t>(keep.hot ? rules.dice() : position.thrown.size() - keep.size);
    const bool may_roll =
        next_dice > 0 && !(keep.dice == position.thrown && rules.definition().hot == Hot::Ends);
    const Option kept{keep.dice, keep.points, keep.mask, next_dice, keep.one_or_five};
    const bool may_bank = !why_no_bank(rules, position, kept);
    // It is made anew, because a copy of what was just written member by member takes longer.
    if (may_roll || may_bank)
      options.add(
          {keep.dice, keep.points, keep.mask, next_dice, keep.one_or_five, may_roll, may_bank});
  }
  assert(options.size() > 0);
}

std::optional<std::uint32_t> options_key(const RuleSet& rules, const Position& position) {
  assert(position.phase == Phase::Choose);
  const Turn& turn = position.turn;
  // The rule against ties depends on all totals, for which no small number can stand.
  if (rules.definition().no_bank_at_tie && position.closer) return std::nullopt;
  // The turn's points matter only by which keeps are too small to bank. Keeps are sorted by falling
  // points, so the number of small ones identifies them.
  const Points needed = least_of_bank(rules, position);
  std::uint32_t too_few = 0;  // keeps that leave the turn below it; they are the last ones
  if (turn.points < needed) {
    const auto keeps = rules.keep_table().keeps(position.thrown);
    while (too_few < keeps.size() &&
           sum(turn.points, keeps[keeps.size() - 1 - too_few].points) < needed)
      ++too_few;
  }
  return too_few * kOptionsKeys + (turn.attempt ? 2U : 0U) + (turn.unproven ? 1U : 0U);
}

std::optional<NoBank> why_no_bank(const RuleSet& rules, const Position& position,
                                  const Option& option) {
  const Definition& definition = rules.definition();
  const Parameters& parameters = rules.parameters();
  const Turn& turn = position.turn;
  if (definition.bank_takes_all &&
      option.keep != rules.keep_table().all_scoring(position.thrown)->dice)
    return NoBank::NotAll;
  const bool hot = option.is_hot(position.thrown);
  // Hot dice that end the turn bank it whatever the following rules say.
  if (hot && definition.hot == Hot::Ends) return std::nullopt;
  if (turn.attempt) return NoBank::Attempt;
  if (turn.unproven && !option.one_or_five) return NoBank::Unproven;
  const bool six_alike_ends = parameters.six_alike_ends_turn && is_six_alike(option.keep);
  if (definition.hot == Hot::MustRoll && hot && !six_alike_ends) return NoBank::Hot;
  const Points points = sum(turn.points, option.points);
  if (!parameters.bank_below_entry &&
      !enters(rules, position, position.mover, points, turn.inherited))
    return NoBank::BelowEntry;
  if (points < definition.minimum_bank) return NoBank::BelowLeast;
  if (definition.no_bank_at_tie && position.closer && bank_ties(rules, position, points))
    return NoBank::Tie;
  return std::nullopt;
}

void keep_and_roll(const RuleSet& rules, Position& position, const Option& option) {
  assert(position.phase == Phase::Choose && option.may_roll);
  Turn& turn = position.turn;
  turn.points = sum(turn.points, option.points);
  turn.dice = option.next_dice;
  // A chosen attempt leaves the proof to the next keep, whatever it kept itself.
  turn.unproven = turn.attempt || (turn.unproven && !option.one_or_five);
  turn.attempt = false;
  if (rules.locks(option.keep)) turn.locked = turn.points;
  position.thrown = Dice();
  position.phase = Phase::Throw;
}

void keep_and_bank(const RuleSet& rules, Position& position, const Option& option) {
  assert(position.phase == Phase::Choose && option.may_bank);
  // A turn that hot dice end is the only one that can come to less than the minimum; its points are
  // lost.
  const Points whole = sum(position.turn.points, option.points);
  const Points points = whole >= rules.definition().minimum_bank ? whole : 0;
  const int left = position.thrown.size() - option.keep.size();
  if (passes_target(rules, position, points)) {
    (void)bust(rules, position);
    return;
  }
  position.busts[position.mover] = 0;
  record(rules, position, points, position.turn.inherited);
  Offer offer;
  if (rules.definition().passes_on && left > 0) offer = {points, static_cast<std::uint8_t>(left)};
  end_turn(rules, position, offer);
}

void accept_offer(const RuleSet& rules, Position& position) {
  assert(position.phase == Phase::Offer);
  position.turn.points = position.offer.points;
  position.turn.inherited = position.offer.points;
  position.turn.dice = position.offer.dice;
  position.turn.attempt = rules.definition().attempt;
  position.offer = Offer();
  position.phase = Phase::Throw;
}

void decline_offer(const RuleSet& /*rules*/, Position& position) {
  assert(position.phase == Phase::Offer);
  position.offer = Offer();
  position.phase = Phase::Throw;
}

void forfeit(const RuleSet& rules, Position& position, int seat) {
  assert(position.phase != Phase::Over && !position.is_out(seat));
  const int out_before = position.seats - seats_left(position);
  position.forfeited.add(seat);
  position.forfeit_order[at(seat)] = static_cast<std::uint8_t>(out_before + 1);
  if (seats_left(position) == 1) {
    position.thrown = Dice();
    position.offer = Offer();
    position.turn = Turn();
    position.phase = Phase::Over;
    return;
  }
  // A seat that goes out off turn leaves the turn of the mover as it is.
  if (seat != position.mover) return;
  ++position.turns[at(seat)];
  ++position.clock;
  position.turn = Turn();
  pass_on(rules, position, seat, Offer());
}

Points recorded(const RuleSet& rules, const Position& position, int seat, Points turn_points,
                Points inherited) {
  return enters(rules, position, seat, turn_points, inherited) ? turn_points : 0;
}

Points best_other_total(const Position& position) {
  Points best = 0;
  for (int seat = 0; seat < position.seats; ++seat) {
    if (seat != position.mover && !position.is_out(seat))
      best = std::max(best, position.totals[at(seat)]);
  }
  return best;
}

bool passes_target(const RuleSet& rules, const Position& position, Points points) {
  if (!rules.definition().exact) return false;
  const int seat = position.mover;
  return position.totals[at(seat)] +
             recorded(rules, position, seat, points, position.turn.inherited) >
         rules.parameters().target;
}

std::array<std::uint8_t, kMaxSeats> places(const RuleSet& rules, const Position& position) {
  std::array<std::uint8_t, kMaxSeats> result{};
  for (int seat = 0; seat < position.seats; ++seat) {
    int place = 1;
    for (int other = 0; other < position.seats; ++other) {
      if (other != seat && is_ahead(rules, position, other, seat)) ++place;
    }
    result[at(seat)] = static_cast<std::uint8_t>(place);
  }
  return result;
}

namespace {

Points worth(const RuleSet& rules, Dice thrown) {
  if (rules.definition().start_by_score) {
    const Keep* const best = rules.keep_table().all_scoring(thrown);
    return best == nullptr ? 0 : best->points;
  }
  for (int face = 0; face < kFaces; ++face) {
    if (thrown.count(face) > 0) return face;
  }
  return 0;
}

}  // namespace

Start roll_for_start(const RuleSet& rules,
                     const std::function<Dice(int seat, int round, int dice)>& throw_start) {
  const int dice = rules.definition().start_by_score ? rules.dice() : 1;
  std::vector<int> seats;
  for (int seat = 0; seat < rules.seats(); ++seat)
    seats.push_back(seat);
  Start start;
  for (int round = 0; seats.size() > 1; ++round) {
    std::vector<Points> thrown;
    for (const int seat : seats)
      thrown.push_back(worth(rules, throw_start(seat, round, dice)));
    if (round == 0)
      start.lowest = static_cast<int>(std::ranges::min_element(thrown) - thrown.begin());
    const Points highest = *std::ranges::max_element(thrown);
    // Only the seats that tied for the highest throw roll again.
    std::vector<int> tied;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      if (thrown[i] == highest) tied.push_back(seats[i]);
    }
    seats = tied;
  }
  start.first = seats.front();
  return start;
}

}  // namespace danno::rules
