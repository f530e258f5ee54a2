#include "referee/protocol/answer_check.hpp"

#include <stdexcept>

namespace danno::referee::protocol {
namespace {

/// The answered option, as far as an answer is judged by it.
struct Allowed {
  bool roll = false;
  bool bank = false;
};

std::optional<record::Cause> check_offer(const AnswerIn& answer) {
  if (answer.action == v1::ACCEPT || answer.action == v1::DECLINE) return std::nullopt;
  return record::NoAnswerToOffer{answer.action};
}

/// Checks the answer to a throw. `allowed(i)` returns what option i of `options` allows.
template <class OfOption>
std::optional<record::Cause> check_keep(std::size_t options, OfOption allowed,
                                        const AnswerIn& answer) {
  // The option is checked before the action, because the action is judged by the option.
  if (answer.option >= options) return record::NoSuchOption{answer.option, options};
  const Allowed may = allowed(answer.option);
  const bool legal =
      (answer.action == v1::ROLL && may.roll) || (answer.action == v1::BANK && may.bank);
  if (legal) return std::nullopt;
  return record::OptionForbids{answer.option, answer.action, may.roll, may.bank};
}

}  // namespace

std::string answer_in_words(const AnswerIn& answer) {
  const std::string action =
      v1::Action_IsValid(answer.action) ? v1::Action_Name(answer.action) : "no action";
  if (answer.action == v1::ACCEPT || answer.action == v1::DECLINE) return action;
  return "option " + std::to_string(answer.option) + " " + action;
}

std::optional<record::Cause> what_is_illegal(const rules::Position& position,
                                             std::span<const rules::Option> options,
                                             const AnswerIn& answer) {
  if (position.phase == rules::Phase::Offer) return check_offer(answer);
  const auto allowed = [&](std::uint32_t i) {
    return Allowed{options[i].may_roll, options[i].may_bank};
  };
  return check_keep(options.size(), allowed, answer);
}

std::optional<record::Cause> what_is_illegal(const v1::Ask& ask, const AnswerIn& answer) {
  if (ask.offer_dice() > 0) return check_offer(answer);
  const auto allowed = [&](std::uint32_t i) {
    const std::uint32_t may = ask.may(static_cast<int>(i));
    return Allowed{(may & 1U) != 0, (may & 2U) != 0};
  };
  return check_keep(static_cast<std::size_t>(ask.may_size()), allowed, answer);
}

record::Cause nothing_open(const AnswerIn& answer) {
  return record::NothingOpen{record::NothingOpen::Answer{answer.game, answer.seq}};
}

v1::Ask parse_question(const std::string& frame) {
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

}  // namespace danno::referee::protocol
