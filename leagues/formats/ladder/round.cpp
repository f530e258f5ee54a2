#include "leagues/formats/ladder/round.hpp"

#include <fmt/format.h>

#include "leagues/store/database.hpp"

namespace danno::leagues::formats::ladder {

using files::Json;

namespace {

template <class T>
std::optional<T> read_optional(const Json& json, std::string_view key) {
  if (!json.contains(key)) return std::nullopt;
  return json.at(key).get<T>();
}

}  // namespace

Json to_json(const LadderTerms& terms) {
  Json until = Json::object();
  const auto add = [&](const char* key, const auto& value) {
    if (value) until[key] = *value;
  };
  add("decided", terms.until.decided);
  add("error", terms.until.error);
  add("games", terms.until.games);
  add("hours", terms.until.hours);
  return {{"focus", terms.focus == Focus::Top ? "top" : "all"},
          {"apart", terms.apart},
          {"until", until}};
}

LadderTerms read_terms(const Json& json) {
  const Json& until = json.at("until");
  return {.focus = json.at("focus").get<std::string>() == "top" ? Focus::Top : Focus::All,
          .apart = json.at("apart").get<bool>(),
          .until = {.decided = read_optional<double>(until, "decided"),
                    .error = read_optional<double>(until, "error"),
                    .games = read_optional<std::uint64_t>(until, "games"),
                    .hours = read_optional<double>(until, "hours")}};
}

Round read_round(const store::StoredRound& stored) {
  try {
    Round round;
    round.version = stored.plan.at("version").get<int>();
    round.agents = stored.plan.at("agents").get<std::vector<store::Id>>();
    round.terms = read_terms(stored.plan);
    round.values = stored.plan.at("values").get<std::string>();
    for (const Json& claim : stored.plan.at("decided"))
      round.decided.push_back({claim.at(0).get<store::Id>(), claim.at(1).get<store::Id>()});
    round.end = stored.plan.at("end").get<std::string>();
    round.deals = stored.plan.at("deals").get<std::uint64_t>();
    for (const Json& table : stored.plan.at("tables"))
      round.tables.push_back({table.at(0).get<store::Id>(), table.at(1).get<std::uint64_t>(),
                              table.at(2).get<std::uint64_t>()});
    return round;
  } catch (const files::Json::exception& error) {
    throw store::Damaged(
        fmt::format("league.db: round {}: {}", stored.id, files::json_problem(error)));
  }
}

Json plan_json(const Round& round) {
  Json plan{{"version", round.version}, {"agents", Json(round.agents)}};
  plan.update(to_json(round.terms));
  plan["values"] = round.values;
  plan["deals"] = round.deals;
  plan["decided"] = Json::array();
  for (const Claim& claim : round.decided)
    plan["decided"].push_back(Json::array({claim.better, claim.worse}));
  plan["end"] = round.end;
  return plan;
}

}  // namespace danno::leagues::formats::ladder
