#include "leagues/schedule/tournament/store.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "leagues/schedule/author_limit.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::schedule::tournament {

namespace {

/// Returns how the seats' throws for the first turn come out.
rules::Start start_roll(const rules::RuleSet& rules, const referee::record::Key& key) {
  referee::record::DiceStream dice(key);
  return rules::roll_for_start(
      rules, [&](int seat, int round, int count) { return dice.start(seat, round, count); });
}

/// Returns the face, from 1, that a seat throws for the start of a second game.
int thrown_face(const referee::record::Key& key, int seat, int again) {
  const rules::Dice thrown = referee::record::DiceStream(key).start(seat, again, 1);
  int face = 0;
  while (thrown.count(face) == 0)
    ++face;
  return face + 1;
}

/// Counts rounds over all tournaments.
std::uint64_t round_number(std::size_t entrants, int number, int stage, int round) {
  const auto of = [](int value) { return static_cast<std::uint64_t>(value); };
  // Each stage has two rounds, and each tournament room for the most stages.
  return (of(number) * of(most_stages(static_cast<int>(entrants))) + of(stage)) * 2 + of(round);
}

}  // namespace

std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game) {
  // Each round has two games.
  return round_number(entrants, number, game.stage, game.round) * 2 +
         static_cast<std::uint64_t>(game.game);
}

Chance TournamentDice::chance() const {
  return {.shuffle = [this](std::vector<int> entrants, int stage,
                            int round) { return shuffled(std::move(entrants), stage, round); },
          .lowest_at_start =
              [this](const PlannedGame& game) {
                return start_roll(ground_.game_rules(game), key(game)).lowest;
              },
          .die = [this](const PlannedGame& game, int seat,
                        int again) { return thrown_face(key(game), seat, again); }};
}

std::uint64_t TournamentDice::deal(const PlannedGame& game) const {
  return deal_number(ground_.names.size(), number_, game);
}

referee::record::Key TournamentDice::key(const PlannedGame& game) const {
  return referee::record::deal_key(ground_.seed, ground_.rules_in_key(game), names(game.seats),
                                   deal(game));
}

std::uint64_t TournamentDice::agent_seed(const PlannedGame& game, int seat) const {
  const std::vector<std::string> seated = names(game.seats);
  // Agents learn their seeds, which therefore come from another secret than the dice.
  const referee::record::Key own = referee::record::deal_key(
      ground_.agent_secret, ground_.rules_in_key(game), seated, deal(game));
  return referee::record::agent_seed(ground_.agent_secret, own, 0,
                                     seated[static_cast<std::size_t>(seat)], seat);
}

std::vector<std::string> TournamentDice::names(const std::vector<int>& entrants) const {
  std::vector<std::string> names;
  for (const int entrant : entrants)
    names.push_back(ground_.names[static_cast<std::size_t>(entrant)]);
  return names;
}

int TournamentDice::first(const PlannedGame& game) const {
  return game.first ? *game.first : start_roll(ground_.game_rules(game), key(game)).first;
}

/// Returns the entrants in a drawn order: each has a ticket of 64 bits, an HMAC of its own, and
/// they are sorted by ticket.
std::vector<int> TournamentDice::shuffled(std::vector<int> entrants, int stage, int round) const {
  const referee::record::Key key = referee::record::seating_key(
      ground_.seed, {std::string(ground_.definition().id)}, names(entrants),
      round_number(ground_.names.size(), number_, stage, round));
  const auto ticket = [&](int entrant) {
    const std::string& name = ground_.names[static_cast<std::size_t>(entrant)];
    return std::pair(referee::record::agent_seed(ground_.seed, key, 0, name, 0), name);
  };
  std::ranges::sort(entrants, {}, ticket);
  return entrants;
}

std::vector<TournamentDivision> TournamentDivision::read(const store::Reader& store,
                                                         const store::Epoch& epoch) {
  const store::StoredLeague league = store.league();
  std::vector<TournamentDivision> all;
  for (const store::StoredDivision& table : league.divisions) {
    // The store has a division for each number of seats; those of one rule set are one tournament.
    if (all.empty() || &all.back().ground_.definition() != table.definition) {
      TournamentDivision& division = all.emplace_back();
      division.ground_.seed = {epoch.seed};
      division.ground_.agent_secret = {epoch.agent_secret};
      division.ground_.advice = table.advice;
      for (const store::StoredAgent& agent : league.agents) {
        division.agents_.push_back(agent.id);
        division.ground_.names.push_back(agent.shown_name());
      }
      division.field_.entrants = static_cast<int>(league.agents.size());
      if (league.settings.value("apart", false))
        division.field_.authors = schedule::number_authors(league);
    }
    TournamentDivision& division = all.back();
    division.ground_.rules.emplace_back(*table.definition, table.seats, table.parameters);
    division.tables_.push_back(table);
    const auto keep = [&](const store::StoredLineUp& line_up,
                          const referee::play::DealResult& deal) {
      division.games_.emplace(GameKey(deal.deal, line_up.agents), deal.games.at(0));
    };
    division.records_.push_back(store.visit_deals(table, keep));
  }
  return all;
}

