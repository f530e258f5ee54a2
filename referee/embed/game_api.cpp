// danno.h: one game, step by step.
#include <stdexcept>
#include <string>

#include "referee/embed/handles.hpp"
#include "referee/embed/observation.hpp"

namespace danno::referee::embed {
namespace {

using rules::at;
using rules::Position;

static_assert(DANNO_OFFER == int(rules::Phase::Offer) && DANNO_THROW == int(rules::Phase::Throw) &&
              DANNO_CHOOSE == int(rules::Phase::Choose) && DANNO_OVER == int(rules::Phase::Over));

template <class Values>
void copy_seats(const Values& values, std::int32_t* out) {
  for (std::size_t seat = 0; seat < values.size(); ++seat)
    out[seat] = static_cast<std::int32_t>(values[seat]);
}

void copy_dice(rules::Dice dice, std::int32_t* out) {
  for (int face = 0; face < rules::kFaces; ++face)
    out[face] = dice.count(face);
}

danno_position make_position(const rules::RuleSet& rules, const Position& position) {
  danno_position out{};
  out.seats = position.seats;
  out.mover = position.mover;
  out.phase = static_cast<std::int32_t>(position.phase);
  out.capped = position.capped ? 1 : 0;
  out.closer = position.closer ? int{*position.closer} : -1;
  out.winner = position.winner ? int{*position.winner} : -1;
  out.in_game = position.in_game.bits();
  out.forfeited = position.forfeited.bits();
  out.turn_points = position.turn.points;
  out.locked = position.turn.locked;
  out.inherited = position.turn.inherited;
  out.attempt = position.turn.attempt ? 1 : 0;
  out.unproven = position.turn.unproven ? 1 : 0;
  out.roll = position.roll;
  out.dice = position.turn.dice;
  out.offer_points = position.offer.points;
  out.offer_dice = position.offer.dice;
  copy_dice(position.thrown, out.thrown);
  copy_seats(position.totals, out.totals);
  copy_seats(position.turns, out.turns);
  copy_seats(position.busts, out.busts);
  copy_seats(rules::places(rules, position), out.places);
  if (position.phase == rules::Phase::Over) {
    const auto by_place = rewards(rules, position);
    std::copy(by_place.begin(), by_place.end(), out.rewards);
  }
  return out;
}

danno_option make_option(const rules::RuleSet& rules, const Position& position,
                         const rules::Option& option) {
  danno_option out{};
  copy_dice(option.keep, out.keep);
  out.points = option.points;
  out.next_dice = option.next_dice;
  out.may_roll = option.may_roll ? 1 : 0;
  out.may_bank = option.may_bank ? 1 : 0;
  const auto why_not = rules::why_no_bank(rules, position, option);
  out.no_bank = why_not ? static_cast<std::int32_t>(*why_not) + 1 : 0;
  return out;
}

/// Throws std::invalid_argument for numbers that no position has.
Position make_start(const rules::RuleSet& rules, const danno_start& start) {
  if (start.first < 0 || start.first >= rules.seats())
    throw std::invalid_argument("no seat " + std::to_string(start.first) + " to begin");
  Position position = rules::start_game(rules, start.first);
  for (int seat = 0; seat < rules.seats(); ++seat) {
    const rules::Points total = start.totals[seat];
    if (total < -rules::kMaxPoints || total > rules::kMaxPoints)
      throw std::invalid_argument("a total of " + std::to_string(total));
    rules::set_score(position, seat, total, ((start.in_game >> seat) & 1) != 0);
  }
  return position;
}

}  // namespace

rules::Dice read_dice(const std::int32_t* faces) {
  rules::Dice dice;
  int all = 0;
  for (int face = 0; face < rules::kFaces; ++face) {
    const std::int32_t count = faces[face];
    all += count;
    if (count < 0 || count > rules::kMaxDice || all > rules::kMaxDice)
      throw std::invalid_argument("these are no dice; expected 1 to 6");
    dice.add(face, count);
  }
  return dice;
}

}  // namespace danno::referee::embed

