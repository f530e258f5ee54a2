#include "referee/talk/ask.hpp"

#include <utility>

#include "referee/talk/repeat.hpp"
#include "referee/talk/sent_frames.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::talk {
namespace {

rules::Action action_of(v1::Action action) {
  switch (action) {
    case v1::BANK:
      return rules::Action::Bank;
    case v1::ACCEPT:
      return rules::Action::Accept;
    case v1::DECLINE:
      return rules::Action::Decline;
    default:
      return rules::Action::Roll;
  }
}

}  // namespace

Reply ask(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
          const rules::Position& position) {
  rules::Options options;
  if (position.phase == rules::Phase::Choose) rules::list_options(rules, position, options);
  record::Evidence question;
  question.limits = {.answer_ms = static_cast<std::uint32_t>(limits.answer.count()),
                     .start_ms = static_cast<std::uint32_t>(limits.start.count()),
                     .memory_mb = static_cast<std::uint32_t>(limits.memory_mb),
                     .games = 1,
                     .bank_ms = static_cast<std::uint32_t>(limits.bank.count())};
  question.exchanges = sent_hello(question.limits);
  record::Exchange start;
  append_game_start(start.frame, rules, 0, position.mover, position.mover, 0);
  question.exchanges.push_back(std::move(start));
  record::Exchange asked;
  asked.asks = true;
  append_ask(asked.frame, 0, 0, position, options, std::nullopt);
  question.exchanges.push_back(std::move(asked));

  Reply reply;
  reply.fault = repeat(question, agent, limits.isolation, [&](const Repeated& answered) {
                  reply.action = action_of(answered.now.action);
                  if (answered.now.option < options.size())
                    reply.option = options[answered.now.option];
                  reply.time = answered.time;
                }).fault;
  return reply;
}

}  // namespace danno::referee::talk
