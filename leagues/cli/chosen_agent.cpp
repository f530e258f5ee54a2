#include "leagues/cli/chosen_agent.hpp"

#include <fmt/format.h>

#include "leagues/agent_build.hpp"
#include "leagues/cli/session.hpp"
#include "leagues/text_escape.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::cli {
namespace {

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
    throw UsageError(fmt::format("agent '{}': {}", leagues::escape_terminal(agent), error.what()));
  }
}

}  // namespace danno::cli
