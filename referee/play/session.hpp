// The event loop that plays a line-up's games: one process per agent, many games, one thread.
//
// A session starts the agents, or takes idle ones, plays games, and ends the agents or leaves them
// for the next session. Its loop reads every readable agent, advances the games,
// flushes each agent once, and sleeps in poll until the nearest deadline. The games of a deal
// advance together (record/throw_order.hpp explains how and why).
//
// What an agent does wrong becomes a Fault of one game. If its process ends, that is the game with
// its oldest open question; if none is open, the deal's key draws one game of its oldest deal. The
// agent's other games continue with a new process. What goes wrong in the harness makes games void,
// never lost.
#pragma once

#include <span>

#include "referee/play/session_options.hpp"
#include "referee/protocol/stop.hpp"

namespace danno::referee::play {

/// Plays these games, one deal after another. Throws only if the referee itself cannot go on.
[[nodiscard]] SessionResult play_session(const SessionOptions& options,
                                         std::span<const GameSpec> games);

/// These functions stop sessions. After a stop request no game begins, and games in flight may go
/// on for the time that it grants. An agent that ends meanwhile ends the session, because a stop
/// signal may have reached the agents, too. Unfinished games are NotStarted.
using protocol::halt_requested;
using protocol::kStopGrace;
using protocol::request_stop;
using protocol::stop_requested;

}  // namespace danno::referee::play
