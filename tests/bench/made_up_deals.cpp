#include "tests/bench/made_up_deals.hpp"

#include "referee/record/dice_stream.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::bench {
namespace {

using referee::record::GameRecord;
using rules::Action;
using rules::Phase;
using rules::Position;

class MadeUpGame {
 public:
  MadeUpGame(const rules::RuleSet& rules, const referee::record::Key& key, std::uint64_t deal,
             int seating, std::array<int, 2> at)
      : rules_(rules), dice_(key), position_(rules::start_game(rules, 0)) {
    record_.seating = static_cast<std::uint8_t>(seating);
    const auto order = referee::play::seating_order(2, deal, seating);
    for (std::size_t seat = 0; seat < order.size(); ++seat) {
      record_.agent_at[seat] = static_cast<std::uint8_t>(order[seat]);
      banks_from_[seat] = rules.parameters().target * at[record_.agent_at[seat]] / 100;
    }
  }

  GameRecord play() {
    while (position_.phase != Phase::Over)
      position_.phase == Phase::Offer ? answer() : throw_dice();
    record_.places = rules::places(rules_, position_);
    record_.totals = position_.totals;
    record_.capped = position_.capped;
    return std::move(record_);
  }

 private:
  void answer() {
    const bool accepts = position_.offer.dice >= 4;
    record_.events.push_back(accepts ? referee::record::kOfferAccepted
                                     : referee::record::kOfferDeclined);
    accepts ? accept_offer(rules_, position_) : decline_offer(rules_, position_);
  }

  void throw_dice() {
    const rules::Dice thrown = dice_.roll(position_.mover, position_.turns[position_.mover],
                                          position_.roll, position_.turn.dice);
    if (rules::throw_dice(rules_, position_, thrown) != rules::Thrown::Choice) {
      record_.events.push_back(referee::record::event_of_throw(thrown));
      return;
    }
    rules::list_options(rules_, position_, options_);
    const rules::Option option = options_[0];
    const bool enough = position_.turn.points + option.points >= banks_from_[position_.mover];
    const bool banks = option.may_bank && (enough || !option.may_roll);
    record_.events.push_back(
        referee::record::event_of_choice(thrown, 0, banks ? Action::Bank : Action::Roll));
    banks ? keep_and_bank(rules_, position_, option) : keep_and_roll(rules_, position_, option);
  }

  const rules::RuleSet& rules_;
  referee::record::DiceStream dice_;
  Position position_;
  GameRecord record_;
  std::array<rules::Points, 2> banks_from_{};
  rules::Options options_;
};

}  // namespace

referee::play::DealResult made_up_deal(const rules::RuleSet& rules, std::uint64_t number,
                                       std::uint64_t deal, std::array<int, 2> at) {
  referee::record::Key key{};
  for (std::size_t i = 0; i < sizeof number; ++i)
    key[i] = static_cast<std::uint8_t>(number >> (8 * i));
  referee::play::DealResult result{deal, {}};
  for (const int seating : {0, 1})
    result.games.push_back(MadeUpGame(rules, key, deal, seating, at).play());
  return result;
}

}  // namespace danno::leagues::bench
