// The heart: one seating of a line-up. One process an agent, up to K games in flight, one thread.
//
// A session starts the agents, plays the games it is given, and ends the agents. It is an event
// loop: drain every readable agent, advance its games, flush each agent once, sleep in poll until
// the nearest deadline. What an agent does wrong becomes a Fault of a game; what goes wrong on our
// side makes games void, never lost.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/record/dice_stream.hpp"
#include "referee/fault.hpp"
#include "referee/sandbox/launcher.hpp"
#include "referee/record/record.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::referee {

/// A program that plays, and what tables call it.
struct Agent {
  std::string name;
  std::vector<std::string> command;
  std::filesystem::path folder;
};

/// What agents are held to. Times are thinking time; see docs/protocol.md for how it is measured.
struct Limits {
  std::chrono::milliseconds answer{100};
  std::chrono::milliseconds start{5000};
  int memory_mb = 256;
  int max_faults = 10;  ///< Of one agent in one line-up; then the rest is forfeited.
  Isolation isolation = Isolation::Strict;
  /// Agents are stopped while they owe no answer. Nothing said: with the exact clock and an answer
  /// limit of kLeastFreeze, beside which the cost of stopping (50 us a turn) is nothing.
  std::optional<bool> freeze;
  static constexpr std::chrono::milliseconds kLeastFreeze{10};

  [[nodiscard]] bool freezes(bool exact_clock) const {
    return freeze.value_or(exact_clock && answer >= kLeastFreeze);
  }
};

enum class Advice { Off, FirstGame, Always };

/// A game to be played.
struct GameOrder {
  std::uint64_t deal = 0;  ///< Index in the line-up.
  Key key{};
  std::array<std::uint8_t, rules::kMaxSeats>
      agent_at{};  ///< By seat: index into SessionOrder::agents.
  std::array<std::uint64_t, rules::kMaxSeats> agent_seeds{};  ///< By seat.
  std::uint8_t absent = 0;  ///< Bit s: seat s is out from the start.
  /// The seat that begins; nothing: the start roll decides.
  std::optional<std::uint8_t> first;
  bool advised = false;
};

struct SessionOrder {
  const rules::RuleSet* rules = nullptr;
  std::vector<Agent> agents;  ///< As many as the rule set has seats.
  std::uint8_t seating = 0;
  Limits limits;
  int in_flight = 64;  ///< At most 1024; an agent's own limit (Ready.games) may be lower.
  bool exact_clock =
      false;  ///< Wall time of each answer (one game in flight by request), else CPU time.
};

/// How a game ended.
struct GameResult {
  enum class Kind {
    Played,
    Void,          ///< The harness failed: to be played again.
    Unattributed,  ///< An agent's process ended with other games open: to be played again, one in
                   ///< flight.
    NotStarted,    ///< The session was over before it.
  };
  Kind kind = Kind::NotStarted;
  GameRecord record;  ///< If Played.
};

struct SessionResult {
  std::vector<GameResult> games;  ///< As ordered.
  std::string trouble;            ///< What the harness failed at, if a game is Void.
  /// Bit a: agent a did not get ready; its games from then on are forfeited.
  std::uint8_t never_ready = 0;
  /// Of the agents' processes since the result before.
  std::array<std::chrono::nanoseconds, rules::kMaxSeats> cpu{};
  std::uint64_t decisions = 0;
};

class Session {
 public:
  explicit Session(const SessionOrder& order);
  /// Says goodbye to the agents and ends them.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Plays these games; agents that are there from earlier calls play on. Throws only where the
  /// referee itself cannot go on.
  [[nodiscard]] SessionResult play(std::span<const GameOrder> games);
  /// It plays no more games: they are NotStarted.
  [[nodiscard]] bool over() const;

 private:
  class Player;
  std::unique_ptr<Player> player_;
};

/// Ends every running session of this process soon; their unfinished games are NotStarted.
void request_stop();
[[nodiscard]] bool stop_requested();

}  // namespace danno::referee
