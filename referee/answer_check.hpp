// What is wrong with an answer, as far as the question alone tells.
#pragma once

#include <optional>
#include <string>

#include "referee/talk/wire.hpp"

namespace danno::referee {

/// "option 2 ROLL", "DECLINE".
[[nodiscard]] std::string answer_in_words(const AnswerIn& answer);

/// One line; nothing where the options of the question allow the answer.
[[nodiscard]] std::optional<std::string> what_is_illegal(const v1::Ask& ask,
                                                         const AnswerIn& answer);

/// The question of a frame; throws std::runtime_error where it is none.
[[nodiscard]] v1::Ask question_of(const std::string& frame);

}  // namespace danno::referee
