// Computes the frames of one game that an agent's process was sent, from the game's record.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/protocol/wire.hpp"
#include "referee/record/evidence.hpp"
#include "referee/record/record.hpp"

namespace danno::referee::protocol {

/// A game so far, as one of its seats saw it.
struct SeatView {
  const rules::RuleSet& rules;
  const record::GameRecord& record;        ///< The events so far.
  const rules::Position& position;         ///< The position after them.
  std::span<const rules::Option> options;  ///< The options of the open question.
  int seat = 0;
  bool asked = false;  ///< The seat has an open question.
  std::uint64_t agent_seed = 0;
  /// The number of events when its process took the game over from one that had ended.
  std::optional<std::size_t> resumed_at;
  bool wants_seen = false;
};

/// Returns Hello, GameStart and all frames that followed, with the agent's answers. The game is
/// numbered 0, and no question is advised.
[[nodiscard]] std::vector<record::Exchange> sent_frames(const record::Greeting& greeting,
                                                        const SeatView& view);
/// Returns Hello alone, for an agent that did not get ready.
[[nodiscard]] std::vector<record::Exchange> sent_hello(const record::Greeting& greeting);

}  // namespace danno::referee::protocol
