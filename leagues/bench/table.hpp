// The table of a league of made-up games: what reading, counting and rating costs, and what it
// costs to take the luck out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::bench {

/// Of one table, from the open store to its ratings.
struct TableCost {
  std::chrono::duration<double> wall{0};
  std::chrono::duration<double> cpu{0};  ///< Of all threads.
  std::int64_t peak_bytes = 0;           ///< Of memory, mapped files included.
};

struct TableResult {
  std::int64_t games = 0;
  std::int64_t bytes = 0;  ///< Of the store.
  TableCost raw;
  std::optional<TableCost> adjusted;  ///< The first one, which computes the luck of all games.
  std::optional<TableCost> again;     ///< The next one: the store keeps it.
  std::string not_adjusted;           ///< Why not, if it is not.
};

/// All pairs of so many agents share at least one deal each and `games` in all, kept in a folder of
/// its own that is gone at the end. The agents bank at different points, so no two games are alike.
[[nodiscard]] TableResult measure_table(const rules::Definition& definition, int agents,
                                        std::int64_t games);

}  // namespace danno::leagues::bench
