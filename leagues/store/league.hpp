// A league with everything settled, as values: what is played, by whom, within which limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/files/json.hpp"
#include "leagues/ratings/rating_model.hpp"
#include "referee/play/line_up.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::store {

/// Of leagues and matches that do not say.
inline constexpr referee::sandbox::Isolation kDefaultIsolation =
    referee::sandbox::Isolation::Strict;

enum class RankBy { Elo, Points };

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

/// Read from a file by league_file.hpp.
struct League {
  std::string name;  ///< Also a folder's name: letters, digits, '.', '_', '-'.
  std::vector<DivisionSettings> divisions;
  std::string format = "round-robin";  ///< Its name; leagues/formats has them all.
  int seats = 2;
  int deals = 200;  ///< A line-up; 0: as many as its rounds bring.
  bool mirror = true;
  /// Its plan settles every game by itself, at tables of any size, and all from one seed: it keeps
  /// the entrants, rules and seed that it began with.
  bool sets_games = false;
  RankBy rank_by = RankBy::Elo;
  const ratings::RatingModel* rating = &ratings::kBradleyTerry;
  int max_per_author = 0;  ///< 0: any number, who may also share tables.
  /// The format's own keys, as league.settings keeps them.
  files::Json format_keys = files::Json::object();
  referee::play::Advice advice = referee::play::Advice::Off;
  std::optional<std::string> seed;  ///< Nothing: drawn and committed.
  referee::talk::Limits limits;
  std::vector<std::string> challengers;  ///< Of a gauntlet: entrants who meet all others.
  std::vector<entrants::Entrant>
      entrants;                    ///< At least `seats` (a tournament: 2), of different names.
  std::vector<std::string> notes;  ///< For people: what the file names and is not played.
};

/// The games that it plays, at tables of its largest size.
[[nodiscard]] std::vector<rules::RuleSet> rule_sets(const League& league);

}  // namespace danno::leagues::store
