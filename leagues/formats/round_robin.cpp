// Everybody meets everybody: every choice of agents, or a balanced part of them
// (plan/schedule.hpp).
#include <algorithm>
#include <set>
#include <string>

#include "leagues/formats/planned.hpp"
#include "leagues/plan/schedule.hpp"
#include "leagues/store/discrepancy.hpp"

namespace danno::leagues::formats {
namespace {

class RoundRobinFormat : public PlannedFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "round-robin"; }

 protected:
  void check_old_plan(const store::StoredLeague& league, const store::StoredDivision& division,
                      std::span<const store::StoredLineUp> planned) const override {
    std::set<std::set<store::Id>> met;
    for (const store::StoredLineUp& line_up : planned) {
      const std::set<store::Id> agents(line_up.agents.begin(), line_up.agents.end());
      store::require(met.insert(agents).second, "{}: line-up {} is planned twice",
                     division.definition->id, line_up.id);
      // Two names of it exchanged would have the same dice.
      const auto by_name = [&](store::Id id) {
        return std::ranges::find(league.agents, id, &store::StoredAgent::id);
      };
      store::require(std::ranges::is_sorted(line_up.agents, {}, by_name) &&
                         by_name(line_up.agents.back()) != league.agents.end(),
                     "{}: line-up {} does not have its agents in the order of their names",
                     division.definition->id, line_up.id);
    }
    std::set<std::string> authors;
    bool apart = false;
    for (const store::StoredAgent& agent : league.agents)
      apart = apart || (!agent.author.empty() && !authors.insert(agent.author).second);
    const auto tables = plan::round_robin(static_cast<int>(league.agents.size()), division.seats);
    store::require(apart || tables.size() == planned.size(),
                   "{}: {} line-ups are planned; expected {}", division.definition->id,
                   planned.size(), tables.size());
  }
};

}  // namespace

const plan::Format& round_robin() {
  static const RoundRobinFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::formats
