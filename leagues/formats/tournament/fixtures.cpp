#include "leagues/formats/tournament/fixtures.hpp"

#include <algorithm>
#include <cstdint>

namespace danno::leagues::formats::tournament {
namespace {

std::shared_ptr<const referee::play::SetGame> set_game(const TournamentDice& dice,
                                                       const PlannedGame& game) {
  const auto made = std::make_shared<referee::play::SetGame>();
  referee::play::SetGame& set = *made;
  set.key = dice.key(game);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    set.agent_seeds[seat] = dice.agent_seed(game, static_cast<int>(seat));
  if (game.first) set.first = static_cast<std::uint8_t>(*game.first);
  return made;
}

}  // namespace

TournamentFixtures::TournamentFixtures(const store::Reader& store, const store::Epoch& epoch,
                                       int repeat)
    : divisions_(TournamentDivision::read(store, epoch)),
      numbers_(divisions_.size()),
      repeat_(repeat) {}

TournamentFixtures::Due TournamentFixtures::due(std::size_t division) {
  for (int& number = numbers_[division]; number < repeat_; ++number) {
    Tournament told = divisions_[division].tell(number);
    if (!told.finished) return {division, number, std::move(told.next)};
  }
  return {};
}

std::uint64_t TournamentFixtures::round_of(const Due& due) const {
  const TournamentDice dice(divisions_[due.division].ground(), due.number);
  return dice.deal(due.games.front());
}

std::vector<plan::Fixture> TournamentFixtures::next(store::Store& store) {
  std::vector<Due> all;
  for (std::size_t division = 0; division < divisions_.size(); ++division) {
    Due due = this->due(division);
    if (!due.games.empty()) all.push_back(std::move(due));
  }
  std::vector<plan::Fixture> fixtures;
  if (all.empty()) return fixtures;
  const auto round = [&](const Due& due) { return round_of(due); };
  const std::uint64_t earliest = round(*std::ranges::min_element(all, {}, round));
  for (const Due& due : all) {
    if (round(due) == earliest) plan(store, due, fixtures);
  }
  return fixtures;
}

void TournamentFixtures::plan(store::Store& store, const Due& due,
                              std::vector<plan::Fixture>& fixtures) const {
  const TournamentDivision& division = divisions_[due.division];
  const TournamentDice dice(division.ground(), due.number);
  for (const PlannedGame& game : due.games) {
    const store::StoredLineUp line_up = division.plan(store, dice, game);
    if (division.find(dice, game)) continue;
    const std::uint64_t deal = dice.deal(game);
    fixtures.push_back({line_up, &division.tables()[game.seats.size() - 2],
                        &division.ground().rules_of(game), deal, deal + 1, set_game(dice, game)});
  }
}

void TournamentFixtures::add(const plan::Fixture& fixture,
                             std::span<const referee::play::DealResult> deals) {
  const auto division = std::ranges::find_if(divisions_, [&](const TournamentDivision& one) {
    return &one.ground().definition() == fixture.division->definition;
  });
  for (const referee::play::DealResult& deal : deals)
    division->add(deal.deal, fixture.line_up.agents, deal.games.at(0));
}

}  // namespace danno::leagues::formats::tournament
