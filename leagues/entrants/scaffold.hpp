// A new agent's folder: agent, SDK, unit test, agent.toml, README, ready to play.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues {

/// What a folder can be made for: "cpp", "js", "python".
[[nodiscard]] std::vector<std::string> scaffold_languages();

/// Copies the template of the language to `folder`, which must not be there or be empty, and names
/// the agent after it; the README's examples play `rules`. Throws AgentError.
void make_scaffold(std::string_view language, const std::filesystem::path& folder,
                   std::string_view rules);

}  // namespace danno::leagues
