// danno_match.h: its functions.
#include <algorithm>
#include <limits>
#include <string>

#include "leagues/ratings/bot_match.hpp"
#include "leagues/ratings/danno_match.h"
#include "referee/embed/handles.hpp"

struct danno_match {
  std::shared_ptr<const danno::referee::embed::GameRules> rules;
  danno::leagues::ratings::BotMatch match;
};

namespace ratings = danno::leagues::ratings;
namespace embed = danno::referee::embed;

namespace danno::leagues::ratings {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::array<std::string, 2> split_names(const std::string& lines) {
  const std::size_t end = lines.find('\n');
  if (end == std::string::npos || lines.find('\n', end + 1) != std::string::npos)
    throw std::invalid_argument("expected two names, one a line");
  return {lines.substr(0, end), lines.substr(end + 1)};
}

}  // namespace
}  // namespace danno::leagues::ratings

danno_match* danno_match_new(const danno_rules* rules, const danno_values* values,
                             const char* names, const char* policy, const char* seed,
                             std::int64_t deals, const danno_match* before, danno_error* error) {
  return embed::run_guarded(error, [&] {
    return new danno_match{
        rules->rules, ratings::BotMatch(rules->rules, values == nullptr ? nullptr : values->values,
                                        ratings::split_names(names), policy, seed, deals,
                                        before == nullptr ? nullptr : &before->match)};
  });
}

void danno_match_free(danno_match* match) { delete match; }

std::int64_t danno_match_open(const danno_match* match) { return std::ssize(match->match.open()); }

std::int64_t danno_match_width(const danno_match* match) {
  return static_cast<std::int64_t>(match->match.width());
}

void danno_match_questions(const danno_match* match, std::int32_t* rows) {
  match->match.write_questions(rows);
}

std::int32_t danno_match_answer(danno_match* match, const std::int32_t* actions, std::int64_t count,
                                danno_error* error) {
  return embed::run_guarded(error, [&] {
    match->match.answer({actions, static_cast<std::size_t>(count)});
  });
}

std::uint64_t danno_match_agent_seed(const danno_match* match, std::int64_t game) {
  return match->match.agent_seed(game);
}

std::size_t danno_match_parameters(const danno_match* match, char* buffer, std::size_t size) {
  const danno::rules::RuleSet& rules = match->rules->rule_set();
  std::string lines;
  for (const auto& parameter :
       danno::rules::list_parameters(rules.definition(), rules.parameters()))
    lines.append(lines.empty() ? "" : "\n")
        .append(parameter.name)
        .append("=" + std::to_string(parameter.wire));
  if (size > 0) buffer[lines.copy(buffer, size - 1)] = '\0';
  return lines.size();
}

std::int32_t danno_match_rate(const danno_match* match, danno_match_rating* rating,
                              danno_error* error) {
  return embed::run_guarded(error, [&] {
    const ratings::BotMatchRating rated = match->match.rate();
    *rating = {static_cast<double>(rated.tally.games),
               static_cast<double>(rated.decisions),
               rated.tally.score(),
               rated.tally.points(),
               static_cast<double>(rated.tally.places[0]),
               static_cast<double>(rated.tally.places[1]),
               rated.raw.elo,
               rated.raw.low.value_or(ratings::kUnknown),
               rated.raw.high.value_or(ratings::kUnknown),
               ratings::kUnknown,
               ratings::kUnknown,
               ratings::kUnknown};
    if (!rated.adjusted) return;
    rating->adjusted = rated.adjusted->elo;
    rating->adjusted_low = rated.adjusted->low.value_or(ratings::kUnknown);
    rating->adjusted_high = rated.adjusted->high.value_or(ratings::kUnknown);
  });
}

std::int32_t danno_match_costliest(const danno_match* match, danno_match_cost* cost,
                                   std::int32_t* row) {
  const ratings::CostlyDecision* const costliest = match->match.costliest();
  if (costliest == nullptr) return 0;
  *cost = {costliest->cost, costliest->chance, static_cast<std::int32_t>(costliest->action),
           static_cast<std::int32_t>(costliest->best)};
  std::ranges::copy(costliest->question, row);
  return 1;
}
