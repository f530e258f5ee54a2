// The agents that a user named on the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::flags {

/// Tells of each agent that is about to be built.
[[nodiscard]] entrants::OnBuild tell_builds(const terminal::Invocation& invocation);

/// Before the first game: as entrants::start_from_copy, in the cache; builds are told.
void start_from_copies(std::span<entrants::Entrant> entrants, referee::sandbox::Isolation level,
                       const terminal::Invocation& invocation);

/// As entrants::find_agent and start_from_copies. Throws UsageError if it is not there; what
/// keeps it from playing is its `problem`, be it a folder that cannot be read.
[[nodiscard]] entrants::Entrant chosen_agent(const std::string& agent,
                                             referee::sandbox::Isolation level,
                                             const terminal::Invocation& invocation);

/// Throws UsageError where the folder of that AGENT argument cannot be read.
void require_readable(const entrants::Entrant& entrant, const std::string& agent);

/// All of them, namesakes numbered. Throws UsageError if one cannot play, too, or the user gave
/// two the same name.
[[nodiscard]] std::vector<entrants::Entrant> chosen_agents(std::span<const std::string> agents,
                                                           referee::sandbox::Isolation level,
                                                           const terminal::Invocation& invocation);

/// An AGENT argument as it is; of `[NAME=]git:REV[:PATH]` one that names the copy of that folder in
/// the cache, built. Without PATH it is the candidate's. The repository is the one that the folder
/// `repository` is in; empty: the current folder. Throws UsageError if it is not there or does not
/// build.
[[nodiscard]] std::string from_history(const std::string& agent, const std::string& candidate,
                                       const std::string& repository,
                                       referee::sandbox::Isolation level,
                                       const terminal::Invocation& invocation);

/// Before the first game: the values that the bundled `optimal` among them needs for `rules` are
/// solved, told and with progress. Throws UsageError if they cannot be, and Interrupted.
void provide_values(std::span<entrants::Entrant> entrants, std::span<const rules::RuleSet> rules,
                    const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::flags
