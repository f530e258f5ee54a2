// Reads the league file (docs/league-file.md): what is played, by whom, within which limits.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/schedule/league_keys.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::schedule {

/// Thrown with all problems of a league file, one per line, with file, line and column.
class LeagueFileErrors : public std::runtime_error {
 public:
  explicit LeagueFileErrors(std::vector<std::string> lines);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// Returns whether a league may have this name, which is also its folder's.
[[nodiscard]] bool is_league_name(std::string_view name);

/// Returns what is wrong with `address` as an address of web pages; empty if nothing is.
[[nodiscard]] std::string_view address_problem(std::string_view address);

/// The rule sets that were read from files, by the canonical paths of these.
using KeptRules = std::map<std::filesystem::path, const rules::Definition*>;

/// Reads a league file and the agents that it names, relative to its folder. An agent that exists
/// but cannot start is no error: its protocol::Agent::problem is set. No rule file in `kept` is
/// read: a season that runs keeps its rules. Throws LeagueFileErrors.
[[nodiscard]] store::League read_league_file(const std::filesystem::path& file,
                                             const KeptRules& kept = {});

/// Reads a league that grows, from the text that the file had when it was read. It may have fewer
/// agents than a table needs, or none. No rule file in `kept` is read; others are added to it.
[[nodiscard]] store::League read_growing_league(const std::filesystem::path& file,
                                                std::string_view text, KeptRules& kept);

/// Reads a league file without its agents, who may not exist yet, and without the format's checks
/// of them.
[[nodiscard]] LeagueKeys read_league_terms(const std::filesystem::path& file);

}  // namespace danno::leagues::schedule
