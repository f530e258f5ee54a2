#include "leagues/entrants/shipped.hpp"

#include <algorithm>

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;

fs::path beside_the_program(const char* name) {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / name;
}

}  // namespace

fs::path bundled_agents() { return beside_the_program("agents"); }

std::vector<std::string> bundled_agent_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(bundled_agents(), ignored)) {
    if (fs::exists(entry.path() / "agent.toml", ignored))
      names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path agent_templates() { return beside_the_program("templates"); }

}  // namespace danno::leagues
