// What comes with the program. All throw std::runtime_error where a file of it is missing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace danno::leagues::entrants {

/// agents/: a folder each.
[[nodiscard]] std::filesystem::path bundled_agents();
/// Their names, in order.
[[nodiscard]] std::vector<std::string> bundled_agent_names();
/// templates/: a folder a language.
[[nodiscard]] std::filesystem::path agent_templates();
/// competition/: the files of a competition in a repository.
[[nodiscard]] std::filesystem::path competition_template();

}  // namespace danno::leagues::entrants
