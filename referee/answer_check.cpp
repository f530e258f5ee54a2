#include "referee/answer_check.hpp"

#include <stdexcept>

namespace danno::referee {

std::string answer_in_words(const AnswerIn& answer) {
  const std::string action =
      v1::Action_IsValid(answer.action) ? v1::Action_Name(answer.action) : "no action";
  if (answer.action == v1::ACCEPT || answer.action == v1::DECLINE) return action;
  return "option " + std::to_string(answer.option) + " " + action;
}

v1::Ask question_of(const std::string& frame) {
  v1::ToAgent message;
  const auto next = next_frame(frame);
  const auto* whole = std::get_if<Frame>(&next);
  if (whole == nullptr ||
      !message.ParseFromArray(whole->payload.data(), static_cast<int>(whole->payload.size())) ||
      !message.has_ask()) {
    throw std::runtime_error("a frame that should be a question is none");
  }
  return message.ask();
}

std::optional<std::string> what_is_illegal(const v1::Ask& ask, const AnswerIn& answer) {
  if (ask.offer_dice() > 0) {
    if (answer.action == v1::ACCEPT || answer.action == v1::DECLINE) return std::nullopt;
    return "answered " + answer_in_words(answer) + " to an offer; expected ACCEPT or DECLINE";
  }
  const auto options = static_cast<std::uint32_t>(ask.may_size());
  if (answer.option >= options) {
    return "chose option " + std::to_string(answer.option) + " of " + std::to_string(options) +
           " (they count from 0)";
  }
  const std::uint32_t may = ask.may(static_cast<int>(answer.option));
  const bool legal = (answer.action == v1::ROLL && (may & 1U) != 0) ||
                     (answer.action == v1::BANK && (may & 2U) != 0);
  if (legal) return std::nullopt;
  return "answered " + answer_in_words(answer) + ", which the option does not allow";
}

}  // namespace danno::referee
