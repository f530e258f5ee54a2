// The frames of one game that an agent's process was sent, made again from the game's record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/record/evidence.hpp"
#include "referee/record/record.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::talk {

/// A game up to now, as one of its seats saw it.
struct SeatView {
  const rules::RuleSet& rules;
  const record::GameRecord& record;  ///< Events so far.
  const rules::Position& position;   ///< After them.
  const rules::Options& options;     ///< Of the open question.
  int seat = 0;
  bool asked = false;  ///< The seat has an open question.
  std::uint64_t agent_seed = 0;
  /// Events there were when its process took the game over from one that was gone.
  std::optional<std::size_t> resumed_at;
  bool wants_seen = false;
};

/// Hello, GameStart, and all that followed, with the answers that the agent gave. The game counts
/// as 0, and no question is advised.
[[nodiscard]] std::vector<record::Exchange> sent_frames(const record::Greeting& greeting,
                                                        const SeatView& view);
/// Hello alone: to an agent that did not get ready.
[[nodiscard]] std::vector<record::Exchange> sent_hello(const record::Greeting& greeting);

/// "option 2 ROLL": an answer in a report's words.
[[nodiscard]] std::string describe_answer(std::size_t option, rules::Action action);

}  // namespace danno::referee::talk
