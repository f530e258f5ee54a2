#include "leagues/archive/standing.hpp"

#include "leagues/formats/formats.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/json.hpp"

namespace danno::leagues::archive {

std::vector<AgentStanding> compute_standings(const store::Store& store,
                                             const solver::Watch& watch) {
  std::vector<AgentStanding> standings;
  // The one thing that the tables of all formats share.
  const auto json = text::Json::parse(formats::report_of(store).tables(store, watch).json());
  for (const text::Json& division : json.at("divisions")) {
    const text::Json& agents = division.at("agents");
    for (const text::Json& agent : agents) {
      const auto number = [&](const char* key) {
        const text::Json& value = agent.at(key);
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
