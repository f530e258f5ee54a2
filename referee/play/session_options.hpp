// The request for a session, and its result.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/deal_result.hpp"
#include "referee/protocol/agent.hpp"
#include "referee/protocol/process_cache.hpp"
#include "referee/record/agent_set.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/fault.hpp"
#include "referee/record/record.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/rules/seat_set.hpp"
#include "referee/sandbox/machine.hpp"

namespace danno::referee::play {

/// The number of deals of a line-up that are in flight: one at first, more while they end soon.
/// Many deals in flight amortise the wire cost of fast agents. With slow agents they only delay the
/// first result.
class Window {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  /// Begins with `first` deals; there are never more than `most`.
  Window(std::size_t first, std::size_t most)
      : most_(most), deals_(std::clamp(first, kLeast, most)) {}

  [[nodiscard]] std::size_t deals() const { return deals_; }

  /// Notes that a deal begins.
  void begin_deal(time_point now) {
    if (begun_) return;
    begun_ = true;
    round_ = now;
  }
  /// Notes that a deal ended. Adapts the number after each round of deals.
  void end_deal(time_point now) {
    if (++ended_ < deals_) return;
    if (now - round_ <= kSoon) {
      deals_ = std::min(deals_ * growth(now - round_), most_);
    } else if (now - round_ > kLate) {
      deals_ = std::max(deals_ / 2, kLeast);
    }
    ended_ = 0;
    round_ = now;
  }

 private:
  static constexpr std::size_t kLeast = 1;
  /// A round that ends within kSoon is short: twice as many deals will end within kLate.
  static constexpr std::chrono::seconds kSoon{1};
  static constexpr std::chrono::seconds kLate{2};

  /// Returns the factor by which the number of deals may grow so that a round takes at most kSoon.
  static std::size_t growth(std::chrono::nanoseconds round) {
    const auto times = std::chrono::nanoseconds(kSoon) / std::max(round, kShortest);
    return std::max<std::size_t>(2, static_cast<std::size_t>(times));
  }
  static constexpr std::chrono::nanoseconds kShortest = std::chrono::milliseconds(1);

  std::size_t most_;
  std::size_t deals_;
  std::size_t ended_ = 0;  ///< Deals of this round.
  bool begun_ = false;
  time_point round_;
};

/// A game to be played.
struct GameSpec {
  std::uint64_t deal = 0;  ///< Index in the line-up.
  std::uint8_t seating = 0;
  record::Key key{};
  /// Indexed by seat: the index into SessionOptions::agents.
  std::array<std::uint8_t, rules::kMaxSeats> agent_at{};
  std::array<std::uint64_t, rules::kMaxSeats> agent_seeds{};  ///< Indexed by seat.
  rules::SeatSet absent = {};  ///< Seats that are out from the start.
  /// The seat that begins; if unset, the start roll decides.
  std::optional<std::uint8_t> first;
  bool advised = false;
};

/// Called by the playing thread for each fault when it happens, with its evidence. A failed start
/// is reported once.
using OnFault = std::function<void(std::size_t agent, const record::Fault& fault)>;

/// Called by the playing thread, at the end of a session, with an agent's stderr: the last 64 KiB.
using OnLog = std::function<void(std::size_t agent, std::string_view text)>;

/// Called for every step of every game when it happens, with the position after it.
using OnStep = std::function<void(const record::Step& step, const rules::Position& after)>;

/// The part of the request that is the same for a whole line-up.
struct PlayOptions {
  const rules::RuleSet* rules = nullptr;
  std::vector<protocol::Agent> agents;  ///< One for each seat of the rule set.
  protocol::Limits limits;
  /// The number of games in flight, at most 1024 but at least one deal's. An agent's own limit
  /// (Ready.games) may be lower. If it is 1, at most one question is open at a time. In a line-up,
  /// one deal is in flight and one question is open if some agent's processes play one game only
  /// (protocol::RestartPolicy).
  int in_flight = 64;
  /// If true, each answer is charged wall time (used if one game is in flight by request);
  /// otherwise CPU time.
  bool exact_clock = false;
  OnFault on_fault = {};  ///< May be empty.
  OnLog on_log = {};      ///< May be empty.
  OnStep on_step = {};    ///< May be empty.
};

struct SessionOptions : PlayOptions {
  /// Games that share their dice and so advance together. Games are ordered in groups of this size.
  std::size_t games_a_deal = 1;
  /// Limits the deals in flight further, and learns from them. Must outlive the session. May be
  /// null.
  Window* window = nullptr;
  /// The session begins no deal after this time of the machine, except its first.
  std::optional<std::chrono::steady_clock::time_point> until = {};
  sandbox::Machine* machine = &sandbox::real_machine();  ///< Must outlive the session.
  /// Idle processes on that machine: the session takes processes from here and returns them when it
  /// ends. Must outlive the session. If null, all processes end with the session.
  protocol::ProcessCache* idle = nullptr;
};

/// The end of a game.
struct GameResult {
  enum class Kind {
    Played,
    Void,        ///< The harness failed; the game must be played again.
    NotStarted,  ///< The session ended before the game began or finished.
  };
  Kind kind = Kind::NotStarted;
  record::GameRecord record;  ///< If Played.
};

struct SessionResult {
  std::vector<GameResult> games;  ///< Ordered as passed to play_session().
  std::string trouble;            ///< The failure of the harness, if a game is Void.
  /// Agents that did not get ready; their games from then on are forfeited.
  record::AgentSet never_ready = {};
  /// The effort of each agent's processes.
  std::array<protocol::Effort, rules::kMaxSeats> effort{};
  std::uint64_t decisions = 0;
};

}  // namespace danno::referee::play
