#include "leagues/entrants/shipped.hpp"

#include <algorithm>

#include "referee/sandbox/locate.hpp"

namespace danno::leagues::entrants {

namespace fs = std::filesystem;

fs::path bundled_agents() { return referee::sandbox::find_folder("agents"); }

std::vector<std::string> bundled_agent_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(bundled_agents())) {
    if (fs::exists(entry.path() / "agent.toml")) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path agent_templates() { return referee::sandbox::find_folder("templates"); }

fs::path competition_template() { return referee::sandbox::find_folder("competition"); }

}  // namespace danno::leagues::entrants
