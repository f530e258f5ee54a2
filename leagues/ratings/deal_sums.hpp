// The exact sums of some deals of one line-up. A table and its ratings need nothing else of them,
// unless the model needs the games or luck is removed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "leagues/ratings/results.hpp"
#include "leagues/ratings/tally.hpp"
#include "referee/play/deal_result.hpp"

namespace danno::leagues::ratings {

/// The number of an agent that is left out, as if the others had played without it.
inline constexpr int kNotRated = -1;

/// Adds a deal of `agents`, which are the line-up's as numbers in `results` or kNotRated.
void rate_deal(Results& results, std::span<const int> agents,
               const referee::play::DealResult& deal);

/// Returns whether all games of a deal were equal: the same dice and the same decisions.
[[nodiscard]] bool decided_alike(const referee::play::DealResult& deal);

/// Returns whether the games of a deal were played with advice, and so are not rated.
[[nodiscard]] bool is_advised(referee::play::Advice advice, std::uint64_t deal);

/// Sums of deals that have the same number of games, each with all agents at the table.
struct DealSums {
  static constexpr std::size_t kPairs = rules::kMaxSeats * (rules::kMaxSeats - 1) / 2;
  static constexpr std::size_t kProducts = rules::kMaxSeats * (rules::kMaxSeats + 1) / 2;

  struct Agent {
    std::array<std::int64_t, rules::kMaxSeats> places{};  ///< Number of games at place i + 1.
    /// Number of games in which it shared the first place with i others.
    std::array<std::int64_t, rules::kMaxSeats> firsts{};
    std::int64_t points_60 = 0;
    bool operator==(const Agent&) const = default;
  };

  std::size_t seats = 0;
  std::int64_t deals = 0;
  std::int64_t games = 0;                        ///< The number of games in each deal.
  std::array<Agent, rules::kMaxSeats> agents{};  ///< Indexed as in the line-up.
  /// Half points of the first against the second, by pair of agents: (0,1), (0,2), …, (1,2), …
  std::array<std::int64_t, kPairs> halves{};
  /// Number of games in which both shared a place, by pair.
  std::array<std::int64_t, kPairs> ties{};
  /// Squares of (half points of a pair in a deal minus one per game), summed over deals.
  std::array<std::int64_t, kPairs> squares{};
  /// The same difference of one agent against all others times that of another agent, summed over
  /// deals: (0,0), (1,0), (1,1), …
  std::array<std::int64_t, kProducts> products{};
  std::map<std::pair<std::size_t, referee::record::FaultKind>, std::int64_t> faults;

  /// Adds deals of the same line-up with equally many games.
  void add(const DealSums& more);
  bool operator==(const DealSums&) const = default;
};

/// Returns whether the deals can be summed: equally many games, each with all `agents` agents.
[[nodiscard]] bool are_alike(std::span<const referee::play::DealResult> deals, std::size_t agents);

/// Returns nullopt if the deals cannot be summed or there are none.
[[nodiscard]] std::optional<DealSums> sum_deals(std::span<const referee::play::DealResult> deals,
                                                std::size_t agents);

/// Encodes the sums in few bytes; the first byte is the version of their meaning.
[[nodiscard]] std::string encode_sums(const DealSums& sums);
/// Decodes sums; nullopt if the bytes are none or of another version.
[[nodiscard]] std::optional<DealSums> decode_sums(std::string_view bytes);

/// These have the same effect as add_deal() and rate_deal() for every deal. rate_sums() requires
/// that all agents are rated.
void add_sums(std::span<AgentTally> tallies, std::span<const int> agents, const DealSums& sums);
void rate_sums(Results& results, std::span<const int> agents, const DealSums& sums);

}  // namespace danno::leagues::ratings
