// What a ladder is asked for: which orders count, and when it is enough.
#pragma once

#include <cstdint>
#include <optional>

#include "leagues/files/json.hpp"
#include "leagues/formats/ladder/plan_round.hpp"

namespace danno::leagues::formats::ladder {

/// The ladder ends with the first of them that holds for a rule set; none: never.
struct Until {
  std::optional<double> decided = {};  ///< Share of the pairs whose order is decided, in (0, 1].
  std::optional<double> error = {};    ///< Elo: no agent's 95 % interval reaches further.
  std::optional<std::uint64_t> games = {};  ///< Of the agents that play.
  std::optional<double> hours = {};         ///< Since the first round began.
  bool operator==(const Until&) const = default;
};

struct LadderTerms {
  Focus focus = Focus::All;
  bool apart = false;  ///< Agents of one author never meet.
  Until until = {};
  bool operator==(const LadderTerms&) const = default;
};

/// Members "focus", "apart" and "until" of an object.
[[nodiscard]] files::Json to_json(const LadderTerms& terms);
/// Throws files::JsonError.
[[nodiscard]] LadderTerms read_terms(const files::Json& json);

}  // namespace danno::leagues::formats::ladder
