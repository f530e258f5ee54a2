// How the ratings of a league came about: a refit on all games up to each day, with the agents of
// today.
//
// A refit, no running update: where the ratings of a day stand does not depend on the order in
// which games were played before it (docs/statistics.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues {

struct SeasonDay {
  /// UTC; nothing: before days were kept.
  std::optional<std::chrono::sys_days> day;
  std::int64_t games = 0;  ///< Rated until then.
  /// As Season::names; nothing where the agent had no rated game yet.
  std::vector<std::optional<AgentRating>> agents;
};

struct Season {
  const rules::Definition* definition = nullptr;
  int seats = 2;
  std::vector<std::string> names;  ///< Of those rated today, the best first.
  std::vector<SeasonDay> days;     ///< On which games were played, the first first.
};

/// By division, as in the league's tables. The league is no tournament.
[[nodiscard]] std::vector<Season> compute_seasons(const Store& store);

/// {"league", "divisions": [{"rules", "seats", "agents", "days": [{"day", "games", "elo",
/// "elo_low", "elo_high"}]}]}: numbers by agent, null where there is none.
[[nodiscard]] std::string season_json(const std::string& league,
                                      const std::vector<Season>& seasons);

/// "2026-11-21"; "earlier" where it was not kept.
[[nodiscard]] std::string show_day(std::optional<std::chrono::sys_days> day);

}  // namespace danno::leagues
