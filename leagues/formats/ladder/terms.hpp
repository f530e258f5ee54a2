// The terms of a ladder: which orders count, and when it ends.
#pragma once

#include <cstdint>
#include <optional>

#include "leagues/files/json.hpp"
#include "leagues/formats/ladder/plan_round.hpp"

namespace danno::leagues::formats::ladder {

/// The ladder ends when the first of these conditions holds for a rule set; never if none is set.
struct Until {
  /// The share of the pairs whose order is decided, in (0, 1].
  std::optional<double> decided = {};
  /// The largest half-width of any agent's 95 % interval, in Elo.
  std::optional<double> error = {};
  std::optional<std::uint64_t> games = {};  ///< The games of the agents that play.
  std::optional<double> hours = {};         ///< The hours since the first round began.
  bool operator==(const Until&) const = default;
};

struct LadderTerms {
  Focus focus = Focus::All;
  bool apart = false;  ///< True if agents of one author never meet.
  Until until = {};
  bool operator==(const LadderTerms&) const = default;
};

/// Members "focus", "apart" and "until" of an object.
[[nodiscard]] files::Json to_json(const LadderTerms& terms);
/// Throws files::JsonError.
[[nodiscard]] LadderTerms read_terms(const files::Json& json);

}  // namespace danno::leagues::formats::ladder
