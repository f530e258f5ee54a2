// Deals as a referee would play them with agents that decide at random: real dice, real rules, and
// a crash of the line-up's first agent in deal 5.
#pragma once

#include <memory>
#include <random>

#include "referee/play/line_up.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/evidence.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues {

class RandomGame {
 public:
  RandomGame(const referee::play::LineUp& line_up, std::uint64_t deal, int seating,
             referee::record::AgentSet absent)
      : rules_(*line_up.rules),
        crash_(deal == 5),
        random_(deal * 7 + static_cast<std::uint64_t>(seating)),
        dice_(referee::record::deal_key(
            line_up.seed, referee::play::rules_in_key(rules_, line_up.advice), line_up.key_names,
            deal,
            line_up.mirror ? std::nullopt : std::optional(static_cast<std::uint32_t>(seating)),
            absent)) {
    record_.seats = static_cast<std::uint8_t>(line_up.agents.size());
    record_.seating = static_cast<std::uint8_t>(seating);
    const auto order = referee::play::seating_order(record_.seats, deal, seating);
    for (std::size_t seat = 0; seat < order.size(); ++seat) {
      record_.agent_at[seat] = static_cast<std::uint8_t>(order[seat]);
      if (absent.has(order[seat])) record_.absent.add(seat);
    }
    if (!line_up.mirror)
      record_.first =
          static_cast<std::uint8_t>(rules::roll_for_start(rules_, [&](int seat, int round, int n) {
                                      return dice_.start(seat, round, n);
                                    }).first);
  }

  referee::record::GameRecord play() {
    position_ = referee::record::first_position(rules_, record_);
    while (position_.phase != rules::Phase::Over) {
      if (position_.phase == rules::Phase::Offer)
        answer();
      else
        throw_dice();
    }
    record_.places = rules::places(rules_, position_);
    record_.totals = position_.totals;
    record_.capped = position_.capped;
    return record_;
  }

 private:
  bool coin() { return random_() % 2 == 0; }

  void answer() {
    const bool accepts = coin();
    record_.events.push_back(accepts ? referee::record::kOfferAccepted
                                     : referee::record::kOfferDeclined);
    if (accepts)
      rules::accept_offer(rules_, position_);
    else
      rules::decline_offer(rules_, position_);
  }

  void throw_dice() {
    const rules::Dice thrown = dice_.roll(position_.mover, position_.turns[position_.mover],
                                          position_.roll, position_.turn.dice);
    if (rules::throw_dice(rules_, position_, thrown) != rules::Thrown::Choice) {
      record_.events.push_back(referee::record::event_of_throw(thrown));
      return;
    }
    if (crash_ && record_.agent_at[position_.mover] == 0) return crash(thrown);
    rules::list_options(rules_, position_, options_);
    const std::size_t index = random_() % options_.size();
    const rules::Option option = options_[index];
    const bool banks = option.may_bank && (coin() || !option.may_roll);
    record_.events.push_back(referee::record::event_of_choice(
        thrown, index, banks ? rules::Action::Bank : rules::Action::Roll));
    if (banks)
      rules::keep_and_bank(rules_, position_, option);
    else
      rules::keep_and_roll(rules_, position_, option);
  }

  void crash(rules::Dice thrown) {
    referee::record::Fault fault;
    fault.kind = referee::record::FaultKind::Crash;
    fault.seat = position_.mover;
    fault.value = 11;
    fault.evidence = std::make_shared<const referee::record::Evidence>();
    record_.events.push_back(referee::record::event_of_throw(thrown));
    record_.events.push_back(referee::record::event_of_forfeit(fault.seat));
    record_.faults.push_back(fault);
    rules::forfeit(rules_, position_, fault.seat);
  }

  const rules::RuleSet& rules_;
  bool crash_;
  std::mt19937_64 random_;
  referee::record::DiceStream dice_;
  referee::record::GameRecord record_;
  rules::Position position_;
  rules::Options options_;
};

inline referee::play::Batch random_deals(const referee::play::LineUp& line_up, std::uint64_t begin,
                                         std::uint64_t end, referee::record::AgentSet absent) {
  referee::play::Batch batch;
  batch.effort.resize(line_up.agents.size());
  for (std::uint64_t deal = begin; deal < end; ++deal) {
    referee::play::DealResult& result = batch.deals.emplace_back();
    result.deal = deal;
    for (int seating = 0; seating < static_cast<int>(line_up.agents.size()); ++seating)
      result.games.push_back(RandomGame(line_up, deal, seating, absent).play());
  }
  return batch;
}

}  // namespace danno::leagues
