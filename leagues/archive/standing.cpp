#include "leagues/archive/standing.hpp"

#include "leagues/files/json.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::archive {

std::vector<AgentStanding> compute_standings(const store::Reader& store,
                                             const solver::Watch& watch) {
  std::vector<AgentStanding> standings;
  // The one thing that the tables of all formats share.
  const auto json = files::parse_json(formats::report_of(store).tables(store, watch).json());
  for (const files::Json& division : json.at("divisions")) {
    const files::Json& agents = division.at("agents");
    for (const files::Json& agent : agents) {
      const bool adjusted = division.at("rated_by").get<std::string>() == "adjusted";
      const files::Json& own =
          adjusted && !agent.at("adjusted").is_null() ? agent.at("adjusted") : agent;
      const auto number = [&](const char* key) {
        const files::Json& value = own.at(key);
        return value.is_null() ? std::nullopt : std::optional(value.get<double>());
      };
      const auto games = agent.at("games").get<std::int64_t>();
      const std::int64_t deals = agent.value("deals", games);
      const auto elo = number("elo");
      const auto low = number("elo_low");
      const auto high = number("elo_high");
      const bool rough = elo && !low && !high && deals < tables::kFewestDeals;
      standings.push_back({division.at("rules").get<std::string>(),
                           agent.at("name").get<std::string>(), agent.at("rank").get<int>(),
                           agents.size(),
                           rough ? tables::show_signed(*elo) + ", too few deals"
                                 : tables::show_elo_of(deals, elo, low, high),
                           games});
    }
  }
  return standings;
}

}  // namespace danno::leagues::archive
