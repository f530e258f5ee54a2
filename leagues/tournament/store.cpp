#include "leagues/tournament/store.hpp"

#include <string>

namespace danno::leagues {
namespace {

/// Authors by number; who has none is an author of its own.
std::vector<int> number_authors(const StoredLeague& league) {
  std::map<std::string, int> numbers;
  std::vector<int> authors;
  for (const StoredAgent& agent : league.agents) {
    const int next = static_cast<int>(authors.size());
    authors.push_back(agent.author.empty() ? next
                                           : numbers.emplace(agent.author, next).first->second);
  }
  return authors;
}

}  // namespace

std::vector<TournamentDivision> TournamentDivision::read(const Store& store, const Epoch& epoch) {
  const StoredLeague league = store.league();
  std::vector<TournamentDivision> all;
  for (const StoredDivision& table : league.divisions) {
    if (all.empty() || &all.back().ground_.definition() != table.definition) {
      TournamentDivision& division = all.emplace_back();
      division.ground_.seed = {epoch.seed};
      for (const StoredAgent& agent : league.agents) {
        division.agents_.push_back(agent.id);
        division.ground_.names.push_back(agent.shown_name());
      }
      division.field_.entrants = static_cast<int>(league.agents.size());
      if (league.apart) division.field_.authors = number_authors(league);
    }
    TournamentDivision& division = all.back();
    division.ground_.rules.emplace_back(*table.definition, table.seats, table.parameters);
    division.tables_.push_back(table);
    const auto keep = [&](const StoredLineUp& line_up, const referee::DealResult& deal) {
      division.games_.emplace(GameKey(deal.deal, line_up.agents), deal.games.at(0));
    };
    division.records_.push_back(store.visit_deals(table, keep));
  }
  return all;
}

TournamentDivision::GameKey TournamentDivision::key_of(const TournamentDice& dice,
                                                       const Pairing& game) const {
  GameKey key{dice.deal(game), {}};
  for (const int entrant : game.seats)
    key.second.push_back(agents_[static_cast<std::size_t>(entrant)]);
  return key;
}

std::optional<referee::GameRecord> TournamentDivision::find(const TournamentDice& dice,
                                                            const Pairing& game) const {
  const auto found = games_.find(key_of(dice, game));
  return found == games_.end() ? std::nullopt : std::optional(found->second);
}

void TournamentDivision::add(Store& store, const Epoch& epoch, Id conditions,
                             const TournamentDice& dice, const TournamentGame& game) {
  const GameKey key = key_of(dice, game.pairing);
  const auto tables = static_cast<std::uint64_t>(field_.entrants);  // there are not so many
  const std::uint64_t place = key.first * tables + static_cast<std::uint64_t>(game.pairing.table);
  const StoredLineUp line_up =
      store.plan_table(tables_[game.pairing.seats.size() - 2], key.second, key.first, place);
  const referee::DealResult deal{key.first, {game.record}};
  store.add_deals(line_up, epoch, conditions, std::span(&deal, 1));
  games_.emplace(key, game.record);
}

Tournament TournamentDivision::tell(int number) const {
  const TournamentDice dice(ground_, number);
  return play_tournament(field_, dice.chance(), [&](std::span<const Pairing> games) {
    std::vector<referee::GameRecord> records;
    for (const Pairing& game : games) {
      auto record = find(dice, game);
      if (!record) return std::vector<referee::GameRecord>();
      records.push_back(*std::move(record));
    }
    return records;
  });
}

std::map<std::vector<Id>, TournamentDivision::SettledGames> TournamentDivision::settle(
    int repeat) const {
  std::map<std::vector<Id>, SettledGames> settled;
  for (int number = 0; number < repeat; ++number) {
    const TournamentDice dice(ground_, number);
    for (const Stage& stage : tell(number).stages) {
      for (const TournamentGame& game : stage.games) {
        const auto [deal, agents] = key_of(dice, game.pairing);
        settled[agents][deal] = {dice.key(game.pairing), dice.first(game.pairing)};
      }
    }
  }
  return settled;
}

std::optional<Epoch> tournament_epoch(const Store& store) {
  const std::vector<Epoch> epochs = store.all_epochs();
  return epochs.empty() ? std::nullopt : std::optional(epochs.front());
}

std::uint64_t tournament_games(int entrants) {
  std::uint64_t games = 0;
  for (int left = entrants;; left = (left + 1) / 2) {
    games += 4 * table_sizes(left).size();
    if (left <= rules::kMaxSeats) return games;
  }
}

}  // namespace danno::leagues
