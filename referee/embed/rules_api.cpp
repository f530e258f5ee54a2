// danno.h: rules and exact values.
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/embed/handles.hpp"
#include "referee/embed/observation.hpp"
#include "referee/rules/description.hpp"
#include "referee/rules/rule_text.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/solvable.hpp"

namespace danno::referee::embed {
namespace {

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

}  // namespace
}  // namespace danno::referee::embed

namespace embed = danno::referee::embed;

std::uint32_t danno_abi(void) { return DANNO_ABI; }

danno_rules* danno_rules_new(const char* rules, std::int32_t seats, const char* parameters,
                             danno_error* error) {
  return embed::run_guarded<danno_rules*>(error, nullptr, [&] {
    if (rules == nullptr) throw std::invalid_argument("no rules");
    return new danno_rules{std::make_shared<const embed::GameRules>(
        rules, seats, parameters == nullptr ? "" : parameters)};
  });
}

void danno_rules_free(danno_rules* rules) { delete rules; }

std::int32_t danno_rules_facts(const danno_rules* rules, danno_facts* facts, danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    *facts = embed::make_facts(*rules->rules);
    return 0;
  });
}

std::size_t danno_rules_text(const danno_rules* rules, std::int32_t kind, char* buffer,
                             std::size_t size) {
  return embed::run_guarded<std::size_t>(nullptr, 0, [&] {
    return embed::write_text(embed::make_text(*rules->rules, kind), buffer, size);
  });
}

std::size_t danno_rules_points(const danno_rules* rules, std::int32_t units, char* buffer,
                               std::size_t size) {
  return embed::run_guarded<std::size_t>(nullptr, 0, [&] {
    return embed::write_text(
        danno::rules::format_points(rules->rules->rule_set().definition(), units), buffer, size);
  });
}

danno_values* danno_values_new(const danno_rules* rules, const char* file, std::int32_t solve,
                               std::int32_t threads, danno_error* error) {
  return embed::run_guarded<danno_values*>(error, nullptr, [&] {
    embed::ValuesSource source{std::nullopt, solve != 0, threads};
    if (file != nullptr) source.file = file;
    return new danno_values{std::make_shared<const embed::SolvedValues>(rules->rules, source)};
  });
}

void danno_values_free(danno_values* values) { delete values; }

std::size_t danno_values_pack(const danno_values* values, void* buffer, std::size_t size) {
  return embed::run_guarded<std::size_t>(nullptr, 0, [&] {
    const std::string packed = danno::solver::pack_table(values->values->table());
    if (packed.size() <= size) std::memcpy(buffer, packed.data(), packed.size());
    return packed.size();
  });
}

danno_values* danno_values_unpack(const danno_rules* rules, const void* bytes, std::size_t size,
                                  danno_error* error) {
  return embed::run_guarded<danno_values*>(error, nullptr, [&] {
    const std::string_view packed(static_cast<const char*>(bytes), size);
    return new danno_values{std::make_shared<const embed::SolvedValues>(rules->rules, packed)};
  });
}

std::int32_t danno_deal_key(const danno_rules* rules, const char* seed, const char* names,
                            std::uint64_t deal, std::uint8_t key[32], danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    const auto made = danno::referee::record::deal_key(
        {seed}, danno::referee::record::key_rules(rules->rules->rule_set()),
        embed::split_lines(names), deal);
    std::copy(made.begin(), made.end(), key);
    return 0;
  });
}
