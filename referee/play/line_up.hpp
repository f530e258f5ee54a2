// Plays a line-up's deals, each in every seating: sessions, replays of void games, absent agents.
#pragma once

#include <functional>
#include <stdexcept>

#include "referee/play/session.hpp"
#include "referee/record/agent_set.hpp"

namespace danno::referee::play {

/// A game that fixes more than its deal: its dice, its agents' seeds, and who begins.
struct FixedGame {
  record::Key key{};
  std::array<std::uint64_t, rules::kMaxSeats> agent_seeds{};  ///< Indexed by seat.
  std::optional<std::uint8_t> first;  ///< The seat that begins; if unset, the start roll decides.
};

/// The same agents in all their seatings, under one rule set.
struct LineUp : PlayOptions {
  record::Seed seed;
  /// Secret from which the agents' own seeds are derived; if empty, public data are used.
  record::Seed agent_secret;
  /// The names for deal_key(), with versions, in the order of `agents`.
  std::vector<std::string> key_names;
  bool mirror = true;  ///< A deal's games have the same dice, and advance together.
  Advice advice = Advice::Off;
  /// If set, every deal is this game, with the agents seated in order and without mirroring. If
  /// unset, each deal is played in every seating.
  std::optional<FixedGame> fixed_game = {};
};

/// Returns the seats of seating `seating` of a deal: result[seat] is the index of the agent that
/// sits there. Two agents play both orders. More agents play n rotations of a cyclic order that
/// changes from deal to deal, so that over a line-up's deals each agent sits behind every other
/// equally often.
[[nodiscard]] std::vector<int> seating_order(int agents, std::uint64_t deal, int seating);

/// Returns the names of the agents as people see them.
[[nodiscard]] std::vector<std::string> agent_names(const LineUp& line_up);

/// Returns the rules as the keys of deals name them. Advice counts as a changed parameter, so
/// advised games have different dice.
[[nodiscard]] record::KeyRules rules_in_key(const rules::RuleSet& rules, Advice advice);

/// The result of playing deals [begin, end).
struct Batch {
  /// Sorted by index, without a gap. Fewer than requested, but at least one, if they take longer
  /// than a batch should; fewer or none after request_stop().
  std::vector<DealResult> deals;
  record::AgentSet never_ready = {};     ///< Agents that did not get ready.
  std::vector<protocol::Effort> effort;  ///< Indexed by agent.
  /// Failures of the harness or the machine. The deals that became void because of them were played
  /// again with the same dice. An agent that exhausts the machine can cause such a failure.
  std::vector<std::string> troubles;
};

/// Plays deals [begin, end) in all seatings; the agents in `absent` are out from the start.
/// Throws RepeatedHarnessError if a deal was void three times.
using PlayDeals = std::function<Batch(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                                      record::AgentSet absent)>;

/// The default number of processes for a player.
inline constexpr std::size_t kUsualProcesses = 16;
/// Returns a player for one thread, with agents of its own. At most `processes` agent processes
/// live at once; they stay for later line-ups, and the least recently used end first. A line-up
/// must not change while it is played. Copies share the agents. The machine must outlive it.
/// After kBatchTime it begins no deal any more. Slow agents have few deals in flight, so that some
/// are done by then.
[[nodiscard]] PlayDeals new_deal_player(std::size_t processes = kUsualProcesses,
                                        sandbox::Machine& machine = sandbox::real_machine());
/// Returns such players for so many threads that share the `processes`. An agent that one of them
/// has no more use for may play for another one next.
[[nodiscard]] std::vector<PlayDeals> new_deal_players(
    std::size_t threads, std::size_t processes,
    sandbox::Machine& machine = sandbox::real_machine());
/// The time that a batch should take: long compared with process starts, but short to wait for.
inline constexpr std::chrono::milliseconds kBatchTime{2000};

/// Plays all these deals with agents that end afterwards.
[[nodiscard]] Batch play_deals(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                               record::AgentSet absent = {});

/// Thrown if the harness failed three times at the same deal.
class RepeatedHarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Counts the faults of deals in their order, up to the first deal at which the absent agents
/// change. `absent` holds those before the first deal; `faults` holds each agent's count and is
/// updated.
struct FaultCount {
  record::AgentSet absent = {};
  std::size_t used = 0;
};
[[nodiscard]] FaultCount count_faults(const LineUp& line_up, std::span<const DealResult> deals,
                                      record::AgentSet absent, std::span<int> faults);

}  // namespace danno::referee::play
