// A game in play: applies rules, dice and agents' answers to a position. It knows no processes.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "referee/play/order.hpp"
#include "referee/record/throw_order.hpp"
#include "referee/talk/option_cache.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::play {

class Game {
 public:
  /// Begins a new game under the rules of `options`, recorded in `record`. All references must
  /// outlive it. If the order names no first seat, the start roll decides who begins.
  void begin(talk::OptionCache& options, const GameOrder& order, record::DiceStream& dice,
             record::GameRecord& record);

  [[nodiscard]] const GameOrder& order() const { return *order_; }
  [[nodiscard]] const record::GameRecord& record() const { return *record_; }
  [[nodiscard]] const rules::Position& position() const { return position_; }
  /// The options of the open question; empty if the question is an offer.
  [[nodiscard]] std::span<const rules::Option> options() const {
    return listed_ == nullptr ? std::span<const rules::Option>() : listed_->options;
  }
  /// The options as encode_options() writes them.
  [[nodiscard]] std::string_view encoded_options() const {
    return listed_ == nullptr ? std::string_view() : listed_->encoded;
  }
  /// The number of questions answered so far.
  [[nodiscard]] std::uint32_t seq() const { return seq_; }
  [[nodiscard]] bool over() const { return position_.phase == rules::Phase::Over; }
  /// Returns whether the mover must decide. settle() opens the question.
  [[nodiscard]] bool has_question() const { return question_; }
  /// Returns whether the seat still takes part: the game is not over, and the seat is neither out
  /// nor about to forfeit.
  [[nodiscard]] bool plays(int seat) const;
  [[nodiscard]] std::size_t agent_at(int seat) const {
    return record_->agent_at[static_cast<std::size_t>(seat)];
  }

  [[nodiscard]] record::ThrowPlace throws_let() const {
    return over() ? ~record::ThrowPlace{0} : record::throws_let(position_, first_);
  }
  /// Returns whether the game waits for a throw whose place is before `below`.
  [[nodiscard]] bool may_throw(record::ThrowPlace below) const {
    return position_.phase == rules::Phase::Throw && record::next_throw(position_, first_) < below;
  }
  record::Step throw_dice();

  /// Applies the mover's answer to the open question. Returns what is wrong with the answer, or
  /// nullopt if it is legal.
  [[nodiscard]] std::optional<record::Cause> decide(const talk::AnswerIn& answer,
                                                    record::Step& step);
  /// Records a fault for which its seat will forfeit. settle() applies the forfeit; if another seat
  /// has an open question, only after that seat has answered.
  void charge(record::Fault fault) { charged_.push_back(std::move(fault)); }
  /// Applies one forfeit that is due and returns its step. Returns nullopt if no forfeit is due;
  /// the game is then over, waits for a throw, or has an open question.
  std::optional<record::Step> settle();
  /// Completes the record; the game must be over.
  void finish();
  [[nodiscard]] v1::GameEnd::Cause cause() const;

 private:
  void decide_offer(v1::Action action, record::Step& step);
  void decide_keep(const talk::AnswerIn& answer, record::Step& step);
  record::Step forfeit(record::Fault fault);

  const rules::RuleSet* rules_ = nullptr;
  const GameOrder* order_ = nullptr;
  record::DiceStream* dice_ = nullptr;
  record::GameRecord* record_ = nullptr;
  talk::OptionCache* options_ = nullptr;
  rules::Position position_;
  const talk::ListedOptions* listed_ = nullptr;  ///< Of the open question; null of an offer.
  int first_ = 0;                                ///< The seat that began.
  std::uint32_t seq_ = 0;
  bool question_ = false;
  std::vector<record::Fault> charged_;
};

}  // namespace danno::referee::play
