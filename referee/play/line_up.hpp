// A line-up's deals, each in every seating: sessions, replays of void games, absent agents.
#pragma once

#include <stdexcept>

#include "referee/play/session.hpp"

namespace danno::referee {

/// The same agents in all their seatings, under one rule set.
struct LineUp {
  const rules::RuleSet* rules = nullptr;
  std::vector<Agent> agents;
  Seed seed;
  std::vector<std::string> key_names;  ///< Names with versions, as deal_key takes them; as agents.
  bool mirror = true;
  Advice advice = Advice::Off;
  Limits limits;
  int in_flight = 64;
  bool exact_clock = false;
  bool fresh = false;  ///< Every game has new processes: one is in flight, whatever is said above.
};

/// seating_order(n, deal, k)[seat] = the agent that sits there in seating k of a deal. Two agents:
/// both orders. More: n rotations of a cyclic order that changes from deal to deal, so that over a
/// line-up's deals every agent sits behind every other equally often.
[[nodiscard]] std::vector<int> seating_order(int agents, std::uint64_t deal, int seating);

/// All games of one deal, a seating each.
struct DealResult {
  std::uint64_t deal = 0;
  std::vector<GameRecord> games;
};

/// What became of deals [begin, end).
struct Batch {
  std::vector<DealResult>
      deals;  ///< By rising index; fewer than asked for only after request_stop().
  std::uint8_t never_ready = 0;               ///< Bit a: agent a did not get ready.
  std::vector<std::chrono::nanoseconds> cpu;  ///< By agent.
};

class Seatings;

/// Plays deals. The agents of the line-up that was played last stay, a process for each seating,
/// and play on where more of its deals are asked for. Copies have agents of their own.
class DealPlayer {
 public:
  DealPlayer();
  ~DealPlayer();
  DealPlayer(const DealPlayer& other);
  DealPlayer& operator=(const DealPlayer&) = delete;

  /// Plays deals [begin, end) in all seatings; agents in `absent` (bits) are out from the start.
  /// The line-up stays as it is while it lives. Throws Broken where a deal was void three times.
  Batch operator()(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                   std::uint8_t absent);

 private:
  std::unique_ptr<Seatings> seatings_;
};

/// A DealPlayer's, once.
[[nodiscard]] Batch play_deals(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                               std::uint8_t absent);

/// The harness failed three times at the same deal.
class Broken : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The absent bits after these deals in order, given those before and the faults so far (by agent;
/// updated). Stops after the deal at which the bits change; `used` tells how many deals it took.
struct FaultCount {
  std::uint8_t absent = 0;
  std::size_t used = 0;
};
[[nodiscard]] FaultCount count_faults(const LineUp& line_up, std::span<const DealResult> deals,
                                      std::uint8_t absent, std::span<int> faults);

}  // namespace danno::referee
