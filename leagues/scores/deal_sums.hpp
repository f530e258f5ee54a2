// The exact sums of some deals of one line-up: all that a table and its ratings need of them,
// unless the model needs the games or the luck is taken out.
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
#include "leagues/scores/tally.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::scores {

/// Of deals that have the same number of games, all agents at the table in each.
struct DealSums {
  static constexpr std::size_t kPairs = rules::kMaxSeats * (rules::kMaxSeats - 1) / 2;
  static constexpr std::size_t kProducts = rules::kMaxSeats * (rules::kMaxSeats + 1) / 2;

  struct Agent {
    std::array<std::int64_t, rules::kMaxSeats> places{};  ///< Games at place i + 1.
    /// Games in which it and i others shared the first place.
    std::array<std::int64_t, rules::kMaxSeats> firsts{};
    std::int64_t points_60 = 0;
    bool operator==(const Agent&) const = default;
  };

  std::size_t seats = 0;
  std::int64_t deals = 0;
  std::int64_t games = 0;                        ///< In each.
  std::array<Agent, rules::kMaxSeats> agents{};  ///< By index in the line-up.
  /// By pair of agents, (0,1), (0,2), …, (1,2), …: half points of the first against the second.
  std::array<std::int64_t, kPairs> halves{};
  /// Games in which both shared a place.
  std::array<std::int64_t, kPairs> ties{};
  /// Half points of a pair in a deal less one a game, squared, over deals.
  std::array<std::int64_t, kPairs> squares{};
  /// The same of an agent against all others times that of another, over deals: (0,0), (1,0),
  /// (1,1), …
  std::array<std::int64_t, kProducts> products{};
  std::map<std::pair<std::size_t, referee::record::FaultKind>, std::int64_t> faults;

  bool operator==(const DealSums&) const = default;
};

/// Whether they can be summed: as many games each, all of the so many agents at the table.
[[nodiscard]] bool are_alike(std::span<const referee::play::DealResult> deals, std::size_t agents);

/// Nothing if they cannot be summed, or there are none.
[[nodiscard]] std::optional<DealSums> sum_deals(std::span<const referee::play::DealResult> deals,
                                                std::size_t agents);

/// The same where the line-up stands in another order: its agent i was agent order[i].
[[nodiscard]] DealSums reordered(const DealSums& sums, std::span<const std::size_t> order);

/// Few bytes; the first is the version of what the sums mean.
[[nodiscard]] std::string encode_sums(const DealSums& sums);
/// Nothing if they are none, or of another version.
[[nodiscard]] std::optional<DealSums> decode_sums(std::string_view bytes);

/// As add_deal() and rate_deal() of every deal. For rate_sums() all agents are rated.
void add_sums(std::span<AgentTally> tallies, std::span<const int> agents, const DealSums& sums);
void rate_sums(ratings::Results& results, std::span<const int> agents, const DealSums& sums);

}  // namespace danno::leagues::scores
