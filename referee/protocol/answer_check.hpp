// Decides which answers are legal, for games, for checks and for repeated reports.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "referee/protocol/wire.hpp"
#include "referee/record/fault.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::protocol {

/// Returns the answer in words, such as "option 2 ROLL" or "DECLINE".
[[nodiscard]] std::string answer_in_words(const AnswerIn& answer);

/// Returns what is wrong with an answer to the position's question (phase Choose with its options,
/// or Offer); nullopt if it is legal.
[[nodiscard]] std::optional<record::Cause> what_is_illegal(const rules::Position& position,
                                                           std::span<const rules::Option> options,
                                                           const AnswerIn& answer);
/// The same check, given only the question as the agent got it.
[[nodiscard]] std::optional<record::Cause> what_is_illegal(const v1::Ask& ask,
                                                           const AnswerIn& answer);

/// Returns the cause for an answer to a question that is not open.
[[nodiscard]] record::Cause nothing_open(const AnswerIn& answer);

/// Returns the question in a frame. Throws std::runtime_error if the frame is not a question.
[[nodiscard]] v1::Ask parse_question(const std::string& frame);

}  // namespace danno::referee::protocol
