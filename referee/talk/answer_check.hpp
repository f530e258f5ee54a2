// What an answer may be: the one place that decides it, for games, checks and repeated reports.
#pragma once

#include <optional>
#include <string>

#include "referee/record/fault.hpp"
#include "referee/rules/position.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::talk {

/// "option 2 ROLL", "DECLINE".
[[nodiscard]] std::string answer_in_words(const AnswerIn& answer);

/// What is wrong with an answer to the position's question (phase Choose, with its options, or
/// Offer); nothing if it is legal.
[[nodiscard]] std::optional<record::Cause> what_is_illegal(const rules::Position& position,
                                                           const rules::Options& options,
                                                           const AnswerIn& answer);
/// The same by the question alone, as the agent got it.
[[nodiscard]] std::optional<record::Cause> what_is_illegal(const v1::Ask& ask,
                                                           const AnswerIn& answer);

/// An answer to a question that is not open.
[[nodiscard]] record::Cause nothing_open(const AnswerIn& answer);

/// The question of a frame; throws std::runtime_error if it is none.
[[nodiscard]] v1::Ask question_of(const std::string& frame);

}  // namespace danno::referee::talk
