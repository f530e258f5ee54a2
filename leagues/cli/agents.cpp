#include "leagues/cli/agents.hpp"
#include "leagues/entrants/agent_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/entrants/git_folder.hpp"
#include "leagues/entrants/optimal_folder.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::leagues::cli {
namespace {

/// Makes one line per problem, prefixed with the agent's name unless the problem already contains
/// it.
UsageError wrong(const std::string& agent, const std::vector<std::string>& problems) {
  const std::string named = fmt::format("'{}'", agent);
  const std::string manifest = (std::filesystem::path(agent) / entrants::kManifest).string();
  std::vector<std::string> lines;
  for (const std::string& problem : problems) {
    const bool is_named = problem.find(named) != std::string::npos;
    lines.push_back((is_named ? "" : "agent " + named + ": ") + problem +
                    base::toml_excerpt(problem, manifest));
  }
  return usage_error(lines);
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

entrants::OnBuild print_builds(const Invocation& invocation) {
  return [&invocation](const entrants::Entrant& entrant) {
    if (invocation.quiet) return;
    const std::string line =
        fmt::format("building {}: {}", entrant.agent.name, fmt::join(entrant.build, " "));
    cli::print_note("{}\n", base::escape_terminal(line));
  };
}

void start_from_copies(std::span<entrants::Entrant> entrants, referee::sandbox::Isolation level,
                       const Invocation& invocation) {
  const entrants::OnBuild on_build = print_builds(invocation);
  for (entrants::Entrant& entrant : entrants) {
    if (entrants::is_bundled(entrant)) continue;                   // they play without a cache
    if (!entrant.build.empty()) referee::sandbox::require(level);  // a build is an agent's program
    entrants::start_from_copy(entrant, solver::cache_folder() / "agents", level, on_build);
  }
}

entrants::Entrant parse_agent(const std::string& agent, referee::sandbox::Isolation level,
                              const Invocation& invocation) {
  entrants::Entrant entrant = found_agent(agent);
  start_from_copies(std::span(&entrant, 1), level, invocation);
  return entrant;
}

void require_readable(const entrants::Entrant& entrant, const std::string& agent) {
  if (!entrant.unreadable.empty()) throw wrong(agent, entrant.unreadable);
}

std::vector<entrants::Entrant> parse_agents(std::span<const std::string> agents,
                                            const rules::RuleSet& rules,
                                            referee::sandbox::Isolation level,
                                            const Invocation& invocation) {
  std::vector<entrants::Entrant> entrants;
  for (const std::string& agent : agents)
    entrants.push_back(found_agent(agent));
  try {
    entrants::disambiguate_names(entrants);
  } catch (const entrants::AgentError& error) {
    throw UsageError(error.what());
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
                         const Invocation& invocation) {
  try {
    const auto folder = entrants::parse_git_folder(agent);
    if (!folder) return agent;
    const std::filesystem::path store = solver::cache_folder() / "agents";
    const base::DraftFolder draft(store);
    referee::sandbox::require(level);
    entrants::check_out(*folder, {found_agent(candidate).agent.folder, repository}, draft.path());
    const auto on_build = [&](entrants::Entrant entrant) {
      entrant.agent.name = folder->name;
      print_builds(invocation)(entrant);
    };
    return folder->name + "=" +
           entrants::build_agent(draft.path(), store, level, {}, on_build).string();
  } catch (const entrants::AgentError& error) {
    throw wrong(agent, error.lines());
  }
}

void provide_values(std::span<entrants::Entrant> entrants, std::span<const rules::RuleSet> rules,
                    const Invocation& invocation) {
  const Interrupts interrupts(Work::Compute);
  const auto on_build = [&](const rules::RuleSet& solved) {
    if (!invocation.quiet)
      cli::print_note("solving {} to {} first (only once): 'optimal' plays by its values\n",
                      solved.id(),
                      rules::format_points(solved.definition(), solved.parameters().target));
  };
  try {
    entrants::provide_optimal(entrants, rules, on_build, cli::watch_for(invocation));
  } catch (const entrants::OptimalCannotPlay& error) {
    throw UsageError(base::escape_terminal(error.what()));
  }
}

}  // namespace danno::leagues::cli
