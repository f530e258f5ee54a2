#include "referee/play/game.hpp"

#include <algorithm>
#include <cassert>

#include "referee/protocol/answer_check.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::play {

OptionCache::OptionCache(const rules::RuleSet& rules)
    : rules_(rules), begin_(rules::KeepTable::kIndices) {}

const ListedOptions& OptionCache::list(const rules::Position& position) {
  // Few different lists occur for a throw. The key identifies the list without making it.
  const auto key = rules::options_key(rules_, position);
  if (!key) return list_anew(position);
  std::uint32_t& begin = begin_[rules::KeepTable::index(position.thrown)];
  // The first entry of lists_ is never used, so 0 means that the throw has no entries yet.
  if (begin == 0) begin = make_room(position.thrown);
  const ListedOptions*& known = lists_[begin + *key];
  if (known == nullptr) known = &list_anew(position);
  return *known;
}

const ListedOptions& OptionCache::list_anew(const rules::Position& position) {
  rules::Options options;
  rules::list_options(rules_, position, options);
  // Several keys may lead to the same list, which is stored once. A std::list keeps references
  // valid.
  std::list<ListedOptions>& lists = all_[position.thrown.packed()];
  const auto found = std::ranges::find_if(
      lists, [&](const auto& list) { return std::ranges::equal(list.options, options.all()); });
  if (found != lists.end()) return *found;
  return lists.emplace_back(
      ListedOptions{{options.all().begin(), options.all().end()},
                    protocol::encode_options(position.thrown, options.all())});
}

std::uint32_t OptionCache::make_room(rules::Dice thrown) {
  // options_key() is below kOptionsKeys * (keeps of the throw + 1), so these entries suffice for
  // the throw.
  const std::size_t begin = lists_.size();
  lists_.resize(begin + rules::kOptionsKeys * (rules_.keep_table().keeps(thrown).size() + 1));
  return static_cast<std::uint32_t>(begin);
}

namespace {

using record::Step;
using rules::Phase;

int first_seat(const rules::RuleSet& rules, const GameSpec& spec, record::DiceStream& dice) {
  if (spec.first) return *spec.first;
  return rules::roll_for_start(
             rules, [&](int seat, int round, int count) { return dice.start(seat, round, count); })
      .first;
}

}  // namespace

void Game::begin(OptionCache& options, const GameSpec& spec, record::DiceStream& dice,
                 record::GameRecord& record) {
  const rules::RuleSet& rules = options.rules();
  rules_ = &rules;
  options_ = &options;
  spec_ = &spec;
  dice_ = &dice;
  record_ = &record;
  record.seats = static_cast<std::uint8_t>(rules.seats());
  record.seating = spec.seating;
  record.agent_at = spec.agent_at;
  record.absent |= spec.absent;
  first_ = first_seat(rules, spec, dice);
  record.first = static_cast<std::uint8_t>(first_);
  position_ = record::first_position(rules, record);
  // The object is used for one game after another; nothing of the last game may remain.
  listed_ = nullptr;
  seq_ = 0;
  question_ = false;
  charged_.clear();
}

bool Game::plays(int seat) const {
  return !over() && !position_.is_out(seat) &&
         std::ranges::find(charged_, seat, &record::Fault::seat) == charged_.end();
}

Step Game::throw_dice() {
  Step step;
  step.seat = position_.mover;
  step.thrown = dice_->roll(position_.mover, position_.turns[position_.mover], position_.roll,
                            position_.turn.dice);
  step.outcome = rules::throw_dice(*rules_, position_, step.thrown);
  // A throw that leaves a choice is recorded with the mover's decision.
  if (step.outcome != rules::Thrown::Choice)
    record_->events.push_back(record::event_of_throw(step.thrown));
  return step;
}

std::optional<record::Cause> Game::decide(const protocol::AnswerIn& answer, Step& step) {
  assert(question_);
  // An illegal answer changes nothing: the caller charges a fault, and the forfeit closes the
  // question.
  if (auto cause = protocol::what_is_illegal(position_, options(), answer)) return cause;
  step.seat = position_.mover;
  step.action = protocol::from_wire(answer.action);
  if (position_.phase == Phase::Offer) {
    step.kind = Step::Kind::Offer;
    record_->events.push_back(step.action == rules::Action::Accept ? record::kOfferAccepted
                                                                   : record::kOfferDeclined);
  } else {
    step.kind = Step::Kind::Choice;
    step.thrown = position_.thrown;
    step.option_index = answer.option;
    step.option = options()[answer.option];
    record_->events.push_back(record::event_of_choice(step.thrown, step.option_index, step.action));
  }
  record::apply_decision(*rules_, position_, step.action, step.option);
  ++seq_;
  question_ = false;
  return std::nullopt;
}

std::optional<Step> Game::apply_forfeits() {
  if (over()) return std::nullopt;
  // While a question is open, only its own seat may go out. Another seat's forfeit could end the
  // game or change the position that the open question describes.
  const auto due = std::ranges::find_if(charged_, [this](const record::Fault& fault) {
    return !question_ || fault.seat == position_.mover;
  });
  if (due != charged_.end()) {
    record::Fault fault = std::move(*due);
    charged_.erase(due);
    return forfeit(std::move(fault));
  }
  if (question_ || position_.phase == Phase::Throw) return std::nullopt;
  // No forfeit is due and the mover must decide: the question is open from here on.
  listed_ = position_.phase == Phase::Choose ? &options_->list(position_) : nullptr;
  question_ = true;
  return std::nullopt;
}

Step Game::forfeit(record::Fault fault) {
  // A throw that awaits a decision is not in the record yet; it would be missing in a replay.
  if (position_.phase == Phase::Choose)
    record_->events.push_back(record::event_of_throw(position_.thrown));
  record_->events.push_back(record::event_of_forfeit(fault.seat));
  rules::forfeit(*rules_, position_, fault.seat);
  question_ = false;
  Step step;
  step.kind = Step::Kind::Forfeit;
  step.seat = fault.seat;
  record_->faults.push_back(std::move(fault));
  return step;
}

void Game::finish() {
  record_->capped = position_.capped;
  record_->places = rules::places(*rules_, position_);
  record_->totals = position_.totals;
}

v1::GameEnd::Cause Game::cause() const {
  if (position_.capped) return v1::GameEnd::CAPPED;
  return position_.closer || position_.winner ? v1::GameEnd::FINISHED : v1::GameEnd::FORFEIT;
}

}  // namespace danno::referee::play
