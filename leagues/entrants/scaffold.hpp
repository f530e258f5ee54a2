// A new agent's folder: agent, SDK, unit test, agent.toml, README, ready to play.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::entrants {

/// What a folder can be made for: "cpp", "java", "js", "python", "rust".
[[nodiscard]] std::vector<std::string> scaffold_languages();

/// What the agents of a language need on the machine, in Debian's names where it is a package.
[[nodiscard]] std::string_view scaffold_needs(std::string_view language);

/// Copies the template of the language to `folder`, which must not be there or be empty, and names
/// the agent after it; the README's examples play `rules`. Throws AgentError.
void make_scaffold(std::string_view language, const std::filesystem::path& folder,
                   std::string_view rules);

}  // namespace danno::leagues::entrants
