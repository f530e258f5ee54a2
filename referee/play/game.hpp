// A game in play: applies rules, dice and agents' answers to a position. It knows no processes.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "referee/play/session_options.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/throw_order.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::play {

/// The legal options of a throw.
struct ListedOptions {
  std::vector<rules::Option> options;  ///< The result of rules::list_options().
  std::string encoded;                 ///< The result of encode_options().
};

/// The options of throws as questions list them, each listed and encoded once. What a throw offers
/// depends on the throw and on little else (rules::options_key), so a question is a copy of its
/// list, and the standing.
class OptionCache {
 public:
  /// The rule set must outlive the object.
  explicit OptionCache(const rules::RuleSet& rules);

  [[nodiscard]] const rules::RuleSet& rules() const { return rules_; }
  /// Returns the options of the position, which must be in phase Choose. The reference is valid as
  /// long as the object.
  [[nodiscard]] const ListedOptions& list(const rules::Position& position);

 private:
  [[nodiscard]] const ListedOptions& list_anew(const rules::Position& position);
  [[nodiscard]] std::uint32_t make_room(rules::Dice thrown);

  const rules::RuleSet& rules_;
  /// Indexed by KeepTable::index(): where a throw's lists begin in lists_; 0 if it has none yet.
  std::vector<std::uint32_t> begin_;
  /// Indexed from there by options_key().
  std::vector<const ListedOptions*> lists_{nullptr};
  /// All lists of a throw, by its packed dice.
  std::unordered_map<std::uint32_t, std::list<ListedOptions>> all_;
};

class Game {
 public:
  /// Begins a new game under the rules of `options`, recorded in `record`. All references must
  /// outlive it. If the spec names no first seat, the start roll decides who begins.
  void begin(OptionCache& options, const GameSpec& spec, record::DiceStream& dice,
             record::GameRecord& record);

  [[nodiscard]] const GameSpec& spec() const { return *spec_; }
  [[nodiscard]] const record::GameRecord& record() const { return *record_; }
  [[nodiscard]] const rules::Position& position() const { return position_; }
  /// Returns the options of the open question; empty if the question is an offer.
  [[nodiscard]] std::span<const rules::Option> options() const {
    return listed_ == nullptr ? std::span<const rules::Option>() : listed_->options;
  }
  /// Returns the options as encode_options() writes them.
  [[nodiscard]] std::string_view encoded_options() const {
    return listed_ == nullptr ? std::string_view() : listed_->encoded;
  }
  /// Returns the number of questions answered so far.
  [[nodiscard]] std::uint32_t seq() const { return seq_; }
  [[nodiscard]] bool over() const { return position_.phase == rules::Phase::Over; }
  /// Returns whether the mover must decide. apply_forfeits() opens the question.
  [[nodiscard]] bool has_question() const { return question_; }
  /// Returns whether the seat still takes part: the game is not over, and the seat is neither out
  /// nor about to forfeit.
  [[nodiscard]] bool plays(int seat) const;
  [[nodiscard]] std::size_t agent_at(int seat) const {
    return record_->agent_at[static_cast<std::size_t>(seat)];
  }

  [[nodiscard]] record::ThrowIndex throw_limit() const {
    return over() ? ~record::ThrowIndex{0} : record::throw_limit(position_, first_);
  }
  /// Returns whether the game waits for a throw whose place is before `below`.
  [[nodiscard]] bool may_throw(record::ThrowIndex below) const {
    return position_.phase == rules::Phase::Throw &&
           record::next_throw_index(position_, first_) < below;
  }
  record::Step throw_dice();

  /// Applies the mover's answer to the open question. Returns what is wrong with the answer, or
  /// nullopt if it is legal.
  [[nodiscard]] std::optional<record::Cause> decide(const protocol::AnswerIn& answer,
                                                    record::Step& step);
  /// Records a fault for which its seat will forfeit. apply_forfeits() applies the forfeit; if
  /// another seat has an open question, only after that seat has answered.
  void charge(record::Fault fault) { charged_.push_back(std::move(fault)); }
  /// Applies one forfeit that is due and returns its step. Returns nullopt if no forfeit is due;
  /// the game is then over, waits for a throw, or has an open question.
  std::optional<record::Step> apply_forfeits();
  /// Completes the record; the game must be over.
  void finish();
  [[nodiscard]] v1::GameEnd::Cause cause() const;

 private:
  record::Step forfeit(record::Fault fault);

  const rules::RuleSet* rules_ = nullptr;
  const GameSpec* spec_ = nullptr;
  record::DiceStream* dice_ = nullptr;
  record::GameRecord* record_ = nullptr;
  OptionCache* options_ = nullptr;
  rules::Position position_;
  const ListedOptions* listed_ = nullptr;  ///< Those of the open question; null for an offer.
  int first_ = 0;                          ///< The seat that began.
  std::uint32_t seq_ = 0;
  bool question_ = false;
  std::vector<record::Fault> charged_;
};

}  // namespace danno::referee::play
