// A game in play: what the rules, its dice and its agents' answers make of it. Knows no processes.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/session.hpp"
#include "referee/record/throw_order.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::play {

class Game {
 public:
  /// A new game, recorded in `record`; all references must outlive it. Who throws highest begins
  /// where the order names nobody.
  void begin(const rules::RuleSet& rules, const GameOrder& order, record::DiceStream& dice,
             record::GameRecord& record);

  [[nodiscard]] const GameOrder& order() const { return *order_; }
  [[nodiscard]] const record::GameRecord& record() const { return *record_; }
  [[nodiscard]] const rules::Position& position() const { return position_; }
  /// Of the question; empty where it is an offer.
  [[nodiscard]] const rules::Options& options() const { return options_; }
  /// Counts the questions that were answered.
  [[nodiscard]] std::uint32_t seq() const { return seq_; }
  [[nodiscard]] bool over() const { return position_.phase == rules::Phase::Over; }
  /// The mover must decide; settle() tells.
  [[nodiscard]] bool has_question() const { return question_; }
  /// The agent at this seat has still something to do with it.
  [[nodiscard]] bool plays(int seat) const;
  [[nodiscard]] std::size_t agent_at(int seat) const {
    return record_->agent_at[static_cast<std::size_t>(seat)];
  }

  [[nodiscard]] record::ThrowPlace throws_let() const {
    return over() ? ~record::ThrowPlace{0} : record::throws_let(position_, record_->first);
  }
  /// It stands before a throw below this place.
  [[nodiscard]] bool may_throw(record::ThrowPlace below) const {
    return position_.phase == rules::Phase::Throw &&
           record::next_throw(position_, record_->first) < below;
  }
  record::Step throw_dice();

  /// Takes the mover's answer to the question, or tells what is wrong with it.
  [[nodiscard]] std::optional<record::Cause> decide(const talk::AnswerIn& answer,
                                                    record::Step& step);
  /// The seat is to forfeit: settle() does it, where another seat has the question after its
  /// answer.
  void charge(record::Fault fault) { charged_.push_back(std::move(fault)); }
  /// One forfeit that is due, or nothing if all is done that can be: then the game is over, is
  /// before a throw, or has a question.
  std::optional<record::Step> settle();
  /// Of a game that is over: completes its record.
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
  rules::Position position_;
  rules::Options options_;
  std::uint32_t seq_ = 0;
  bool question_ = false;
  std::vector<record::Fault> charged_;
};

}  // namespace danno::referee::play
