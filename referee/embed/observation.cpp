#include "referee/embed/observation.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace danno::referee::embed {
namespace {

using rules::at;
using rules::Points;
using rules::Position;

/// The numbers about the seats, which come first.
constexpr int kSeatsSize = 5 + 5 * (rules::kMaxSeats - 1);

/// Writes numbers one after the other, clamped.
class RowWriter {
 public:
  /// A product with 1 / target rounds to the same float as a quotient: below 2^27, a target is too
  /// small for a quotient to come as near to the middle of two floats as the products err.
  RowWriter(const rules::RuleSet& rules, float* row)
      : a_point_(1.0 / rules.parameters().target), a_die_(1.0 / rules.dice()), next_(row) {}

  void number(double value) {
    const double limit = kObservationLimit;
    *next_++ = static_cast<float>(std::clamp(value, -limit, limit));
  }
  void points(Points points) { number(points * a_point_); }
  void dice(int dice) { *next_++ = static_cast<float>(dice * a_die_); }
  void flag(bool on) { *next_++ = on ? 1.0F : 0.0F; }
  void zeros(int count) {
    std::memset(next_, 0, sizeof(float) * at(count));
    next_ += count;
  }

 private:
  double a_point_;
  double a_die_;
  float* next_;
};

void write_busts(const rules::RuleSet& rules, const Position& position, int seat, RowWriter& out) {
  const int price = rules.definition().busts.in_a_row;
  out.number(price == 0 ? 0 : static_cast<double>(position.busts[at(seat)]) / price);
}

void write_seats(const rules::RuleSet& rules, const Position& position, int seat, RowWriter& out) {
  out.points(position.totals[at(seat)]);
  out.flag(position.is_in(seat));
  write_busts(rules, position, seat, out);
  for (int step = 1; step < position.seats; ++step) {
    const int other = (seat + step) % position.seats;
    out.points(position.totals[at(other)]);
    out.flag(position.is_in(other));
    out.flag(position.is_out(other));
    out.flag(position.closer == other);
    write_busts(rules, position, other, out);
  }
  out.zeros((rules::kMaxSeats - position.seats) * 5);
}

void write_turn(const Position& position, RowWriter& out) {
  out.points(position.turn.points);
  out.points(position.turn.locked);
  out.points(position.turn.inherited);
  out.flag(position.turn.unproven || position.turn.attempt);
  out.dice(position.thrown.size());
  for (int face = 0; face < rules::kFaces; ++face)
    out.dice(position.thrown.count(face));
  const bool is_offer = position.phase == rules::Phase::Offer;
  out.points(is_offer ? position.offer.points : 0);
  out.dice(is_offer ? position.offer.dice : 0);
}

bool is_asked(const Position& position, int seat) {
  return position.mover == seat &&
         (position.phase == rules::Phase::Choose || position.phase == rules::Phase::Offer);
}

}  // namespace

std::vector<std::string> observation_names(const GameRules& rules) {
  std::vector<std::string> names{"seats", "last_turns", "total", "in_game", "busts"};
  for (int other = 1; other < rules::kMaxSeats; ++other) {
    for (const char* const name : {"total", "in_game", "out", "closer", "busts"})
      names.push_back(std::string(name) + "_" + std::to_string(other));
  }
  for (const char* const name : {"turn_points", "locked", "inherited", "unproven", "dice"})
    names.emplace_back(name);
  for (int face = 1; face <= rules::kFaces; ++face)
    names.push_back("face_" + std::to_string(face));
  names.insert(names.end(), {"offer_points", "offer_dice"});
  assert(names.size() == at(kHeadSize));
  for (int option = 0; option < rules.options(); ++option) {
    for (const char* const name : {"points", "next_dice"})
      names.push_back("option_" + std::to_string(option) + "_" + name);
  }
  return names;
}

void write_observation(const GameRules& game_rules, const Position& position,
                       std::span<const rules::Option> options, int seat, float* row) {
  const rules::RuleSet& rules = game_rules.rule_set();
  RowWriter out(rules, row);
  out.number(static_cast<double>(position.seats) / rules::kMaxSeats);
  out.flag(position.closer.has_value());
  write_seats(rules, position, seat, out);
  if (!is_asked(position, seat)) {
    out.zeros(observation_size(game_rules) - kSeatsSize);
    return;
  }
  write_turn(position, out);
  for (const rules::Option& option : options) {
    out.points(option.points);
    out.dice(option.next_dice);
  }
  out.zeros(2 * (game_rules.options() - static_cast<int>(options.size())));
}

void write_mask(const GameRules& rules, const Position& position,
                std::span<const rules::Option> options, std::uint8_t* row) {
  std::memset(row, 0, at(rules.actions()));
  if (position.phase == rules::Phase::Offer) std::memset(row + at(2 * rules.options()), 1, 2);
  for (const rules::Option& option : options) {
    *row++ = option.may_roll ? 1 : 0;
    *row++ = option.may_bank ? 1 : 0;
  }
}

}  // namespace danno::referee::embed
