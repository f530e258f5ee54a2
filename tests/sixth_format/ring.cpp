// The sixth format: agents sit in a ring, by name, and each meets those up to `reach` places away.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/rated_league.hpp"

namespace danno::leagues::schedule::ring {
namespace {

constexpr const char* kReach = "reach";

std::vector<std::vector<store::Id>> neighbours(const store::StoredLeague& league, int reach) {
  const std::size_t agents = league.agents.size();
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t one = 0; one < agents; ++one) {
    for (std::size_t away = 1; away <= static_cast<std::size_t>(reach); ++away) {
      const std::size_t other = (one + away) % agents;
      if (other != one) pairs.insert(std::minmax(one, other));
    }
  }
  std::vector<std::vector<store::Id>> line_ups;
  for (const auto& [one, other] : pairs)
    line_ups.push_back({league.agents[one].id, league.agents[other].id});
  return line_ups;
}

class RingFormat : public PlannedFormat {
 public:
  RingFormat()
      : PlannedFormat({.name = "ring",
                       .keys = {{kReach, schedule::KeyKind::Number,
                                 "of a ring: how far an agent plays", "1", "", 1, 100}},
                       .agents_may_join = true}) {}

  void read_keys(store::League& league, schedule::FormatKeys& keys) const override {
    if (league.seats != 2)
      keys.league.complain("seats", "a ring has two seats; expected seats = 2, or no such key");
  }

  [[nodiscard]] store::PlanLineUps line_ups() const override {
    return [](const store::StoredLeague& league, int) {
      return neighbours(league, league.settings.value(kReach, 1));
    };
  }

  [[nodiscard]] std::string field(const store::League& league) const override {
    return fmt::format("a ring of {} agents", league.entrants.size());
  }

  /// Adds a page that shows the ring, and whose deals come first.
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const override {
    LeaguePages pages = PlannedFormat::pages(store, watch);
    const store::StoredLeague league = store.league();
    for (DivisionPages& division : pages.divisions)
      division.event = make_ring(league, division.table.games == division.table.games_planned);
    return pages;
  }

 private:
  static EventPages make_ring(const store::StoredLeague& league, bool finished) {
    PageTable table{"The ring",
                    {{"Agent", PageColumn::Kind::Text}, {"Rating", PageColumn::Kind::Rating}}};
    EventPages event{league.agents, {}};
    auto& deals = event.deals.emplace_back();
    for (std::size_t i = 0; i < league.agents.size(); ++i) {
      const auto entrant = static_cast<int>(i);
      table.rows.push_back({{PageCell::Kind::Heading, {Piece::of(Piece::Kind::Entrant, entrant)}},
                            {PageCell::Kind::Figure, {Piece::of(Piece::Kind::Rating, entrant)}}});
      if (i > 0) deals.push_back({{league.agents[i - 1].id, league.agents[i].id}, 0, "neighbours"});
    }
    EventPage& page = event.pages.emplace_back();
    page.stem = "ring";
    page.title = page.link_text = "Ring";
    page.summary = fmt::format("{} agents", league.agents.size());
    if (finished) page.winners = {0};
    page.after_winners = ".";
    page.sections.push_back({"Who sits where", {}, {}, std::move(table)});
    return event;
  }
};

}  // namespace

const LeagueFormat& format() {
  static const RingFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::ring
