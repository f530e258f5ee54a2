// A round of a ladder as the store keeps it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leagues/formats/ladder/terms.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

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

/// How rounds follow from results; it grows where that changes.
inline constexpr int kRoundsVersion = 2;

/// The content of StoredRound::plan.
struct Round {
  int version = kRoundsVersion;
  std::vector<store::Id> agents;  ///< The agents that played then, sorted by name.
  LadderTerms terms;
  std::string values;          ///< The solved values that it is decided by; empty: raw results.
  std::uint64_t deals = 0;     ///< The deals of these agents that were stored then.
  std::vector<Claim> decided;  ///< The claims that these deals decided since the round before.
  std::string end;             ///< Of Until what held: then there are no tables. Empty: none.
  std::vector<TableOfRound> tables;
};

/// Reads a stored round. Throws store::Damaged.
[[nodiscard]] Round read_round(const store::StoredRound& round);

/// StoredRound::plan of a round, but for its tables, which Store::add_round() adds.
[[nodiscard]] files::Json plan_json(const Round& round);

}  // namespace danno::leagues::formats::ladder
