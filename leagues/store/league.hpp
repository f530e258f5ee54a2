// The league file (docs/run-a-league.md): what is played, by whom, within which limits.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/play/session.hpp"

namespace danno::leagues {

/// Of leagues and matches that do not say.
inline constexpr referee::Isolation kDefaultIsolation = referee::Isolation::Strict;

enum class Format { RoundRobin, Gauntlet, Tournament };
enum class RankBy { Elo, Points };

[[nodiscard]] std::string_view to_string(Format format);
[[nodiscard]] std::string_view to_string(RankBy rank_by);

/// A rule set as the league plays it; each has a table of its own.
struct DivisionSettings {
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;  ///< For the league's seats.
  /// What [rules.ID] sets, by name, as written.
  std::vector<std::pair<std::string, std::string>> told = {};

  /// For tables of another size: defaults may depend on it.
  [[nodiscard]] rules::Parameters parameters_for(int seats) const;
};

/// A league file with everything settled.
struct League {
  std::string name;  ///< Also a folder's name: letters, digits, '.', '_', '-'.
  std::vector<DivisionSettings> divisions;
  Format format = Format::RoundRobin;
  int seats = 2;
  int deals = 200;  ///< A line-up.
  bool mirror = true;
  RankBy rank_by = RankBy::Elo;
  int max_per_author = 0;  ///< 0: any number, who may also share tables.
  int repeat = 1;          ///< Tournaments of each rule set.
  referee::Advice advice = referee::Advice::Off;
  std::optional<std::string> seed;  ///< Nothing: drawn and committed.
  referee::Limits limits;
  std::vector<std::string> challengers;  ///< Of a gauntlet: entrants who meet all others.
  std::vector<Entrant> entrants;   ///< At least `seats` (a tournament: 2), of different names.
  std::vector<std::string> notes;  ///< For people: what the file names and is not played.
};

/// All that is wrong with a league file, a line each, with file, line and column.
class LeagueFileErrors : public std::runtime_error {
 public:
  explicit LeagueFileErrors(std::vector<std::string> lines);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// Reads the file and the agents that it names, relative to its folder. Throws LeagueFileErrors.
/// An agent that is there but cannot start is none: it has an Entrant::problem.
[[nodiscard]] League read_league_file(const std::filesystem::path& file);

}  // namespace danno::leagues
