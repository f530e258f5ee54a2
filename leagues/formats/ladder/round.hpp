// The terms of a ladder, and its rounds as the store keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/files/json.hpp"
#include "leagues/formats/ladder/plan_round.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// The ladder ends when the first of these conditions holds for a rule set; never if none is set.
struct StopCriteria {
  /// The share of the pairs whose order is decided, in (0, 1].
  std::optional<double> decided = {};
  /// The largest half-width of any agent's 95 % interval, in Elo.
  std::optional<double> error = {};
  std::optional<std::uint64_t> games = {};  ///< The games of the agents that play.
  std::optional<double> hours = {};         ///< The hours since the first round began.
  bool operator==(const StopCriteria&) const = default;
};

struct LadderTerms {
  Focus focus = Focus::All;
  bool apart = false;  ///< True if agents of one author never meet.
  StopCriteria until = {};
  bool operator==(const LadderTerms&) const = default;
};

/// Members "focus", "apart" and "until" of an object.
[[nodiscard]] files::Json to_json(const LadderTerms& terms);
/// Throws files::Json::exception.
[[nodiscard]] LadderTerms read_terms(const files::Json& json);

/// The claim that one agent is better than another, made once for the whole season.
struct Claim {
  store::Id better = 0;
  store::Id worse = 0;
  auto operator<=>(const Claim&) const = default;
};

/// Deals [first, end) of a line-up.
struct TableOfRound {
  store::Id line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The version of the rule by which rounds follow from results.
inline constexpr int kRoundsVersion = 3;

/// The content of StoredRound::plan.
struct Round {
  int version = kRoundsVersion;
  std::vector<store::Id> agents;  ///< The agents that played then, sorted by name.
  LadderTerms terms;
  std::string values;          ///< The solved values that it is decided by; empty: raw results.
  std::uint64_t deals = 0;     ///< The deals of these agents that were stored then.
  std::vector<Claim> decided;  ///< The claims that these deals decided since the round before.
  std::string end;  ///< Of StopCriteria what held: then there are no tables. Empty: none.
  std::vector<TableOfRound> tables;
};

/// Reads a stored round. Throws store::Damaged.
[[nodiscard]] Round read_round(const store::StoredRound& round);

/// StoredRound::plan of a round, but for its tables, which Store::add_round() adds.
[[nodiscard]] files::Json plan_json(const Round& round);

}  // namespace danno::leagues::formats::ladder
