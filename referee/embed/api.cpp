// The functions of danno.h, in its order: rules, exact values, many games, one game, texts.
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "referee/embed/handles.hpp"
#include "referee/embed/observation.hpp"
#include "referee/record/audit.hpp"
#include "referee/rules/description.hpp"
#include "referee/rules/rule_text.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/solvable.hpp"

namespace danno::referee::embed {
namespace {

using rules::at;
using rules::Position;

static_assert(DANNO_SEATS == rules::kMaxSeats && DANNO_FACES == rules::kFaces);

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text.append(line).append("\n");
  return text;
}

std::string list_bundled() {
  std::string text;
  for (const rules::Definition* const definition : rules::all_definitions())
    text.append(definition->id).append("\n");
  return text;
}

rules::RuleSet rules_for_two(const GameRules& rules) {
  return solver::uncapped_for_two(rules.rule_set().definition(), rules.rule_set().parameters());
}

std::string make_text(const GameRules& rules, std::int32_t kind) {
  const rules::Definition& definition = rules.rule_set().definition();
  switch (kind) {
    case DANNO_TEXT_ID:
      return definition.id;
    case DANNO_TEXT_TITLE:
      return definition.title;
    case DANNO_TEXT_CANONICAL:
      return rules::print_rules(definition);
    case DANNO_TEXT_PARAMETERS:
      return rules.parameters();
    case DANNO_TEXT_DUTIES:
      return join_lines(rules::describe_rules(definition));
    case DANNO_TEXT_OBSERVATION:
      return join_lines(observation_names(rules));
    case DANNO_TEXT_WHY_UNSOLVED:
      return solver::why_not_solved(rules_for_two(rules)).value_or("");
    case DANNO_TEXT_BUNDLED:
      return list_bundled();
    case DANNO_TEXT_VALUES_NAME: {
      const rules::RuleSet two = rules_for_two(rules);
      return solver::why_not_solved(two) ? "" : solver::table_name(two);
    }
    default:
      return "";
  }
}

danno_facts make_facts(const GameRules& rules) {
  const rules::RuleSet& rule_set = rules.rule_set();
  danno_facts facts{};
  facts.seats = rules.seats();
  facts.dice = rule_set.dice();
  facts.unit = rule_set.definition().unit;
  facts.target = rule_set.parameters().target;
  facts.entry = rule_set.parameters().entry;
  facts.options = rules.options();
  facts.actions = rules.actions();
  facts.observation = observation_size(rules);
  facts.has_offers = rules.has_offers() ? 1 : 0;
  const rules::RuleSet two = rules_for_two(rules);
  facts.is_solvable = solver::why_not_solved(two) ? 0 : 1;
  facts.is_quick = facts.is_solvable != 0 && solver::is_solved_quickly(two) ? 1 : 0;
  rule_set.faces().copy(facts.faces, sizeof facts.faces - 1);
  return facts;
}

/// The most games of a handle; each takes some 5 KB.
constexpr std::int64_t kMostGames = 1 << 17;

std::unique_ptr<danno_games> make_games(const danno_rules* rules, const danno_values* values,
                                        std::int64_t count, const char* policies,
                                        std::int32_t autoreset, std::uint64_t seed) {
  if (count < 1 || count > kMostGames) {
    throw std::invalid_argument(std::to_string(count) + " games; expected 1 to " +
                                std::to_string(kMostGames));
  }
  if (autoreset < DANNO_NEXT_STEP || autoreset > DANNO_DISABLED)
    throw std::invalid_argument("an unknown autoreset mode");
  if (values != nullptr && values->values->game_rules().identity() != rules->rules->identity())
    throw std::invalid_argument("the exact values are of other rules");
  return std::make_unique<danno_games>(danno_games{
      {rules->rules, values == nullptr ? nullptr : values->values, static_cast<std::size_t>(count),
       policies == nullptr ? "" : policies, static_cast<Autoreset>(autoreset), seed}});
}

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

/// Throws std::invalid_argument for numbers that are no dice.
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

std::string describe(const record::LineProblem& problem) {
  return "line " + std::to_string(problem.line) + ": " + problem.message;
}

std::string audit(const char* text) {
  const auto parsed = record::parse_written_game(text);
  if (const auto* const problem = std::get_if<record::LineProblem>(&parsed))
    return describe(*problem);
  const auto& game = std::get<record::WrittenGame>(parsed);
  const auto problem = record::audit_game(record::audited_rules(game), game).problem;
  return problem ? describe(*problem) : "";
}

}  // namespace
}  // namespace danno::referee::embed

namespace embed = danno::referee::embed;

std::uint32_t danno_abi(void) { return DANNO_ABI; }

danno_rules* danno_rules_new(const char* rules, std::int32_t seats, const char* parameters,
                             danno_error* error) {
  return embed::run_guarded(error, [&] {
    if (rules == nullptr) throw std::invalid_argument("no rules");
    return new danno_rules{std::make_shared<const embed::GameRules>(
        rules, seats, parameters == nullptr ? "" : parameters)};
  });
}

