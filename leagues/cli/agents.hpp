// The agents that a user named on the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/cli/invocation.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli {

/// Returns a function that reports each agent that is about to be built.
[[nodiscard]] entrants::OnBuild print_builds(const Invocation& invocation);

/// Calls entrants::start_from_copy() with the cache and reports builds; call it before any game.
void start_from_copies(std::span<entrants::Entrant> entrants, referee::sandbox::Isolation level,
                       const Invocation& invocation);

/// Calls entrants::find_agent() and start_from_copies(). Throws UsageError if the agent does not
/// exist. If it cannot play, for example because its folder is unreadable, its `problem` is set.
[[nodiscard]] entrants::Entrant parse_agent(const std::string& agent,
                                            referee::sandbox::Isolation level,
                                            const Invocation& invocation);

/// Throws UsageError if the folder of that AGENT argument cannot be read.
void require_readable(const entrants::Entrant& entrant, const std::string& agent);

/// Returns all agents, prepared for these rules, with namesakes numbered. Throws UsageError also if
/// one cannot play, or the user gave two of them the same name.
[[nodiscard]] std::vector<entrants::Entrant> parse_agents(std::span<const std::string> agents,
                                                          const rules::RuleSet& rules,
                                                          referee::sandbox::Isolation level,
                                                          const Invocation& invocation);

/// Returns an AGENT argument unchanged, except `[NAME=]git:REV[:PATH]`, which it replaces by an
/// argument that names the built copy of that folder in the cache. Without PATH, the candidate's
/// path is used. The repository is the one that contains the folder `repository`; if empty, the
/// current folder. Throws UsageError if the folder does not exist or does not build.
[[nodiscard]] std::string from_history(const std::string& agent, const std::string& candidate,
                                       const std::string& repository,
                                       referee::sandbox::Isolation level,
                                       const Invocation& invocation);

/// Solves the values that the bundled `optimal` among the entrants needs for `rules`, with
/// progress; call it before any game. Throws UsageError if they cannot be solved, and Interrupted.
void provide_values(std::span<entrants::Entrant> entrants, std::span<const rules::RuleSet> rules,
                    const Invocation& invocation);

}  // namespace danno::leagues::cli
