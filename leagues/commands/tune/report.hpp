// Reports of a tune: JSON, CSV, and a hint where to look next.
#pragma once

#include <string>
#include <vector>

#include "leagues/commands/tune/tune.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/site/page.hpp"

namespace danno::leagues::commands::tune {

[[nodiscard]] site::Page tune_page(const Tune& tune);

/// Why a tune ended, or that it did not.
enum class TuneEnd : std::uint8_t {
  Decided,      ///< One candidate is left, or all that are left are surely close to the best.
  OutOfDeals,   ///< The deals that it may play were played.
  AllAlike,     ///< All candidates decided alike in every deal.
  NoneCanPlay,  ///< All candidates failed.
  Broken,       ///< An opponent failed.
  Interrupted,
};
[[nodiscard]] TuneEnd tune_end(const Tune& tune);
/// Returns "decided", "max-deals", "alike", "none-can-play", "opponent-failed" or "interrupted".
[[nodiscard]] std::string_view to_string(TuneEnd end);

/// Returns the state in words: "best", "dropped", "within 2 Elo", "still in".
[[nodiscard]] std::string describe(const CandidateStanding& standing, const Tune& tune);

/// Returns the candidates as a table has them: a few in the order of their values, of many the best
/// first.
inline constexpr std::size_t kFewCandidates = 16;
[[nodiscard]] std::vector<TunedPoint> tuned_points(const Tune& tune);

/// The best and those that differ from it in the value of one axis only, in the order of the axis.
struct AxisCurve {
  std::vector<TunedPoint> points;  ///< Three or more; all have figures.
  double low = 0;                  ///< The lowest end of their intervals, in Elo.
  double high = 0;
};
/// Returns nullopt if there are fewer than three such points, or nothing to see.
[[nodiscard]] std::optional<AxisCurve> curve_along(const Tune& tune, std::size_t axis);

/// Returns hints, each a line: that the best lies at the end of a range.
[[nodiscard]] std::vector<std::string> hints(const Tune& tune);

/// Returns the best values as "threshold 200, dice 2".
[[nodiscard]] std::string format_values(const Tune& tune, const Point& point);

/// Returns the opponents' names, unescaped: "optimal, hold".
[[nodiscard]] std::string format_opponents(const Tune& tune);

/// Returns the result in a sentence, with the unescaped names of bots.
[[nodiscard]] std::string headline(const Tune& tune);

/// Returns what fresh dice say of the best and the bot as it is; empty before they were thrown.
[[nodiscard]] std::string describe_gain(const Tune& tune);

/// Returns whether and by which values luck is taken out, in words.
[[nodiscard]] std::string format_luck(const Tune& tune);

/// Returns a row for each point; the last column for people is the state.
[[nodiscard]] report::OutputTable describe_candidates(const Tune& tune,
                                                      const std::vector<TunedPoint>& points);

[[nodiscard]] std::string tune_json(const Tune& tune);
/// Returns a line for each candidate, after a heading.
[[nodiscard]] std::string tune_csv(const Tune& tune);

}  // namespace danno::leagues::commands::tune
