// The folders that come with the program. All throw std::runtime_error if a file is missing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace danno::leagues::entrants {

/// Returns agents/, which has a folder for each bundled agent.
[[nodiscard]] std::filesystem::path bundled_agents();
/// Returns the agents' names, sorted.
[[nodiscard]] std::vector<std::string> bundled_agent_names();
/// Returns templates/, which has a folder for each language.
[[nodiscard]] std::filesystem::path agent_templates();
/// Returns competition/, the files of a competition in a repository.
[[nodiscard]] std::filesystem::path competition_template();

}  // namespace danno::leagues::entrants
