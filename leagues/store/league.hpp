// A league with all settings resolved, as values: what is played, by whom, within which limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/ratings/rating_model.hpp"
#include "referee/play/line_up.hpp"
#include "referee/protocol/agent.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::store {

/// All but the isolation level, which stands on its own wherever limits are kept.
[[nodiscard]] base::Json limits_json(const referee::protocol::Limits& limits);
/// Reads what limits_json() wrote. Throws base::Json::exception.
[[nodiscard]] referee::protocol::Limits read_limits(const base::Json& json);

/// The default for leagues and matches.
inline constexpr referee::sandbox::Isolation kDefaultIsolation =
    referee::sandbox::Isolation::Strict;

enum class RankBy { Elo, Points, Raw };

[[nodiscard]] std::string_view to_string(RankBy rank_by);

/// A rule set as the league plays it; each division has its own table.
struct DivisionSettings {
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;  ///< The parameters for the league's number of seats.
  /// The settings in [rules.ID]: names and values as written.
  std::vector<std::pair<std::string, std::string>> settings = {};

  /// Returns the parameters for another number of seats, on which defaults may depend.
  [[nodiscard]] rules::Parameters parameters_for(int seats) const;
};

/// A league; schedule/league_file.hpp reads it from a file.
struct League {
  std::string name;  ///< The name, also of the folder: letters, digits, '.', '_', '-'.
  std::vector<DivisionSettings> divisions;
  std::string format = "round-robin";  ///< The name of a format in leagues/schedule.
  int seats = 2;
  int deals = 200;  ///< The number of deals per line-up; 0: decided by its rounds.
  bool mirror = true;
  /// True if the plan fixes every game by itself, at tables of any size, all from one seed. Such a
  /// league cannot change its entrants, rules or seed once it has begun.
  bool has_fixed_games = false;
  RankBy rank_by = RankBy::Elo;
  const ratings::RatingModel* rating = &ratings::kBradleyTerry;
  int max_per_author = 0;  ///< 0: any number, who may also share tables.
  /// The format's own keys, as league.settings stores them.
  base::Json format_keys = base::Json::object();
  referee::play::Advice advice = referee::play::Advice::Off;
  std::optional<std::string> seed;  ///< If unset, a seed is drawn and committed.
  referee::protocol::Limits limits;
  /// The full names of the entrants of a gauntlet that meet all others.
  std::vector<std::string> challengers;
  /// The entrants, at least `seats` (tournament: 2), with different full names.
  std::vector<entrants::Entrant> entrants;
  std::vector<std::string> notes;  ///< Notes for people: what the file names but is not played.
};

/// Returns the rule sets of its games, at tables of its largest size.
[[nodiscard]] std::vector<rules::RuleSet> rule_sets(const League& league);
/// Returns the names of its entrants, without versions.
[[nodiscard]] std::vector<entrants::AgentNames> entrant_names(const League& league);

}  // namespace danno::leagues::store
