// The event loop that plays a line-up's games: one process per agent, many games, one thread.
//
// A session starts the agents, or takes idle ones, plays the games it is given, and ends the agents
// or leaves them for the next session. Its loop reads every readable agent, advances the games,
// flushes each agent once, and sleeps in poll until the nearest deadline. The games of a deal
// advance together (record/throw_order.hpp explains how and why).
//
// What an agent does wrong becomes a Fault of one game. If its process ends, that is the game with
// its oldest open question; if none is open, the deal's key draws one game of its oldest deal. The
// agent's other games continue with a new process. What goes wrong in the harness makes games void,
// never lost.
#pragma once

#include <memory>
#include <span>

#include "referee/play/session_options.hpp"
#include "referee/protocol/stop.hpp"

namespace danno::referee::play {

class Session {
 public:
  explicit Session(const SessionOptions& config);
  /// Says goodbye to the agents that do not stay, and ends them.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Plays these games, one deal after another. Agents started by earlier calls continue. Throws
  /// only if the referee itself cannot go on.
  [[nodiscard]] SessionResult play(std::span<const GameSpec> games);
  /// Returns whether the session plays no more games; any further ones are NotStarted.
  [[nodiscard]] bool over() const;

 private:
  class Player;
  std::unique_ptr<Player> player_;
};

/// These functions stop sessions. After a stop request no game begins, and games in flight may go
/// on for the time that it grants. An agent that ends meanwhile ends the session, because a stop
/// signal may have reached the agents, too. Unfinished games are NotStarted.
using protocol::halt_requested;
using protocol::kStopGrace;
using protocol::request_stop;
using protocol::stop_requested;

}  // namespace danno::referee::play
