#include "leagues/formats/planned_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>

#include "leagues/formats/ended.hpp"
#include "leagues/store/discrepancy.hpp"

namespace danno::leagues::formats {
namespace {

using store::require;

/// All that is missing at once: one fixture for all that follows on what is stored of a line-up,
/// and one for every hole that somebody left in it.
class MissingDeals : public plan::Fixtures {
 public:
  explicit MissingDeals(const store::Reader& store) : league_(store.league()) {}

  std::vector<plan::Fixture> next(store::Store& store) override {
    std::vector<plan::Fixture> fixtures;
    if (std::exchange(given_, true)) return fixtures;
    for (const store::StoredDivision& division : league_.divisions) {
      const rules::RuleSet& rules =
          rules_.emplace_back(*division.definition, division.seats, division.parameters);
      auto line_ups = store.line_ups(division);
      fixtures.reserve(fixtures.size() + line_ups.size());
      for (store::StoredLineUp& line_up : line_ups) {
        for (const auto& [first, end] : missing_of(store, line_up))
          fixtures.push_back({line_up, &division, &rules, first, end});
        line_up.agents = {};  // they are many
      }
    }
    return fixtures;
  }

 private:
  /// Most line-ups are whole or not begun: these are told by their counts.
  static std::vector<std::pair<std::uint64_t, std::uint64_t>> missing_of(
      const store::Reader& store, const store::StoredLineUp& line_up) {
    if (line_up.played == 0) return {{0, line_up.planned}};
    if (line_up.played >= line_up.planned) return {};
    return store.missing_deals(line_up);
  }

  store::StoredLeague league_;
  std::deque<rules::RuleSet> rules_;
  bool given_ = false;
};

/// As they are planned, with all deals that are stored as `played`.
std::vector<store::StoredLineUp> with_all_deals(const store::Reader& store,
                                                const store::StoredDivision& division,
                                                std::vector<store::StoredLineUp> planned) {
  const auto all = store.all_line_ups(division);
  for (store::StoredLineUp& line_up : planned)
    line_up.played = std::ranges::find(all, line_up.id, &store::StoredLineUp::id)->played;
  return planned;
}

/// The line-ups are those that are due, each with its deals.
void check_schedule(const store::StoredLeague& league, const store::StoredDivision& division,
                    const std::vector<std::vector<store::Id>>& due,
                    std::span<const store::StoredLineUp> planned,
                    std::span<const store::StoredAgent> agents) {
  // What decided a gate may be no deal at all of some line-up.
  require(!league.plan->deals || planned.size() == due.size(),
          "{}: {} line-ups are planned; expected {}", division.definition->id, planned.size(),
          due.size());
  auto next = due.begin();
  for (const store::StoredLineUp& line_up : planned) {
    const auto expected = league.plan->deals ? next : std::find(next, due.end(), line_up.agents);
    require(expected != due.end() && line_up.agents == *expected,
            "{}/{}: the schedule does not have line-up {} here{}", division.definition->id,
            store::line_up_name(line_up, agents), line_up.id,
            expected == due.end()
                ? ""
                : fmt::format("; expected agents {}", fmt::join(*expected, ", ")));
    next = expected + 1;
    // Deals that were played stay, also where fewer are asked for later.
    const std::uint64_t deals = std::max(league.plan->deals.value_or(0), line_up.played);
    require(line_up.planned == deals, "{}/{}: {} deals are planned; expected {}",
            division.definition->id, store::line_up_name(line_up, agents), line_up.planned, deals);
  }
}

/// A league whose seeds are all published has been played to its end.
void check_complete(const store::StoredDivision& division,
                    std::span<const store::StoredLineUp> planned,
                    std::span<const store::StoredAgent> agents) {
  for (const store::StoredLineUp& line_up : planned) {
    require(line_up.played >= line_up.planned, "{}/{}: {} deals; the league is complete with {}",
            division.definition->id, store::line_up_name(line_up, agents), line_up.played,
            line_up.planned);
  }
}

}  // namespace

plan::GameCount PlannedFormat::count(const store::Reader& store) const {
  plan::GameCount count;
  for (const store::StoredDivision& division : store.league().divisions) {
    const auto seatings = static_cast<std::uint64_t>(division.seats);
    const store::DealCount deals = store.count_deals(division);
    count.planned += deals.planned * seatings;
    count.stored += deals.stored * seatings;
  }
  count.finished = count.stored == count.planned;
  return count;
}

std::unique_ptr<plan::Fixtures> PlannedFormat::fixtures(const store::Reader& store,
                                                        const store::Epoch& /*epoch*/) const {
  return std::make_unique<MissingDeals>(store);
}

std::optional<plan::SettledTables> PlannedFormat::check_plan(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const auto agents = store.all_agents();
  const bool ended = has_ended(store);  // before line-ups: somebody may play the last deals
  for (const store::StoredDivision& division : league.divisions) {
    const auto planned = store.line_ups(division);
    const auto with_all = with_all_deals(store, division, planned);
    require(league.plan.has_value(), "league.db: settings: no deals; expected what was planned");
    check_schedule(league, division, line_ups()(league, division.seats), with_all, agents);
    if (ended) check_complete(division, planned, agents);
  }
  return std::nullopt;
}

}  // namespace danno::leagues::formats
