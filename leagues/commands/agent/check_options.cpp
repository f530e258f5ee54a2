#include "leagues/commands/agent/check_options.hpp"

#include <filesystem>

#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::commands::agent {

CheckOptions make_check_options(const std::string& file, const std::vector<std::string>& rules) {
  constexpr const char* kUsual = "league.toml";
  CheckOptions options;
  options.limits.isolation = store::kDefaultIsolation;
  if (!file.empty() || std::filesystem::exists(kUsual)) {
    const store::League league = cli::read_league_terms(file.empty() ? kUsual : file).league;
    options.limits = league.limits;
    for (const store::DivisionSettings& division : league.divisions)
      options.rules.push_back(division.definition);
  }
  // The rules of the command line replace those of the file.
  if (!rules.empty()) options.rules.clear();
  const bool all = rules.size() == 1 && rules.front() == "all";
  for (const std::string& id : all ? std::vector<std::string>() : rules)
    options.rules.push_back(&cli::resolve_rules(id));
  if (all) options.rules.assign(rules::all_definitions().rbegin(), rules::all_definitions().rend());
  if (options.rules.empty()) options.rules.push_back(&cli::resolve_rules("koans"));
  return options;
}

}  // namespace danno::leagues::commands::agent
