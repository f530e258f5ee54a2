// The rating history of a league: the ratings at the end of each day, or after each round.
//
// Each is a new fit to all games so far, with today's agents, not a running update: the order
// in which games were played has no effect (docs/statistics.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::report {

struct HistoryPoint {
  std::int64_t number = 0;  ///< The round, from 1 on, or the UTC day since 1970.
  std::int64_t games = 0;   ///< The number of games rated so far.
  /// Ordered like RatingHistory::names; empty if the agent had no rated game yet.
  std::vector<std::optional<ratings::AgentRating>> agents;

  /// Returns the day; stages must be days.
  [[nodiscard]] std::chrono::sys_days day() const {
    return std::chrono::sys_days(std::chrono::days(number));
  }
};

/// The unit of a stage. Rounds are the stored ones of a ladder (Reader::rounds()).
enum class HistoryStep { Days, Rounds };

/// The history of one division.
struct RatingHistory {
  const rules::Definition* definition = nullptr;
  int seats = 2;
  HistoryStep step = HistoryStep::Days;
  std::vector<std::string> names = {};    ///< The agents rated today, best first.
  std::vector<HistoryPoint> stages = {};  ///< Those in which games were played, earliest first.
};

/// The most stages of rounds. If there are more rounds, every n-th one has a stage.
inline constexpr std::int64_t kMostRoundStages = 40;

/// Returns the histories by division, as in the tables. The league must not be a tournament.
[[nodiscard]] std::vector<RatingHistory> compute_histories(const store::Reader& store,
                                                           HistoryStep step = HistoryStep::Days);

/// Returns {"league", "divisions": [{"rules", "seats", "agents", "days": [{"day", "games", "elo",
/// "elo_low", "elo_high"}]}]}. The numbers are by agent, null if there is none.
[[nodiscard]] std::string history_json(const std::string& league,
                                       const std::vector<RatingHistory>& histories);

/// Returns a day such as "2026-11-21".
[[nodiscard]] std::string format_day(std::chrono::sys_days day);

}  // namespace danno::leagues::report
