// Adds up scores and luck of deals, and encodes the sums for the store:
//
//  games per deal
//  per half of the deals (even, odd numbers):
//    deals, sums[2 · pairs], products[…]            scores first, then lucks
//  per agent:  own luck, its squares
//
// Sums are folded variable-length integers, products and squares are wide ones (numbers.cpp).
#include "leagues/ratings/luck_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/numbers.hpp"
#include "leagues/ratings/score_sheet.hpp"

namespace danno::leagues::ratings {
namespace {

using ratings::Int128;

/// own[a][b] of the games of a deal, in units of kPairWin.
using OwnLuck = std::array<std::array<std::int64_t, rules::kMaxSeats>, rules::kMaxSeats>;

/// Returns the luck of each agent against each other, rounded per game, so that sums are exact
/// integers.
OwnLuck luck_of_deal(std::span<const GameLuck> games, std::size_t seats) {
  OwnLuck own{};
  for (const GameLuck& game : games) {
    for (std::size_t a = 0; a < seats; ++a) {
      for (std::size_t b = 0; b < seats; ++b)
        own[a][b] += std::llround(game.own[a][b] * static_cast<double>(ratings::kPairWin));
    }
  }
  return own;
}

/// Returns the numbers of a deal in the order of LuckSums::Half.
std::vector<std::int64_t> deal_numbers(const referee::play::DealResult& deal, const OwnLuck& luck,
                                       std::size_t seats) {
  const std::size_t pairs = pair_count(seats);
  std::vector<std::int64_t> numbers(2 * pairs);
  for (const referee::record::GameRecord& game : deal.games) {
    std::array<int, rules::kMaxSeats> places{};  // by agent
    for (std::size_t seat = 0; seat < seats; ++seat)
      places[game.agent_at[seat]] = game.places[seat];
    for (std::size_t a = 0, pair = 0; a < seats; ++a) {
      for (std::size_t b = a + 1; b < seats; ++b, ++pair)
        numbers[pair] += ratings::half_points(places[a], places[b]) - 1;
    }
  }
  // The luck of a pair is that of the first less that of the second.
  for (std::size_t a = 0, pair = pairs; a < seats; ++a) {
    for (std::size_t b = a + 1; b < seats; ++b, ++pair)
      numbers[pair] = luck[a][b] - luck[b][a];
  }
  return numbers;
}

/// Adds a deal's numbers and all products of two of them.
void add_deal(LuckSums::Half& half, std::span<const std::int64_t> numbers) {
  ++half.deals;
  for (std::size_t i = 0, product = 0; i < numbers.size(); ++i) {
    half.sums[i] += numbers[i];
    for (std::size_t j = 0; j <= i; ++j, ++product)
      half.products[product] += Int128{numbers[i]} * numbers[j];
  }
}

template <class Sums, class Other, class Visit>
/// Calls visit for each element with its counterpart.
void for_each_two(Sums& sums, Other& other, const Visit& visit) {
  for (std::size_t i = 0; i < sums.size(); ++i)
    visit(sums[i], other[i]);
}

/// Calls narrow(number) or wide(number) for all but the size, in the order of their encoding.
template <class Sums, class Narrow, class Wide>
void for_each_number(Sums& sums, const Narrow& narrow, const Wide& wide) {
  narrow(sums.games);
  for (auto& half : sums.halves) {
    narrow(half.deals);
    for (auto& sum : half.sums)
      narrow(sum);
    for (auto& product : half.products)
      wide(product);
  }
  for (auto& own : sums.own) {
    narrow(own.sum);
    wide(own.squares);
  }
}

}  // namespace

LuckSums::LuckSums(std::size_t agents) : seats(agents), own(agents) {
  for (Half& half : halves) {
    half.sums.resize(2 * pair_count(agents));
    half.products.resize(pair_count(half.sums.size() + 1));
  }
}

void LuckSums::add(const LuckSums& more) {
  if (more.games == 0) return;
  if (games == 0) games = more.games;
  if (seats != more.seats || games != more.games) {
    throw std::runtime_error(
        fmt::format("a line-up's deals have {} games and {} games: 'danno "
                    "league verify' says what is wrong with them",
                    games, more.games));
  }
  const auto plus = [](auto& sum, const auto& number) { sum += number; };
  for_each_two(halves, more.halves, [&](Half& half, const Half& other) {
    half.deals += other.deals;
    for_each_two(half.sums, other.sums, plus);
    for_each_two(half.products, other.products, plus);
  });
  for_each_two(own, more.own, [](Own& one, const Own& other) {
    one.sum += other.sum;
    one.squares += other.squares;
  });
}

std::optional<LuckSums> sum_luck(std::span<const referee::play::DealResult> deals,
                                 std::span<const GameLuck> lucks, std::size_t agents) {
  if (!are_alike(deals, agents)) return std::nullopt;
  LuckSums sums(agents);
  for (const referee::play::DealResult& deal : deals) {
    const OwnLuck luck = luck_of_deal(lucks.first(deal.games.size()), agents);
    // `lucks` has one entry for each game, in the order of the deals.
    lucks = lucks.subspan(deal.games.size());
    sums.games = static_cast<std::int64_t>(deal.games.size());
    add_deal(sums.halves[deal.deal % 2], deal_numbers(deal, luck, agents));
    for (std::size_t a = 0; a < agents; ++a) {
      const auto own = std::accumulate(luck[a].begin(), luck[a].end(), std::int64_t{0});
      sums.own[a].sum += own;
      sums.own[a].squares += Int128{own} * own;
    }
  }
  return sums;
}

std::string encode_luck(const LuckSums& sums) {
  std::string bytes;
  for_each_number(
      sums, [&](std::int64_t number) { put_signed(bytes, number); },
      [&](Int128 number) { put_wide(bytes, number); });
  return bytes;
}

std::optional<LuckSums> decode_luck(std::string_view bytes, std::size_t agents) {
  LuckSums sums(agents);
  bool whole = true;
  const auto read = [&whole](auto& number, const auto& taken) {
    whole = whole && taken;
    number = taken.value_or(0);
  };
  for_each_number(
      sums, [&](std::int64_t& number) { read(number, take_signed(bytes)); },
      [&](Int128& number) { read(number, take_wide(bytes)); });
  return whole && bytes.empty() ? std::optional(sums) : std::nullopt;
}

}  // namespace danno::leagues::ratings
