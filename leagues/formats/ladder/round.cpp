#include "leagues/formats/ladder/round.hpp"

#include <fmt/format.h>

#include "leagues/store/database.hpp"

namespace danno::leagues::formats::ladder {

using text::Json;

Round read_round(const store::StoredRound& stored) {
  try {
    Round round;
    round.version = stored.plan.at("version").get<int>();
    round.agents = stored.plan.at("agents").get<std::vector<store::Id>>();
    round.terms = read_terms(stored.plan);
    if (round.version > 1) round.values = stored.plan.at("values").get<std::string>();
    for (const Json& claim : stored.plan.at("decided"))
      round.decided.push_back({claim.at(0).get<store::Id>(), claim.at(1).get<store::Id>()});
    round.end = stored.plan.at("end").get<std::string>();
    round.deals = stored.plan.at("deals").get<std::uint64_t>();
    for (const Json& table : stored.plan.at("tables"))
      round.tables.push_back({table.at(0).get<store::Id>(), table.at(1).get<std::uint64_t>(),
                              table.at(2).get<std::uint64_t>()});
    return round;
  } catch (const text::JsonError& error) {
    throw store::Damaged(fmt::format("league.db: round {}: {}", stored.id, error.what()));
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
