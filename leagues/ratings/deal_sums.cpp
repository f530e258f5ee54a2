// Adds up deals, and encodes the sums as the store keeps them beside each block:
//
//  byte  version (kSumsVersion)
//  seats, deals, games per deal
//  per agent:  places[seats], firsts[seats], points in sixtieths
//  per pair:   half points, ties, squares          (0,1), (0,2), …, (1,2), …
//  products of the agents' scores                   (0,0), (1,0), (1,1), …
//  per kind of fault that occurred: agent, kind, count
//
// Numbers are variable-length integers (numbers.cpp); signed ones are folded.
#include "leagues/ratings/deal_sums.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <functional>
#include <vector>

#include "leagues/ratings/numbers.hpp"
#include "referee/record/agent_set.hpp"

namespace danno::leagues::ratings {

namespace {

using referee::record::GameRecord;

/// Sums of another meaning get another one.
constexpr char kSumsVersion = 1;

using PerAgent = std::array<std::int64_t, rules::kMaxSeats>;

/// Returns whether every agent of the line-up sits in the game once, with a place.
bool is_whole(const GameRecord& game, std::size_t seats) {
  if (game.seats != seats) return false;
  referee::record::AgentSet seated;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (game.agent_at[seat] >= seats || game.places[seat] < 1 || game.places[seat] > seats)
      return false;
    seated.add(game.agent_at[seat]);
  }
  return seated.size() == static_cast<int>(seats) &&
         std::ranges::all_of(game.faults, [&](const referee::record::Fault& fault) {
           return fault.seat >= 0 && static_cast<std::size_t>(fault.seat) < seats;
         });
}

/// Adds a game's places, points and faults; returns the places by agent.
PerAgent count_game(DealSums& sums, const GameRecord& game) {
  PerAgent places{};
  const auto sharing =
      static_cast<std::size_t>(std::ranges::count(std::span(game.places).first(game.seats), 1));
  for (std::size_t seat = 0; seat < game.seats; ++seat) {
    DealSums::Agent& agent = sums.agents[game.agent_at[seat]];
    places[game.agent_at[seat]] = game.places[seat];
    ++agent.places[game.places[seat] - 1U];
    if (game.places[seat] == 1) ++agent.firsts[sharing - 1];
    agent.points_60 += points_60(game, seat);
  }
  for (const referee::record::Fault& fault : game.faults)
    ++sums.faults[{game.agent_at[static_cast<std::size_t>(fault.seat)], fault.kind}];
  return places;
}

/// Adds a deal. Squares and products are of scores in the whole deal, because its games share their
/// dice.
void add_one(DealSums& sums, const referee::play::DealResult& deal) {
  std::array<std::int64_t, DealSums::kPairs> halves{};
  for (const GameRecord& game : deal.games) {
    const PerAgent places = count_game(sums, game);
    for (std::size_t a = 0, pair = 0; a < sums.seats; ++a) {
      for (std::size_t b = a + 1; b < sums.seats; ++b, ++pair) {
        halves[pair] +=
            ratings::half_points(static_cast<int>(places[a]), static_cast<int>(places[b]));
        sums.ties[pair] += places[a] == places[b];
      }
    }
  }
  // y is an agent's half points over even, against all others together.
  PerAgent y{};
  for (std::size_t a = 0, pair = 0; a < sums.seats; ++a) {
    for (std::size_t b = a + 1; b < sums.seats; ++b, ++pair) {
      const std::int64_t over = halves[pair] - sums.games;
      sums.halves[pair] += halves[pair];
      sums.squares[pair] += over * over;
      y[a] += over;
      y[b] -= over;
    }
  }
  for (std::size_t a = 0; a < sums.seats; ++a) {
    for (std::size_t b = 0; b <= a; ++b)
      sums.products[product_at(a, b)] += y[a] * y[b];
  }
  ++sums.deals;
}

/// Calls visit(number) for all numbers of the sums but the faults, in the order of their encoding.
template <class Sums, class Visit>
void for_each_number(Sums& sums, const Visit& visit) {
  for (std::size_t a = 0; a < sums.seats; ++a) {
    for (std::size_t i = 0; i < sums.seats; ++i)
      visit(sums.agents[a].places[i]);
    for (std::size_t i = 0; i < sums.seats; ++i)
      visit(sums.agents[a].firsts[i]);
    visit(sums.agents[a].points_60);
  }
  for (std::size_t pair = 0; pair < pair_count(sums.seats); ++pair) {
    visit(sums.halves[pair]);
    visit(sums.ties[pair]);
    visit(sums.squares[pair]);
  }
  for (std::size_t i = 0; i < pair_count(sums.seats + 1); ++i)
    visit(sums.products[i]);
}

}  // namespace