namespace embed = danno::referee::embed;

std::int32_t danno_game_start(danno_games* games, std::int64_t game, const danno_start* start,
                              danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    std::optional<danno::referee::record::Key> key;
    if (start->has_key != 0) {
      key.emplace();
      std::copy(start->key, start->key + key->size(), key->begin());
    }
    const auto& rules = games->batch.game_rules().rule_set();
    games->batch.lead(game, embed::make_start(rules, *start), key);
    return 0;
  });
}

std::int32_t danno_game_deal(danno_games* games, std::int64_t game, const std::uint8_t key[32],
                             danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    danno::referee::record::Key own{};
    std::copy(key, key + own.size(), own.begin());
    return games->batch.lead_deal(game, own);
  });
}

std::int32_t danno_game_position(const danno_games* games, std::int64_t game,
                                 danno_position* position, danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    *position = embed::make_position(games->batch.game_rules().rule_set(),
                                     games->batch.game(game).position);
    return 0;
  });
}

std::int32_t danno_game_options(const danno_games* games, std::int64_t game, danno_option* options,
                                danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    const auto& rules = games->batch.game_rules().rule_set();
    const embed::EmbeddedGame& one = games->batch.game(game);
    for (const auto& option : one.options.all())
      *options++ = embed::make_option(rules, one.position, option);
    return static_cast<std::int32_t>(one.options.size());
  });
}

std::int32_t danno_game_throw(danno_games* games, std::int64_t game, const std::int32_t* faces,
                              danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    std::optional<danno::rules::Dice> dice;
    if (faces != nullptr) dice = embed::read_dice(faces);
    return static_cast<std::int32_t>(games->batch.throw_dice(game, dice));
  });
}

std::int32_t danno_game_thrown(const danno_games* games, std::int64_t game, std::int32_t* faces,
                               danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    danno::rules::Dice thrown;
    for (const auto& step : games->batch.game(game).steps)
      thrown = step.thrown.empty() ? thrown : step.thrown;
    embed::copy_dice(thrown, faces);
    return 0;
  });
}

std::int32_t danno_game_act(danno_games* games, std::int64_t game, std::int32_t action,
                            danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    games->batch.act(game, action);
    return 0;
  });
}

std::int32_t danno_game_forfeit(danno_games* games, std::int64_t game, std::int32_t seat,
                                danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    games->batch.forfeit(game, seat);
    return 0;
  });
}

std::int32_t danno_game_judge(danno_games* games, std::int64_t game, const char* policy,
                              danno_error* error) {
  return embed::run_guarded<std::int32_t>(
      error, -1, [&] { return static_cast<std::int32_t>(games->batch.judge(game, policy)); });
}

std::int32_t danno_game_chances(danno_games* games, std::int64_t game, double* chances,
                                double* before, danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    const double chance = games->batch.compute_chances(game, chances);
    if (before != nullptr) *before = chance;
    return 0;
  });
}

std::int32_t danno_game_observe(const danno_games* games, std::int64_t game, std::int32_t seat,
                                float* observation, std::uint8_t* mask, danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    const embed::GameRules& rules = games->batch.game_rules();
    const embed::EmbeddedGame& one = games->batch.game(game);
    if (seat < 0 || seat >= rules.seats())
      throw std::invalid_argument("no seat " + std::to_string(seat));
    const bool is_mover = one.position.mover == seat;
    if (observation != nullptr)
      embed::write_observation(rules, one.position, one.options.all(), seat, observation);
    if (mask != nullptr && is_mover)
      embed::write_mask(rules, one.position, one.options.all(), mask);
    if (mask != nullptr && !is_mover) std::memset(mask, 0, danno::rules::at(rules.actions()));
    return 0;
  });
}
