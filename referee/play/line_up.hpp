// A line-up's deals, each in every seating: sessions, replays of void games, absent agents.
#pragma once

#include <functional>
#include <stdexcept>

#include "referee/play/session.hpp"

namespace danno::referee::play {

/// A game that is settled by more than its deal: its dice, its agents' seeds, who begins.
struct SetGame {
  record::Key key{};
  std::array<std::uint64_t, rules::kMaxSeats> agent_seeds{};  ///< By seat.
  std::optional<std::uint8_t> first;  ///< The seat that begins; nothing: the start roll decides.
};

/// The same agents in all their seatings, under one rule set.
struct LineUp {
  const rules::RuleSet* rules = nullptr;
  std::vector<talk::Agent> agents;
  record::Seed seed;
  record::Seed agent_secret;  ///< Of the agents' own seeds; empty: they follow from public words.
  std::vector<std::string> key_names;  ///< Names with versions, as deal_key takes them; as agents.
  bool mirror = true;                  ///< A deal's games have the same dice, and advance together.
  Advice advice = Advice::Off;
  talk::Limits limits;
  /// Where a process of some agent plays one game only (talk::Fresh), one deal is in flight, and
  /// one question at a time is open.
  int in_flight = 64;
  bool exact_clock = false;
  /// Every deal is this game, with the agents seated in their order, and no mirror. Nothing: a deal
  /// is played in every seating.
  std::optional<SetGame> set_game = {};
  OnFault on_fault = {};  ///< Empty: nobody is told before the deals are there.
  OnLog on_log = {};      ///< Empty: nobody reads it.
  OnStep on_step = {};    ///< Empty: nobody watches.
};

/// seating_order(n, deal, k)[seat] = the agent that sits there in seating k of a deal. Two agents:
/// both orders. More: n rotations of a cyclic order that changes from deal to deal, so that over a
/// line-up's deals every agent sits behind every other equally often.
[[nodiscard]] std::vector<int> seating_order(int agents, std::uint64_t deal, int seating);

/// The rules as the keys of deals name them. Advice counts as a changed parameter: games with it
/// are other games, and have other dice.
[[nodiscard]] record::KeyRules rules_in_key(const rules::RuleSet& rules, Advice advice);

/// All games of one deal, a seating each.
struct DealResult {
  std::uint64_t deal = 0;
  std::vector<record::GameRecord> games;
};

/// What became of deals [begin, end).
struct Batch {
  /// By rising index; fewer than asked for only after request_stop(), or where `is_last`.
  std::vector<DealResult> deals;
  bool is_last = false;  ///< There are none after them: what is asked for is not played, but there.
  std::uint8_t never_ready = 0;               ///< Bit a: agent a did not get ready.
  std::vector<std::chrono::nanoseconds> cpu;  ///< By agent.
  /// What the harness or the machine failed at; the deals that this made void were played again
  /// with the same dice. An agent that can exhaust the machine can bring it about.
  std::vector<std::string> troubles;
};

/// Plays deals [begin, end) in all seatings; agents in `absent` (bits) are out from the start.
/// Throws Broken if a deal was void three times.
using PlayDeals = std::function<Batch(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                                      std::uint8_t absent)>;

/// Of a player that is not told.
inline constexpr std::size_t kUsualProcesses = 16;
/// A player for one thread, with agents of its own: they stay, as many as `processes` at once, and
/// play on when a line-up with them comes; those used least recently end first. A line-up stays as
/// it is while it is played. Copies share the agents. The machine outlives it.
[[nodiscard]] PlayDeals new_deal_player(std::size_t processes = kUsualProcesses,
                                        sandbox::Machine& machine = sandbox::real_machine());

/// Plays them with agents that end after it.
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

}  // namespace danno::referee::play
