#include "leagues/tournament_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <exception>
#include <mutex>
#include <thread>

#include "leagues/fault_files.hpp"
#include "referee/line_up.hpp"
#include "referee/rules/start.hpp"

namespace danno::leagues {
namespace {

constexpr int kMaxVoids = 3;

/// The game's number in the tournament; games of one number are at different tables.
std::uint64_t deal_of(const Pairing& game) {
  return static_cast<std::uint64_t>((game.stage * 2 + game.round) * 2 + game.game);
}

class Player {
 public:
  Player(const League& league, const DivisionSettings& division, const referee::Seed& seed,
         const TournamentSettings& settings)
      : league_(league), division_(division), seed_(seed), settings_(settings) {
    for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
      rules_.emplace_back(*division.definition, seats, division.parameters_for(seats));
    }
  }

  Tournament play() {
    const Chance chance{.shuffle = [this](auto entrants, int stage,
                                          int round) { return shuffled(entrants, stage, round); },
                        .lowest_at_start =
                            [this](const Pairing& game) {
                              referee::DiceStream dice(key_of(game));
                              return rules::roll_for_start(rules_of(game),
                                                           [&](int seat, int round, int count) {
                                                             return dice.start(seat, round, count);
                                                           })
                                  .lowest;
                            },
                        .die =
                            [this](const Pairing& game, int seat, int again) {
                              const rules::Dice thrown =
                                  referee::DiceStream(key_of(game)).start(seat, again, 1);
                              int face = 0;
                              while (thrown.count(face) == 0)
                                ++face;
                              return face + 1;
                            }};
    return play_tournament(static_cast<int>(league_.entrants.size()), chance,
                           [this](std::span<const Pairing> games) { return play_all(games); });
  }

 private:
  const std::string& name_of(int entrant) const {
    return league_.entrants[static_cast<std::size_t>(entrant)].agent.name;
  }
  const rules::RuleSet& rules_of(const Pairing& game) const {
    return rules_[game.seats.size() - 2];
  }

  std::vector<std::string> names_of(const std::vector<int>& entrants) const {
    std::vector<std::string> names;
    for (const int entrant : entrants)
      names.push_back(name_of(entrant));
    return names;
  }

  referee::Key key_of(const Pairing& game) const {
    return referee::deal_key(seed_, division_.definition->id, names_of(game.seats), deal_of(game));
  }

  /// Every entrant draws a ticket of 64 bits, an HMAC of its own; they sit down in their order.
  std::vector<int> shuffled(std::vector<int> entrants, int stage, int round) const {
    const referee::Key key =
        referee::deal_key(seed_, fmt::format("{} seating", division_.definition->id),
                          names_of(entrants), static_cast<std::uint64_t>(stage * 2 + round));
    const auto ticket = [&](int entrant) {
      return std::pair(referee::agent_seed(seed_, key, 0, name_of(entrant), 0), name_of(entrant));
    };
    std::ranges::sort(entrants, {}, ticket);
    return entrants;
  }

  referee::SessionOrder order_for(const Pairing& pairing) const {
    referee::SessionOrder order;
    order.rules = &rules_of(pairing);
    order.limits = league_.limits;
    order.in_flight = 1;
    order.exact_clock = settings_.exact_clock;
    referee::GameOrder& game = order.games.emplace_back();
    game.deal = deal_of(pairing);
    game.key = key_of(pairing);
    for (std::size_t seat = 0; seat < pairing.seats.size(); ++seat) {
      const int entrant = pairing.seats[seat];
      order.agents.push_back(league_.entrants[static_cast<std::size_t>(entrant)].agent);
      game.agent_at[seat] = static_cast<std::uint8_t>(seat);
      game.agent_seeds[seat] =
          referee::agent_seed(seed_, game.key, 0, name_of(entrant), static_cast<int>(seat));
    }
    if (pairing.first) game.first = static_cast<std::uint8_t>(*pairing.first);
    game.advised = league_.advice == referee::Advice::Always ||
                   (league_.advice == referee::Advice::FirstGame && game.deal == 0);
    return order;
  }

  referee::GameRecord play_one(const Pairing& pairing) const {
    const referee::SessionOrder order = order_for(pairing);
    std::string trouble;
    for (int voids = 0; voids < kMaxVoids;) {
      if (referee::stop_requested()) throw TournamentStopped();
      referee::SessionResult result = referee::play_session(order);
      referee::GameResult& game = result.games.front();
      if (game.kind == referee::GameResult::Kind::Played) return std::move(game.record);
      if (game.kind != referee::GameResult::Kind::NotStarted) ++voids;
      trouble = result.trouble;
    }
    throw referee::Broken(fmt::format("stage {}, table {}: a game was void {} times; last: {}",
                                      pairing.stage + 1, pairing.table + 1, kMaxVoids, trouble));
  }

  std::vector<referee::GameRecord> play_all(std::span<const Pairing> games) const {
    std::vector<referee::GameRecord> records(games.size());
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
      try {
        for (std::size_t i = next++; i < games.size(); i = next++)
          records[i] = play_one(games[i]);
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
    for (std::size_t i = 0; i < games.size(); ++i)
      tell(games[i], records[i]);
    return records;
  }

  void tell(const Pairing& pairing, const referee::GameRecord& record) const {
    const referee::DealResult deal{deal_of(pairing), {record}};
    write_fault_files(settings_.faults, division_.definition->id, names_of(pairing.seats),
                      std::span(&deal, 1));
    if (settings_.on_played) settings_.on_played({pairing, record});
  }

  const League& league_;
  const DivisionSettings& division_;
  const referee::Seed& seed_;
  const TournamentSettings& settings_;
  std::vector<rules::RuleSet> rules_;  // by seats, from 2
};

}  // namespace

Tournament play_tournament(const League& league, const DivisionSettings& division,
                           const referee::Seed& seed, const TournamentSettings& settings) {
  return Player(league, division, seed, settings).play();
}

std::uint64_t tournament_games(int entrants) {
  std::uint64_t games = 0;
  for (int left = entrants;; left = (left + 1) / 2) {
    games += 4 * table_sizes(left).size();
    if (left <= rules::kMaxSeats) return games;
  }
}

}  // namespace danno::leagues