void rate_deal(Results& results, std::span<const int> agents,
               const referee::play::DealResult& deal) {
  // A game counts for its rated agents only, and only if there are two of them.
  GameList rated;
  for (const GameRecord& game : deal.games) {
    std::vector<int> players;
    std::vector<int> places;
    for (std::size_t seat = 0; seat < game.seats; ++seat) {
      const int agent = agents[game.agent_at[seat]];
      if (agent == kNotRated) continue;
      players.push_back(agent);
      places.push_back(game.places[seat]);
    }
    if (players.size() > 1) rated.add(players, places);
  }
  if (rated.ends.empty()) return;
  std::vector<RankedGame> games;
  for (std::size_t i = 0; i < rated.ends.size(); ++i)
    games.push_back(rated.game(i));
  results.add_deal(games);
}

bool decided_alike(const referee::play::DealResult& deal) {
  return std::ranges::all_of(deal.games, [&](const referee::record::GameRecord& game) {
    return game.events == deal.games.front().events;
  });
}

bool is_advised(referee::play::Advice advice, std::uint64_t deal) {
  return advice == referee::play::Advice::Always ||
         (advice == referee::play::Advice::FirstGame && deal == 0);
}

bool are_alike(std::span<const referee::play::DealResult> deals, std::size_t agents) {
  if (agents < 2 || agents > static_cast<std::size_t>(rules::kMaxSeats)) return false;
  return std::ranges::all_of(deals, [&](const referee::play::DealResult& deal) {
    return !deal.games.empty() && deal.games.size() == deals.front().games.size() &&
           std::ranges::all_of(deal.games,
                               [&](const GameRecord& game) { return is_whole(game, agents); });
  });
}

std::optional<DealSums> sum_deals(std::span<const referee::play::DealResult> deals,
                                  std::size_t agents) {
  if (deals.empty() || !are_alike(deals, agents)) return std::nullopt;
  DealSums sums;
  sums.seats = agents;
  sums.games = static_cast<std::int64_t>(deals.front().games.size());
  for (const referee::play::DealResult& deal : deals)
    add_one(sums, deal);
  return sums;
}

std::string encode_sums(const DealSums& sums) {
  std::string bytes(1, kSumsVersion);
  put_number(bytes, sums.seats);
  put_signed(bytes, sums.deals);
  put_signed(bytes, sums.games);
  for_each_number(sums, [&](std::int64_t number) { put_signed(bytes, number); });
  for (const auto& [whose, count] : sums.faults) {
    put_number(bytes, whose.first);
    put_number(bytes, static_cast<std::uint64_t>(whose.second));
    put_signed(bytes, count);
  }
  return bytes;
}

std::optional<DealSums> decode_sums(std::string_view bytes) {
  if (bytes.empty() || bytes.front() != kSumsVersion) return std::nullopt;
  bytes.remove_prefix(1);
  bool whole = true;
  const auto take = [&] {
    const auto number = take_signed(bytes);
    whole = whole && number;
    return number.value_or(0);
  };
  std::optional<DealSums> decoded(std::in_place);
  DealSums& sums = *decoded;
  // The number of seats sets how many numbers follow, so it is checked before they are read.
  sums.seats = take_number(bytes).value_or(0);
  if (sums.seats < 2 || sums.seats > static_cast<std::size_t>(rules::kMaxSeats))
    return std::nullopt;
  sums.deals = take();
  sums.games = take();
  for_each_number(sums, [&](std::int64_t& number) { number = take(); });
  // Faults fill the rest of the bytes.
  while (whole && !bytes.empty()) {
    const auto agent = take_number(bytes).value_or(sums.seats);
    const auto kind = take_number(bytes).value_or(0);
    if (agent >= sums.seats || kind > UINT8_MAX) return std::nullopt;
    sums.faults[{agent, static_cast<referee::record::FaultKind>(kind)}] = take();
  }
  if (!whole) decoded.reset();
  return decoded;
}

