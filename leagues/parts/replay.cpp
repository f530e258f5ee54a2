#include "leagues/parts/replay.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "leagues/parts/planned_line_ups.hpp"

namespace danno::leagues::parts {
namespace {

/// Numbers below `all`, each of them as likely.
std::set<std::uint64_t> draw(std::uint64_t count, std::uint64_t all) {
  std::random_device seed;
  std::mt19937_64 random((std::uint64_t{seed()} << 32U) | seed());
  std::uniform_int_distribution<std::uint64_t> below(0, all - 1);
  std::set<std::uint64_t> drawn;
  while (drawn.size() < std::min(count, all))
    drawn.insert(below(random));
  return drawn;
}

class Replay {
 public:
  Replay(const PartsPlan& plan, const referee::play::PlayDeals& play)
      : line_ups_(plan), play_(require_starts(plan, play)) {
    for (const PlannedDeals& deals : plan.deals)
      planned_.emplace(deals.line_up, &deals);
  }

  /// The deal's games of two plays, as they are kept; nullopt where a stop was requested.
  std::optional<std::pair<std::string, std::string>> play_twice(const MergeableDeals& block,
                                                                std::uint64_t deal) {
    std::string once = play(block, deal);
    std::string twice = play(block, deal);
    if (once.empty() || twice.empty()) return std::nullopt;
    return std::pair(std::move(once), std::move(twice));
  }

  [[nodiscard]] std::string name(const MergeableDeals& block, std::uint64_t deal) const {
    const auto line_up = line_ups_.make(*planned_.at(block.line_up));
    return fmt::format("{}/{}/{}", line_up->rules->id(), fmt::join(line_up->key_names, ","), deal);
  }

 private:
  /// Empty where a stop was requested.
  std::string play(const MergeableDeals& block, std::uint64_t deal) {
    const auto line_up = line_ups_.make(*planned_.at(block.line_up));
    const referee::play::Batch batch = play_(*line_up, deal, deal + 1, block.absent);
    return batch.deals.empty() ? "" : referee::record::encode_deal(batch.deals.front().games);
  }

  PlannedLineUps line_ups_;
  referee::play::PlayDeals play_;
  std::unordered_map<store::Id, const PlannedDeals*> planned_;  // any of them
};

}  // namespace

Replayed replay(const PartsPlan& plan, const PlayedParts& played,
                std::vector<MergeableDeals> candidates, std::uint64_t count,
                const referee::play::PlayDeals& play,
                const std::function<void(Source&, const std::string& deal)>& on_different) {
  // By line-up, so that agents are started once for it.
  std::ranges::sort(candidates, {},
                    [](const MergeableDeals& each) { return std::pair(each.line_up, each.first); });
  const auto all = std::transform_reduce(candidates.begin(), candidates.end(), std::uint64_t{0},
                                         std::plus(), std::mem_fn(&MergeableDeals::deals));
  Replayed replayed;
  if (all == 0) return replayed;
  Replay again(plan, play);
  auto place = candidates.begin();
  std::uint64_t before = 0;  // deals in places before that one
  for (const std::uint64_t drawn : draw(count, all)) {
    while (drawn >= before + place->deals)
      before += (place++)->deals;
    if (place->source->refused) continue;
    const std::uint64_t deal = place->first + drawn - before;
    const auto twice = again.play_twice(*place, deal);
    if (!twice) break;
    const auto found = played.find(place->line_up, deal, deal + 1, place->absent);
    if (found.source != place->source || found.deals.empty()) continue;  // it was changed just now
    const std::string kept = referee::record::encode_deal(found.deals.front().games);
    if (twice->first != twice->second) {
      ++replayed.undecided;
    } else if (twice->first == kept) {
      ++replayed.same;
    } else {
      ++replayed.different;
      on_different(*place->source, again.name(*place, deal));
    }
  }
  return replayed;
}

}  // namespace danno::leagues::parts
