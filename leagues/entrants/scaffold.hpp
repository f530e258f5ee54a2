// Makes new folders from templates: an agent's, with SDK, unit test, agent.toml and README, ready
// to play; or a competition's, with an example bot and workflows for GitHub and GitLab.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::entrants {

/// Returns agents/, which has a folder for each bundled agent.
[[nodiscard]] std::filesystem::path bundled_agents();
/// Returns the agents' names, sorted.
[[nodiscard]] std::vector<std::string> bundled_agent_names();
/// Returns templates/, which has a folder for each language.
[[nodiscard]] std::filesystem::path agent_templates();

/// Returns the languages that have a template: "cpp", "go", "java", "js", "python", "rust".
[[nodiscard]] std::vector<std::string> scaffold_languages();

/// Returns what the agents of a language need on the machine, as Debian packages where possible.
[[nodiscard]] std::string_view scaffold_needs(std::string_view language);

/// Copies the template of the language to `folder`, which must not exist or must be empty, and
/// names the agent after it. The README's examples play `rules`. Throws AgentError.
void make_scaffold(std::string_view language, const std::filesystem::path& folder,
                   std::string_view rules);

/// Copies the template of a competition to `folder`, which must not exist or must be empty, and
/// names the competition after it. The caller makes the league file. Throws AgentError.
void make_competition(const std::filesystem::path& folder);

/// Returns the name of a folder, which need not exist: "ada" for "bots/ada/".
[[nodiscard]] std::string folder_name(const std::filesystem::path& folder);

}  // namespace danno::leagues::entrants