void danno_rules_free(danno_rules* rules) { delete rules; }

std::int32_t danno_rules_facts(const danno_rules* rules, danno_facts* facts, danno_error* error) {
  return embed::run_guarded(error, [&] { *facts = embed::make_facts(*rules->rules); });
}

std::size_t danno_rules_text(const danno_rules* rules, std::int32_t kind, char* buffer,
                             std::size_t size) {
  return embed::run_guarded(nullptr, [&] {
    return embed::write_text(embed::make_text(*rules->rules, kind), buffer, size);
  });
}

std::size_t danno_rules_points(const danno_rules* rules, std::int32_t units, char* buffer,
                               std::size_t size) {
  return embed::run_guarded(nullptr, [&] {
    return embed::write_text(
        danno::rules::format_points(rules->rules->rule_set().definition(), units), buffer, size);
  });
}

danno_values* danno_values_new(const danno_rules* rules, const char* file, std::int32_t solve,
                               std::int32_t threads, danno_error* error) {
  return embed::run_guarded(error, [&] {
    embed::ValuesSource source{std::nullopt, solve != 0, threads};
    if (file != nullptr) source.file = file;
    return new danno_values{std::make_shared<const embed::SolvedValues>(rules->rules, source)};
  });
}

void danno_values_free(danno_values* values) { delete values; }

std::size_t danno_values_pack(const danno_values* values, void* buffer, std::size_t size) {
  return embed::run_guarded(nullptr, [&] {
    const std::string packed = danno::solver::pack_table(values->values->table());
    if (packed.size() <= size) std::memcpy(buffer, packed.data(), packed.size());
    return packed.size();
  });
}

danno_values* danno_values_unpack(const danno_rules* rules, const void* bytes, std::size_t size,
                                  danno_error* error) {
  return embed::run_guarded(error, [&] {
    const std::string_view packed(static_cast<const char*>(bytes), size);
    return new danno_values{std::make_shared<const embed::SolvedValues>(rules->rules, packed)};
  });
}

std::int32_t danno_deal_key(const danno_rules* rules, const char* seed, const char* names,
                            std::uint64_t deal, std::uint8_t key[32], danno_error* error) {
  return embed::run_guarded(error, [&] {
    const auto made = danno::referee::record::deal_key(
        {seed}, danno::referee::record::key_rules(rules->rules->rule_set()),
        embed::split_lines(names), deal);
    std::copy(made.begin(), made.end(), key);
  });
}

danno_games* danno_games_new(const danno_rules* rules, const danno_values* values,
                             std::int64_t count, const char* policies, std::int32_t autoreset,
                             std::uint64_t seed, danno_error* error) {
  return embed::run_guarded(error, [&] {
    return embed::make_games(rules, values, count, policies, autoreset, seed).release();
  });
}

void danno_games_free(danno_games* games) { delete games; }

std::int32_t danno_games_reset(danno_games* games, const std::uint8_t* which,
                               const std::uint64_t* seeds, const danno_arrays* arrays,
                               danno_error* error) {
  return embed::run_guarded(error, [&] { games->batch.reset(which, seeds, *arrays); });
}

std::int32_t danno_games_step(danno_games* games, const std::int64_t* actions,
                              const danno_arrays* arrays, danno_error* error) {
  return embed::run_guarded(error, [&] { games->batch.step(actions, *arrays); });
}

std::size_t danno_games_save(const danno_games* games, void* buffer, std::size_t size) {
  return embed::run_guarded(nullptr, [&]() -> std::size_t {
    const auto bytes = games->batch.save();
    if (!bytes) return 0;
    if (bytes->size() <= size) std::memcpy(buffer, bytes->data(), bytes->size());
    return bytes->size();
  });
}

std::int32_t danno_games_load(danno_games* games, const void* bytes, std::size_t size,
                              const danno_arrays* arrays, danno_error* error) {
  return embed::run_guarded(error, [&] {
    games->batch.load({static_cast<const char*>(bytes), size}, *arrays);
  });
}

std::int32_t danno_game_start(danno_games* games, std::int64_t game, const danno_start* start,
                              danno_error* error) {
  return embed::run_guarded(error, [&] {
    std::optional<danno::referee::record::Key> key;
    if (start->has_key != 0) {
      key.emplace();
      std::copy(start->key, start->key + key->size(), key->begin());
    }
    const auto& rules = games->batch.game_rules().rule_set();
    games->batch.lead(game, embed::make_start(rules, *start), key);
  });
}

std::int32_t danno_game_deal(danno_games* games, std::int64_t game, const std::uint8_t key[32],
                             danno_error* error) {
  return embed::run_guarded(error, [&] {
    danno::referee::record::Key own{};
    std::copy(key, key + own.size(), own.begin());
    return games->batch.lead_deal(game, own);
  });
}