TournamentDivision::GameKey TournamentDivision::game_key(const TournamentDice& dice,
                                                         const PlannedGame& game) const {
  GameKey key{dice.deal(game), {}};
  for (const int entrant : game.seats)
    key.second.push_back(agents_[static_cast<std::size_t>(entrant)]);
  return key;
}

std::optional<referee::record::GameRecord> TournamentDivision::find(const TournamentDice& dice,
                                                                    const PlannedGame& game) const {
  const auto found = games_.find(game_key(dice, game));
  return found == games_.end() ? std::nullopt : std::optional(found->second);
}

store::StoredLineUp TournamentDivision::plan(store::Store& store, const TournamentDice& dice,
                                             const PlannedGame& game) const {
  const auto [deal, agents] = game_key(dice, game);
  // Places order the line-ups by deal, then by table.
  const auto tables =
      static_cast<std::uint64_t>(field_.entrants);  // more than the tables of a round
  const std::uint64_t place = deal * tables + static_cast<std::uint64_t>(game.table);
  return store.plan_table(tables_[game.seats.size() - 2], agents, deal, place);
}

void TournamentDivision::add(std::uint64_t deal, const std::vector<store::Id>& agents,
                             const referee::record::GameRecord& record) {
  games_.emplace(GameKey(deal, agents), record);
}

Tournament TournamentDivision::replay(int number) const {
  const TournamentDice dice(ground_, number);
  return play_tournament(field_, dice.chance(), [&](std::span<const PlannedGame> games) {
    std::vector<referee::record::GameRecord> records;
    for (const PlannedGame& game : games) {
      auto record = find(dice, game);
      // The draw of the next round depends on every result of this one, so the replay ends here.
      if (!record) return std::vector<referee::record::GameRecord>();
      records.push_back(*std::move(record));
    }
    return records;
  });
}

std::map<std::vector<store::Id>, schedule::FixedGames> TournamentDivision::settle(
    int repeat) const {
  std::map<std::vector<store::Id>, schedule::FixedGames> settled;
  for (int number = 0; number < repeat; ++number) {
    const TournamentDice dice(ground_, number);
    const auto add = [&](const PlannedGame& game) {
      const auto [deal, agents] = game_key(dice, game);
      settled[agents][deal] = {dice.key(game), dice.first(game)};
    };
    const Tournament tournament = replay(number);
    for (const Stage& stage : tournament.stages) {
      for (const TournamentGame& game : stage.games)
        add(game.planned);
    }
    for (const PlannedGame& game : tournament.next)
      add(game);
    // Tournaments follow one another.
    if (!tournament.finished) break;
  }
  return settled;
}

std::optional<store::Epoch> tournament_epoch(const store::Reader& store) {
  const std::vector<store::Epoch> epochs = store.all_epochs();
  return epochs.empty() ? std::nullopt : std::optional(epochs.front());
}

int repeat_count(const store::StoredLeague& league) { return league.settings.value("repeat", 1); }

std::uint64_t tournament_games(int entrants) {
  std::uint64_t games = 0;
  for (int left = entrants;; left = (left + 1) / 2) {
    // A stage has two rounds of two games at each table, and half of its agents advance.
    games += 4 * table_sizes(left).size();
    if (left <= rules::kMaxSeats) return games;
  }
}

std::uint64_t planned_game_count(const store::StoredLeague& league) {
  return static_cast<std::uint64_t>(repeat_count(league)) *
         tournament_games(static_cast<int>(league.agents.size()));
}

bool are_finished(std::span<const TournamentDivision> divisions, int repeat) {
  for (const TournamentDivision& division : divisions) {
    for (int number = 0; number < repeat; ++number) {
      if (!division.replay(number).finished) return false;
    }
  }
  return true;
}

std::vector<TournamentDivision> read_divisions(const store::Reader& store) {
  const auto epoch = tournament_epoch(store);
  if (!epoch) return {};
  return TournamentDivision::read(store, *epoch);
}

}  // namespace danno::leagues::schedule::tournament
