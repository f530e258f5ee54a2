#include "leagues/tournament_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "leagues/play/fault_files.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues {
namespace {

constexpr int kMaxVoids = 3;

/// Plays one division's tournaments, one after the other.
class Player {
 public:
  Player(const League& league, Store& store, const Epoch& epoch, Id conditions,
         const TournamentSettings& settings, TournamentDivision& division)
      : league_(league),
        store_(store),
        epoch_(epoch),
        conditions_(conditions),
        settings_(settings),
        division_(division) {}

  /// False where it was stopped.
  bool play(int number) {
    const TournamentDice dice(division_.ground(), number);
    return play_tournament(
               division_.field(), dice.chance(),
               [&](std::span<const Pairing> games) { return play_or_find(dice, games); })
        .finished;
  }

 private:
  using Records = std::vector<referee::GameRecord>;

  Records play_or_find(const TournamentDice& dice, std::span<const Pairing> games) {
    std::vector<Pairing> missing;
    for (const Pairing& game : games) {
      if (!division_.find(dice, game)) missing.push_back(game);
    }
    const auto played = play_all(dice, missing);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (played[i]) keep(dice, {missing[i], *played[i]});
    }
    Records records;
    for (const Pairing& game : games) {
      auto record = division_.find(dice, game);
      if (!record) return {};  // stopped
      records.push_back(*std::move(record));
    }
    return records;
  }

  std::vector<std::optional<referee::GameRecord>> play_all(const TournamentDice& dice,
                                                           std::span<const Pairing> games) const {
    std::vector<std::optional<referee::GameRecord>> records(games.size());
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
      try {
        for (std::size_t i = next++; i < games.size(); i = next++)
          records[i] = play_one(dice, games[i]);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = games.size();
      }
    };
    std::vector<std::thread> shards;
    for (int i = 0; i < settings_.shards; ++i)
      shards.emplace_back(work);
    for (std::thread& shard : shards)
      shard.join();
    if (failure) std::rethrow_exception(failure);
    return records;
  }

  /// Nothing after request_stop().
  std::optional<referee::GameRecord> play_one(const TournamentDice& dice,
                                              const Pairing& pairing) const {
    const referee::SessionOrder order = order_for(pairing);
    const referee::GameOrder ordered = game_order(dice, pairing);
    std::string trouble;
    for (int voids = 0; voids < kMaxVoids;) {
      if (referee::stop_requested()) return std::nullopt;
      referee::SessionResult result = referee::Session(order).play(std::span(&ordered, 1));
      referee::GameResult& game = result.games.front();
      if (game.kind == referee::GameResult::Kind::Played) return std::move(game.record);
      if (game.kind != referee::GameResult::Kind::NotStarted) ++voids;
      trouble = result.trouble;
    }
    throw referee::Broken(fmt::format("stage {}, table {}: a game was void {} times; last: {}",
                                      pairing.stage + 1, pairing.table + 1, kMaxVoids, trouble));
  }

  const referee::Agent& agent_of(const std::string& name) const {
    const auto found = std::ranges::find_if(
        league_.entrants, [&](const Entrant& entrant) { return entrant.agent.name == name; });
    if (found == league_.entrants.end())
      throw std::runtime_error("league.db: settled with another league file");
    return found->agent;
  }

  referee::SessionOrder order_for(const Pairing& pairing) const {
    const TournamentGround& ground = division_.ground();
    referee::SessionOrder order;
    order.rules = &ground.rules_of(pairing);
    order.limits = league_.limits;
    order.in_flight = 1;
    order.exact_clock = settings_.exact_clock;
    for (const int entrant : pairing.seats)
      order.agents.push_back(agent_of(ground.names[static_cast<std::size_t>(entrant)]));
    return order;
  }

  referee::GameOrder game_order(const TournamentDice& dice, const Pairing& pairing) const {
    const TournamentGround& ground = division_.ground();
    referee::GameOrder game;
    game.deal = dice.deal(pairing);
    game.key = dice.key(pairing);
    for (std::size_t seat = 0; seat < pairing.seats.size(); ++seat) {
      const auto entrant = static_cast<std::size_t>(pairing.seats[seat]);
      game.agent_at[seat] = static_cast<std::uint8_t>(seat);
      game.agent_seeds[seat] = referee::agent_seed(ground.seed, game.key, 0, ground.names[entrant],
                                                   static_cast<int>(seat));
    }
    if (pairing.first) game.first = static_cast<std::uint8_t>(*pairing.first);
    game.advised = league_.advice == referee::Advice::Always ||
                   (league_.advice == referee::Advice::FirstGame && game.deal == 0);
    return game;
  }

  void keep(const TournamentDice& dice, const TournamentGame& game) {
    division_.add(store_, epoch_, conditions_, dice, game);
    const referee::DealResult deal{dice.deal(game.pairing), {game.record}};
    write_fault_files(settings_.faults, division_.ground().definition().id,
                      dice.names(game.pairing.seats), std::span(&deal, 1));
    if (settings_.on_played) settings_.on_played(dice.names(game.pairing.seats), deal);
  }

  const League& league_;
  Store& store_;
  const Epoch& epoch_;
  Id conditions_;
  const TournamentSettings& settings_;
  TournamentDivision& division_;
};

}  // namespace

void play_tournaments(const League& league, Store& store, const TournamentSettings& settings) {
  auto epoch = tournament_epoch(store);
  if (!epoch) epoch = store.current_epoch(league.seed);
  const Id conditions = store.conditions_id(settings.conditions);
  for (TournamentDivision& division : TournamentDivision::read(store, *epoch)) {
    Player player(league, store, *epoch, conditions, settings, division);
    for (int number = 0; number < league.repeat; ++number) {
      if (!player.play(number)) return;
    }
  }
  store.reveal_seeds();
}

}  // namespace danno::leagues
