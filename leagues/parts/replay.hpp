// Plays drawn deals of parts again: whether their decisions are those of the agents. Dice, rules
// and points tell nothing of that.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "leagues/parts/plan_file.hpp"
#include "leagues/parts/played_parts.hpp"

namespace danno::leagues::parts {

struct Replayed {
  std::uint64_t same = 0;
  std::uint64_t different = 0;
  std::uint64_t undecided = 0;  ///< Their agents played otherwise each time.
};

/// Deals that would be merged, all from one file.
struct MergeableDeals {
  store::Id line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t deals = 0;
  std::uint8_t absent = 0;
  Source* source = nullptr;
};

/// So many of these deals (or all), drawn now, are played twice, on this thread, under the plan's
/// limits. Where both plays agree and the part has another, `on_different` is told. Ends early
/// where a stop was requested. Throws as require_starts().
[[nodiscard]] Replayed replay(
    const PartsPlan& plan, const PlayedParts& played, std::vector<MergeableDeals> candidates,
    std::uint64_t count, const referee::play::PlayDeals& play,
    const std::function<void(Source&, const std::string& deal)>& on_different);

}  // namespace danno::leagues::parts
