// What comes with the program, beside the folder that it is in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace danno::leagues {

/// agents/: a folder each.
[[nodiscard]] std::filesystem::path bundled_agents();
/// Their names, in order.
[[nodiscard]] std::vector<std::string> bundled_agent_names();
/// templates/: a folder a language.
[[nodiscard]] std::filesystem::path agent_templates();

}  // namespace danno::leagues
