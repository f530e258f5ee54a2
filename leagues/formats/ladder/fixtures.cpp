#include "leagues/formats/ladder/fixtures.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "leagues/words/utc.hpp"

namespace danno::leagues::formats::ladder {

LadderFixtures::LadderFixtures(const store::Reader& store) {
  const store::StoredLeague league = store.league();
  terms_ = read_terms(league.settings);
  for (const store::StoredDivision& division : league.divisions) {
    divisions_.push_back({division,
                          rules::RuleSet(*division.definition, division.seats, division.parameters),
                          read_history(store, league, division)});
  }
}

std::vector<plan::Fixture> LadderFixtures::next(store::Store& store) {
  std::vector<plan::Fixture> fixtures;
  if (!std::exchange(resumed_, true)) fixtures = unfinished(store);
  if (!fixtures.empty()) return fixtures;
  for (Division& division : divisions_) {
    if (!division.season.has_ended(terms_)) begin_round(store, division, fixtures);
  }
  return fixtures;
}

std::vector<plan::Fixture> LadderFixtures::unfinished(store::Store& store) const {
  std::vector<plan::Fixture> fixtures;
  for (const Division& division : divisions_) {
    if (division.season.last().agents != division.season.field()) continue;  // newcomers are first
    for (const TableOfRound& table : division.season.last().tables) {
      const store::StoredLineUp line_up = store.line_up(division.stored, table.line_up);
      const store::StoredLineUp planned =
          store.plan_table(division.stored, line_up.agents, table.end - 1, 0);
      for (const auto& [first, end] : store.missing_deals(planned))
        fixtures.push_back({planned, &division.stored, &division.rules, first, end});
    }
  }
  return fixtures;
}

void LadderFixtures::begin_round(store::Store& store, Division& division,
                                 std::vector<plan::Fixture>& fixtures) const {
  const auto now = words::utc_now();
  const LadderProgress progress = division.season.look_ahead(terms_, now);
  const LadderHistory& season = division.season;
  const store::StoredRound stored = store.add_round(division.stored,
                                                    plan_json({.agents = season.field(),
                                                               .terms = terms_,
                                                               .values = season.values(),
                                                               .deals = season.deals(),
                                                               .decided = progress.claims,
                                                               .end = progress.end,
                                                               .tables = {}}),
                                                    progress.tables);
  const Round round = read_round(stored);
  division.season.begin(round, stored.begun);
  for (std::size_t i = 0; i < round.tables.size(); ++i) {
    const auto& [id, first, end] = round.tables[i];
    fixtures.push_back({{id, progress.tables[i].agents, end, first},
                        &division.stored,
                        &division.rules,
                        first,
                        end});
  }
}

void LadderFixtures::add(const plan::Fixture& fixture,
                         std::span<const referee::play::DealResult> deals) {
  const auto division = std::ranges::find(divisions_, fixture.division->id,
                                          [](const Division& one) { return one.stored.id; });
  division->season.results().add(fixture.line_up, deals);
}

}  // namespace danno::leagues::formats::ladder
