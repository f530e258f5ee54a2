#include "leagues/cli/chosen_agents.hpp"

#include <fmt/format.h>

#include "leagues/cli/session.hpp"
#include "leagues/text_escape.hpp"

namespace danno::cli {
namespace {

leagues::Entrant chosen_agent(const std::string& agent) {
  const auto wrong = [&](const std::string& problem) {
    return UsageError(fmt::format("agent '{}': {}", leagues::escape_terminal(agent), problem));
  };
  try {
    leagues::Entrant entrant = leagues::find_agent(agent);
    if (!entrant.problem.empty()) throw wrong(entrant.problem);
    return entrant;
  } catch (const leagues::AgentError& error) {
    throw wrong(error.what());
  }
}

}  // namespace

std::vector<leagues::Entrant> chosen_agents(std::span<const std::string> agents) {
  std::vector<leagues::Entrant> entrants;
  for (const std::string& agent : agents)
    entrants.push_back(chosen_agent(agent));
  leagues::number_namesakes(entrants);
  return entrants;
}

}  // namespace danno::cli
