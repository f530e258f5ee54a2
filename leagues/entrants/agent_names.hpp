// The names of agents. A name belongs to its author, so two authors may both have a "mybot": the
// full name tells them apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues::entrants {

/// The names of one agent, both with its version or both without.
struct AgentNames {
  std::string own;  ///< "mybot", which agents of other authors may have, too.
  /// "Ann/mybot", which identifies it; the own name if it has no author or is bundled.
  std::string full;
};
[[nodiscard]] AgentNames agent_names(std::string_view author, std::string_view own);
/// Returns the names of an entrant, which may be called by either.
[[nodiscard]] AgentNames agent_names(const Entrant& entrant);

/// Returns the name that people see: the full one if another author's agent has the same own name.
[[nodiscard]] const std::string& shown_name(const AgentNames& names, bool has_namesake);
/// Calls each of these entrants by the name that people see.
void mark_namesakes(std::span<Entrant> entrants);

/// Returns what is wrong with an agent's own name or with its author's, also together: their file
/// name must fit. Empty if nothing is.
[[nodiscard]] std::string full_name_problem(std::string_view author, std::string_view own);

/// Returns the indices of the agents that `text` may mean: the one with this full name, otherwise
/// all with this own name.
[[nodiscard]] std::vector<std::size_t> agents_named(std::string_view text,
                                                    std::span<const AgentNames> agents);
[[nodiscard]] std::vector<std::string> own_names(std::span<const AgentNames> agents);
/// Says that `text` names several agents, and lists their full names.
[[nodiscard]] std::string describe_namesakes(std::string_view text,
                                             std::span<const AgentNames> agents);
/// Returns the index of the agent that `text` names, or says why there is none.
[[nodiscard]] std::variant<std::size_t, std::string> find_named(std::string_view text,
                                                                std::span<const AgentNames> agents);
/// Returns whether `text` is a list such as "ada,Ben/mybot" of these agents in their order, each by
/// its own or its full name.
[[nodiscard]] bool lists_agents(std::string_view text, std::span<const AgentNames> agents);

/// Renames agents with the same name after their folders, such as old/ada and new/ada; if these are
/// the same, the second becomes NAME#2, and so on. Throws AgentError if the user chose that name.
void disambiguate_names(std::span<Entrant> entrants);

}  // namespace danno::leagues::entrants
