// New folders from templates: an agent's, with SDK, unit test, agent.toml and README, ready to
// play; a competition's, with an example of a bot and what GitHub and GitLab run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::entrants {

/// What a folder can be made for: "cpp", "go", "java", "js", "python", "rust".
[[nodiscard]] std::vector<std::string> scaffold_languages();

/// What the agents of a language need on the machine, in Debian's names where it is a package.
[[nodiscard]] std::string_view scaffold_needs(std::string_view language);

/// Copies the template of the language to `folder`, which must not be there or be empty, and names
/// the agent after it; the README's examples play `rules`. Throws AgentError.
void make_scaffold(std::string_view language, const std::filesystem::path& folder,
                   std::string_view rules);

/// Copies the template of a competition to `folder`, which must not be there or be empty, and names
/// it after it. The league file is the caller's. Throws AgentError.
void make_competition(const std::filesystem::path& folder);

/// What a folder is called, also one that is not there yet: "ada" of "bots/ada/".
[[nodiscard]] std::string folder_name(const std::filesystem::path& folder);

}  // namespace danno::leagues::entrants