std::int32_t danno_game_position(const danno_games* games, std::int64_t game,
                                 danno_position* position, danno_error* error) {
  return embed::run_guarded(error, [&] {
    *position = embed::make_position(games->batch.game_rules().rule_set(),
                                     games->batch.game(game).position);
  });
}

std::int32_t danno_game_options(const danno_games* games, std::int64_t game, danno_option* options,
                                danno_error* error) {
  return embed::run_guarded(error, [&] {
    const auto& rules = games->batch.game_rules().rule_set();
    const embed::EmbeddedGame& one = games->batch.game(game);
    for (const auto& option : one.options.all())
      *options++ = embed::make_option(rules, one.position, option);
    return static_cast<std::int32_t>(one.options.size());
  });
}

std::int32_t danno_game_throw(danno_games* games, std::int64_t game, const std::int32_t* faces,
                              danno_error* error) {
  return embed::run_guarded(error, [&] {
    std::optional<danno::rules::Dice> dice;
    if (faces != nullptr) dice = embed::read_dice(faces);
    return static_cast<std::int32_t>(games->batch.throw_dice(game, dice));
  });
}

std::int32_t danno_game_thrown(const danno_games* games, std::int64_t game, std::int32_t* faces,
                               danno_error* error) {
  return embed::run_guarded(error, [&] {
    danno::rules::Dice thrown;
    for (const auto& step : games->batch.game(game).steps)
      thrown = step.thrown.empty() ? thrown : step.thrown;
    embed::copy_dice(thrown, faces);
  });
}

std::int32_t danno_game_act(danno_games* games, std::int64_t game, std::int32_t action,
                            danno_error* error) {
  return embed::run_guarded(error, [&] { games->batch.act(game, action); });
}

std::int32_t danno_game_forfeit(danno_games* games, std::int64_t game, std::int32_t seat,
                                danno_error* error) {
  return embed::run_guarded(error, [&] { games->batch.forfeit(game, seat); });
}

std::int32_t danno_game_judge(danno_games* games, std::int64_t game, const char* policy,
                              danno_error* error) {
  return embed::run_guarded(
      error, [&] { return static_cast<std::int32_t>(games->batch.judge(game, policy)); });
}

std::int32_t danno_game_chances(danno_games* games, std::int64_t game, double* chances,
                                double* before, danno_error* error) {
  return embed::run_guarded(error, [&] {
    const double chance = games->batch.compute_chances(game, chances);
    if (before != nullptr) *before = chance;
  });
}

std::int32_t danno_game_observe(const danno_games* games, std::int64_t game, std::int32_t seat,
                                float* observation, std::uint8_t* mask, danno_error* error) {
  return embed::run_guarded(error, [&] {
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
  });
}

std::size_t danno_game_text(const danno_games* games, std::int64_t game, const char* names,
                            char* buffer, std::size_t size, danno_error* error) {
  return embed::run_guarded(error, [&] {
    const auto written = games->batch.write(game, embed::split_lines(names));
    return embed::write_text(danno::referee::record::print_written_game(written), buffer, size);
  });
}

std::size_t danno_game_why_not(const danno_games* games, std::int64_t game, const char* names,
                               const std::int32_t* keep, std::int32_t bank, char* buffer,
                               std::size_t size, danno_error* error) {
  return embed::run_guarded(error, [&] {
    const auto action = bank != 0 ? danno::rules::Action::Bank : danno::rules::Action::Roll;
    return embed::write_text(games->batch.explain_illegal(game, embed::split_lines(names),
                                                          embed::read_dice(keep), action),
                             buffer, size);
  });
}

std::size_t danno_game_bank_note(const danno_games* games, std::int64_t game, std::int32_t option,
                                 char* buffer, std::size_t size, danno_error* error) {
  return embed::run_guarded(error, [&] {
    const embed::EmbeddedGame& one = games->batch.game(game);
    if (option < 0 || static_cast<std::size_t>(option) >= one.options.size())
      throw std::invalid_argument("no option " + std::to_string(option));
    const auto turn =
        one.position.turn.points + one.options[static_cast<std::size_t>(option)].points;
    return embed::write_text(
        danno::rules::describe_bank(games->batch.game_rules().rule_set(), one.position, turn),
        buffer, size);
  });
}

std::size_t danno_game_reason(danno_games* games, std::int64_t game, std::int32_t made,
                              std::int32_t best, char* buffer, std::size_t size,
                              danno_error* error) {
  return embed::run_guarded(error, [&] {
    return embed::write_text(games->batch.explain_better(game, made, best), buffer, size);
  });
}

std::size_t danno_audit(const char* text, char* buffer, std::size_t size) {
  return embed::run_guarded(nullptr,
                            [&] { return embed::write_text(embed::audit(text), buffer, size); });
}
