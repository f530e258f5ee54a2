#include "leagues/cli/chosen_agents.hpp"

#include <fmt/format.h>

#include "leagues/agent_build.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/text/escape.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::cli {
namespace {

UsageError wrong(const std::string& agent, const std::string& problem) {
  return UsageError(fmt::format("agent '{}': {}", leagues::escape_terminal(agent), problem));
}

void build(leagues::Entrant& entrant, referee::Isolation level) {
  try {
    const auto store = solver::cache_folder() / "agents";
    std::filesystem::create_directories(store);
    entrant.agent.folder = leagues::build_agent(entrant.agent.folder, store, level);
    entrant.problem = leagues::read_agent_folder(entrant.agent.folder).problem;
  } catch (const leagues::AgentError& error) {
    entrant.problem = error.what();
  }
}

}  // namespace

leagues::Entrant chosen_agent(const std::string& agent, referee::Isolation level) {
  try {
    leagues::Entrant entrant = leagues::find_agent(agent);
    if (!entrant.build.empty()) build(entrant, level);
    return entrant;
  } catch (const leagues::AgentError& error) {
    throw wrong(agent, error.what());
  }
}

std::vector<leagues::Entrant> chosen_agents(std::span<const std::string> agents,
                                            referee::Isolation level) {
  std::vector<leagues::Entrant> entrants;
  for (const std::string& agent : agents) {
    entrants.push_back(chosen_agent(agent, level));
    if (const std::string& problem = entrants.back().problem; !problem.empty())
      throw wrong(agent, problem);
  }
  try {
    leagues::number_namesakes(entrants);
  } catch (const leagues::AgentError& error) {
    throw UsageError(leagues::escape_terminal(error.what()));
  }
  return entrants;
}

}  // namespace danno::cli
