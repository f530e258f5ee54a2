// Mirrored deals at tables whose true strengths are known.
//
// A game is a race of strength plus Gumbel luck, so placements follow Plackett-Luce exactly and
// every pair Bradley-Terry. In a mirrored deal each seat's luck is shared by the rotations to a
// given part (a Gaussian copula: single games keep their distribution).
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "leagues/ratings/luck_sums.hpp"
#include "leagues/ratings/results.hpp"

namespace danno::leagues {

/// The standard fixes the generator but not its distributions: these are ours, so that a seed
/// means the same everywhere.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  double uniform();  ///< In (0, 1).
  double normal();
  std::size_t below(std::size_t n);

 private:
  std::mt19937_64 random_;
};

/// The share of luck that the tables of a mirrored deal have in common.
inline constexpr double kSharedLuck = 0.7;

/// One game, by seat.
struct TableResult {
  std::vector<std::size_t> players;  ///< Indices into the strengths.
  std::vector<int> places;
  std::vector<double> luck;  ///< Standard normal.
};

/// A deal in every rotation of agents of these strengths, in nats of Bradley-Terry.
std::vector<TableResult> mirrored_tables(std::span<const double> strengths, double shared_luck,
                                         Chance& chance);

/// The games of a deal, by agent number.
struct MirroredDeal {
  std::vector<int> agents;
  std::vector<std::vector<int>> players;         ///< By game and seat.
  std::vector<std::vector<int>> places;          ///< By game, as `players`.
  std::vector<std::vector<double>> normal_luck;  ///< By game, as `players`: standard normal.
  /// The known luck of the first agent of each pair against the second, over all games, in winning
  /// chance. Empty if none is known.
  std::vector<double> luck;
};

/// The same for agents whose strengths go by their numbers.
MirroredDeal mirrored_deal(const std::vector<int>& agents, std::span<const double> strengths,
                           double shared_luck, Chance& chance);

/// Sets the deal's `luck`: by what is known of the luck of each seat. `share` of its variance is
/// known, in (0, 1). Like a solved value, which is asked where the game stands, it knows how the
/// strengths have shown. Its mean is 0 whatever they are.
void know_luck(MirroredDeal& deal, std::span<const double> strengths, double share, Chance& chance);

void add_deal(ratings::Results& results, const MirroredDeal& deal);

/// Adds a deal whose luck is known to those of its line-up.
void add_deal(ratings::LuckSums& sums, const MirroredDeal& deal);

}  // namespace danno::leagues
