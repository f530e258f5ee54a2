#include "leagues/cli/flags/chosen_agents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/git_folder.hpp"
#include "leagues/entrants/optimal_folder.hpp"
#include "leagues/files/draft_folder.hpp"
#include "leagues/files/toml_reader.hpp"
#include "leagues/words/escape.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::leagues::cli::flags {
namespace {

/// Makes one line per problem, prefixed with the agent's name unless the problem already contains
/// it.
terminal::UsageError wrong(const std::string& agent, const std::vector<std::string>& problems) {
  const std::string named = fmt::format("'{}'", agent);
  std::string text;
  for (const std::string& problem : problems) {
    if (!text.empty()) text += "\nerror: ";
    if (problem.find(named) == std::string::npos) text += "agent " + named + ": ";
    text += problem + files::toml_excerpt(
                          problem, (std::filesystem::path(agent) / entrants::kManifest).string());
  }
  return terminal::UsageError(text);
}

/// Finds an agent. Throws UsageError with all problems, each on a line.
entrants::Entrant found_agent(const std::string& agent) {
  try {
    return entrants::find_agent(agent);
  } catch (const entrants::AgentError& error) {
    throw wrong(agent, error.lines());
  }
}

}  // namespace

entrants::OnBuild tell_builds(const terminal::Invocation& invocation) {
  return [&invocation](const entrants::Entrant& entrant) {
    if (invocation.quiet) return;
    const std::string line =
        fmt::format("building {}: {}", entrant.agent.name, fmt::join(entrant.build, " "));
    terminal::print_note("{}\n", words::escape_terminal(line));
  };
}

void start_from_copies(std::span<entrants::Entrant> entrants, referee::sandbox::Isolation level,
                       const terminal::Invocation& invocation) {
  const entrants::OnBuild tell = tell_builds(invocation);
  for (entrants::Entrant& entrant : entrants) {
    if (entrants::is_bundled(entrant)) continue;                   // they play without a cache
    if (!entrant.build.empty()) referee::sandbox::require(level);  // a build is an agent's program
    entrants::start_from_copy(entrant, solver::cache_folder() / "agents", level, tell);
  }
}

entrants::Entrant chosen_agent(const std::string& agent, referee::sandbox::Isolation level,
                               const terminal::Invocation& invocation) {
  entrants::Entrant entrant = found_agent(agent);
  start_from_copies(std::span(&entrant, 1), level, invocation);
  return entrant;
}

void require_readable(const entrants::Entrant& entrant, const std::string& agent) {
  if (!entrant.unreadable.empty()) throw wrong(agent, entrant.unreadable);
}

std::vector<entrants::Entrant> chosen_agents(std::span<const std::string> agents,
                                             const rules::RuleSet& rules,
                                             referee::sandbox::Isolation level,
                                             const terminal::Invocation& invocation) {
  std::vector<entrants::Entrant> entrants;
  for (const std::string& agent : agents)
    entrants.push_back(found_agent(agent));
  try {
    entrants::disambiguate_names(entrants);
  } catch (const entrants::AgentError& error) {
    throw terminal::UsageError(error.what());
  }
  start_from_copies(entrants, level, invocation);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    require_readable(entrants[i], agents[i]);
    if (!entrants[i].agent.problem.empty()) throw wrong(agents[i], {entrants[i].agent.problem});
  }
  provide_values(entrants, std::span(&rules, 1), invocation);
  return entrants;
}

std::string from_history(const std::string& agent, const std::string& candidate,
                         const std::string& repository, referee::sandbox::Isolation level,
                         const terminal::Invocation& invocation) {
  try {
    const auto folder = entrants::parse_git_folder(agent);
    if (!folder) return agent;
    const std::filesystem::path store = solver::cache_folder() / "agents";
    const files::DraftFolder draft(store);
    referee::sandbox::require(level);
    entrants::check_out(*folder, {found_agent(candidate).agent.folder, repository}, draft.path());
    const auto tell = [&](entrants::Entrant entrant) {
      entrant.agent.name = folder->name;
      tell_builds(invocation)(entrant);
    };
    return folder->name + "=" +
           entrants::build_agent(draft.path(), store, level, {}, tell).string();
  } catch (const entrants::AgentError& error) {
    throw wrong(agent, error.lines());
  }
}

void provide_values(std::span<entrants::Entrant> entrants, std::span<const rules::RuleSet> rules,
                    const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const auto tell = [&](const rules::RuleSet& solved) {
    if (!invocation.quiet)
      terminal::print_note("solving {} to {} first, once: 'optimal' plays by its values\n",
                           solved.id(),
                           rules::show_points(solved.definition(), solved.parameters().target));
  };
  try {
    entrants::provide_optimal(entrants, rules, tell, terminal::watch_for(invocation));
  } catch (const entrants::OptimalCannotPlay& error) {
    throw terminal::UsageError(words::escape_terminal(error.what()));
  }
}

}  // namespace danno::leagues::cli::flags