void add_sums(std::span<AgentTally> tallies, std::span<const int> agents, const DealSums& sums) {
  const auto tally_at = [&](std::size_t agent) -> AgentTally& {
    return tallies[static_cast<std::size_t>(agents[agent])];
  };
  const std::int64_t games = sums.deals * sums.games;
  for (std::size_t a = 0; a < sums.seats; ++a) {
    AgentTally& tally = tally_at(a);
    tally.deals += sums.deals;
    tally.games += games;
    tally.pairs += games * static_cast<std::int64_t>(sums.seats - 1);
    tally.points_60 += sums.agents[a].points_60;
    for (std::size_t i = 0; i < sums.seats; ++i) {
      tally.places[i] += sums.agents[a].places[i];
      tally.wins_60 += sums.agents[a].firsts[i] * (60 / static_cast<std::int64_t>(i + 1));
    }
  }
  for (std::size_t a = 0, pair = 0; a < sums.seats; ++a) {
    for (std::size_t b = a + 1; b < sums.seats; ++b, ++pair) {
      tally_at(a).halves += sums.halves[pair];
      tally_at(b).halves += 2 * games - sums.halves[pair];
    }
  }
  for (const auto& [whose, count] : sums.faults) {
    AgentTally& tally = tally_at(whose.first);
    tally.faults[whose.second] += count;
    for (std::size_t other = 0; other < sums.seats; ++other) {
      if (other != whose.first) tally.faults_against[agents[other]] += count;
    }
  }
}

void DealSums::add(const DealSums& more) {
  assert(seats == more.seats && games == more.games);
  const auto sum = [](auto& own, const auto& other) {
    std::ranges::transform(own, other, own.begin(), std::plus());
  };
  deals += more.deals;
  for (std::size_t agent = 0; agent < seats; ++agent) {
    sum(agents[agent].places, more.agents[agent].places);
    sum(agents[agent].firsts, more.agents[agent].firsts);
    agents[agent].points_60 += more.agents[agent].points_60;
  }
  sum(halves, more.halves);
  sum(ties, more.ties);
  sum(squares, more.squares);
  sum(products, more.products);
  for (const auto& [fault, count] : more.faults)
    faults[fault] += count;
}

void rate_sums(Results& results, std::span<const int> agents, const DealSums& sums) {
  std::array<std::int64_t, rules::kMaxSeats * rules::kMaxSeats> firsts{};
  for (std::size_t a = 0; a < sums.seats; ++a)
    std::copy_n(sums.agents[a].firsts.begin(), sums.seats, firsts.begin() + a * sums.seats);
  // Sums count half points, and results count in units of kPairWin.
  constexpr Int128 kHalf = ratings::kPairWin / 2;
  std::array<PairScore, DealSums::kPairs> scores{};
  std::array<Int128, DealSums::kPairs> squares{};
  std::array<Int128, DealSums::kProducts> products{};
  for (std::size_t pair = 0; pair < pair_count(sums.seats); ++pair) {
    scores[pair] = sums.halves[pair] * (ratings::kPairWin / 2);
    squares[pair] = sums.squares[pair] * kHalf * kHalf;
  }
  for (std::size_t i = 0; i < pair_count(sums.seats + 1); ++i)
    products[i] = sums.products[i] * kHalf * kHalf;
  results.add_deals({.players = agents,
                     .deals = sums.deals,
                     .games = sums.games,
                     .firsts = std::span(firsts).first(sums.seats * sums.seats),
                     .scores = std::span(scores).first(pair_count(sums.seats)),
                     .ties = std::span(sums.ties).first(pair_count(sums.seats)),
                     .squares = std::span(squares).first(pair_count(sums.seats)),
                     .products = std::span(products).first(pair_count(sums.seats + 1))});
}

}  // namespace danno::leagues::ratings
