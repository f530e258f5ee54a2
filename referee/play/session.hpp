// The heart: the games of a line-up. One process an agent, up to K games in flight, one thread.
//
// A session starts the agents, or goes on with those that are idle, plays the games it is given,
// and ends the agents, or leaves them for the next session. It is an event loop: drain every
// readable agent, advance its games, flush each agent once, sleep in poll until the nearest
// deadline. The games of a deal advance together (throw_order.hpp says how and why).
//
// What an agent does wrong becomes a Fault of one game: where its process ends, of that with its
// oldest open question, or where none is open, of one of its oldest deal that the deal's key draws;
// its other games go on where they stand with a new process. What goes wrong on our side makes
// games void, never lost.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/record/dice_stream.hpp"
#include "referee/record/fault.hpp"
#include "referee/record/record.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/machine.hpp"
#include "referee/talk/agent.hpp"
#include "referee/talk/idle_agents.hpp"
#include "referee/talk/stop.hpp"

namespace danno::referee::play {

enum class Advice { Off, FirstGame, Always };

/// A game to be played.
struct GameOrder {
  std::uint64_t deal = 0;  ///< Index in the line-up.
  std::uint8_t seating = 0;
  record::Key key{};
  std::array<std::uint8_t, rules::kMaxSeats>
      agent_at{};  ///< By seat: index into SessionOrder::agents.
  std::array<std::uint64_t, rules::kMaxSeats> agent_seeds{};  ///< By seat.
  std::uint8_t absent = 0;  ///< Bit s: seat s is out from the start.
  /// The seat that begins; nothing: the start roll decides.
  std::optional<std::uint8_t> first;
  bool advised = false;
};

/// Is told of an agent's fault, with its evidence, when it happens; of a start that failed once.
/// Called by the thread that plays.
using OnFault = std::function<void(std::size_t agent, const record::Fault& fault)>;

/// Is told what an agent's process wrote to stderr for a session, at its end: the last 64 KiB.
/// Called by the thread that plays.
using OnLog = std::function<void(std::size_t agent, std::string_view text)>;

/// Sees every step of every game when it happens, with the position after it.
using OnStep = std::function<void(const record::Step& step, const rules::Position& after)>;

struct SessionOrder {
  const rules::RuleSet* rules = nullptr;
  std::vector<talk::Agent> agents;  ///< As many as the rule set has seats.
  /// Games that share their dice, and so advance together: those ordered come so many a deal.
  std::size_t games_a_deal = 1;
  talk::Limits limits;
  /// Games, at most 1024, but at least one deal's; an agent's own limit (Ready.games) may be lower.
  /// With 1, one question at a time is open.
  int in_flight = 64;
  /// Wall time of each answer (one game in flight by request), else CPU time.
  bool exact_clock = false;
  sandbox::Machine* machine = &sandbox::real_machine();  ///< Must outlive the session.
  /// On that machine: processes are taken from there, and go there when the session ends; must
  /// outlive it. Null: nobody is there, and all end with the session.
  talk::IdleAgents* idle = nullptr;
  OnFault on_fault = {};  ///< Empty: nobody is told before the result.
  OnLog on_log = {};      ///< Empty: nobody reads it.
  OnStep on_step = {};    ///< Empty: nobody watches.
};

/// How a game ended.
struct GameResult {
  enum class Kind {
    Played,
    Void,        ///< The harness failed: to be played again.
    NotStarted,  ///< The session was over before it, or before its end.
  };
  Kind kind = Kind::NotStarted;
  record::GameRecord record;  ///< If Played.
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
  /// Says goodbye to the agents that do not stay, and ends them.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Plays these games, deal after deal; agents that are there from earlier calls play on. Throws
  /// only where the referee itself cannot go on.
  [[nodiscard]] SessionResult play(std::span<const GameOrder> games);
  /// It plays no more games: they are NotStarted.
  [[nodiscard]] bool over() const;

 private:
  class Player;
  std::unique_ptr<Player> player_;
};

/// Unfinished games are NotStarted then.
using talk::request_stop;
using talk::stop_requested;

}  // namespace danno::referee::play
