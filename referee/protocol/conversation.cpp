#include "referee/protocol/conversation.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "referee/protocol/answer_check.hpp"
#include "referee/protocol/stop.hpp"

namespace danno::referee::protocol {
namespace {

Limits recorded_limits(const record::Greeting& recorded, sandbox::Isolation isolation) {
  Limits limits;
  limits.answer = std::chrono::milliseconds(recorded.answer_ms);
  limits.bank = std::chrono::milliseconds(recorded.bank_ms);
  limits.start = std::chrono::milliseconds(recorded.start_ms);
  limits.memory_mb = static_cast<int>(recorded.memory_mb);
  limits.isolation = isolation;
  return limits;
}

}  // namespace

Conversation::Conversation(const Agent& agent, const Limits& limits, Options options,
                           sandbox::Machine& machine)
    : agents_{agent},
      until_stop_(options.until_stop),
      idle_(machine),
      pool_(agents_, limits, options.exact_clock, options.games, idle_, *this) {}

bool Conversation::start() try {
  pool_.start(0);
  while (goes_on() && pool_[0].state() != AgentPool::State::Ready)
    exchange();
  return goes_on();
} catch (const HarnessError& trouble) {
  throw std::runtime_error(trouble.what);
}

void Conversation::ask(std::string_view bytes, v1::Ask question) {
  say(bytes);
  open_.insert_or_assign(question.game(), std::move(question));
  pool_[0].question_put();
}

bool Conversation::await_answers(const std::function<void(const AnswerIn&)>& answered) try {
  on_answer_ = &answered;
  while (!open_.empty() && goes_on())
    exchange();
  return goes_on();
} catch (const HarnessError& trouble) {
  throw std::runtime_error(trouble.what);
}

std::optional<AnswerIn> Conversation::answer_to(const std::string& frame) {
  std::optional<AnswerIn> answer;
  ask(frame, parse_question(frame));
  await_answers([&](const AnswerIn& given) { answer = given; });
  return answer;
}

void Conversation::fail(record::Fault fault) {
  fault.evidence = std::make_shared<const record::Evidence>(pool_[0].evidence());
  fault_ = std::move(fault);
  pool_.halt();
}

void Conversation::end() try {
  if (stopped_) return pool_[0].end();
  if (!fault_) pool_.flush();
  pool_.release();
} catch (const HarnessError& trouble) {
  throw std::runtime_error(trouble.what);
}

void Conversation::exchange() {
  stopped_ = until_stop_ && stop_requested();
  if (stopped_) return;
  pool_.flush();
  pool_.wait();
}

std::optional<record::Cause> Conversation::answered(std::size_t /*agent*/, const AnswerIn& answer) {
  const auto question = open_.find(answer.game);
  if (question == open_.end() || question->second.seq() != answer.seq) return nothing_open(answer);
  if (auto illegal = what_is_illegal(question->second, answer)) {
    fail(record::make_fault(*std::move(illegal)));
    return std::nullopt;
  }
  (*on_answer_)(answer);
  if (!fault_) open_.erase(question);
  return std::nullopt;
}

void Conversation::lost(std::size_t agent, record::Fault fault) {
  fail(std::move(fault));
  pool_[agent].end();
}

std::optional<record::Fault> try_start(const Agent& agent, const Limits& limits,
                                       sandbox::Machine& machine) {
  if (!agent.problem.empty()) return record::make_fault(record::NotExecuted{0, agent.problem});
  Conversation conversation(agent, limits, {}, machine);
  conversation.start();
  conversation.end();
  return conversation.fault();
}

Reply ask(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
          const rules::Position& position, sandbox::Machine& machine) {
  rules::Options options;
  if (position.phase == rules::Phase::Choose) rules::list_options(rules, position, options);
  std::string start;
  // The agent learns nothing of how the position came about, so the mover is said to begin.
  append_game_start(start, rules, 0, position.mover, position.mover, 0);
  std::string question;
  append_ask(question, 0, 0, position, options, std::nullopt);

  Reply reply;
  Conversation conversation(agent, limits, {.exact_clock = true}, machine);
  if (conversation.start()) {
    conversation.begin_game();
    conversation.say(start);
    const auto asked = machine.now();
    if (const auto answer = conversation.answer_to(question)) {
      reply.time = machine.now() - asked;
      reply.action = from_wire(answer->action);
      if (answer->option < options.size()) reply.option = options[answer->option];
    }
  }
  conversation.end();
  reply.fault = conversation.fault();
  return reply;
}

Repetition repeat(const record::Evidence& recorded, const Agent& agent,
                  sandbox::Isolation isolation,
                  const std::function<void(const Repeated&)>& on_answer,
                  sandbox::Machine& machine) {
  const Limits limits = recorded_limits(recorded.limits, isolation);
  Repetition result;
  Conversation conversation(agent, limits, {.exact_clock = true}, machine);
  if (conversation.start()) conversation.begin_game();
  // The first recorded frame is the old Hello. start() has sent a new one.
  for (std::size_t i = 1; i < recorded.exchanges.size() && conversation.goes_on(); ++i) {
    const record::Exchange& then = recorded.exchanges[i];
    if (!then.asks) {
      conversation.say(then.frame);
    } else if (const auto answer = conversation.answer_to(then.frame)) {
      on_answer({then, *answer});
      ++result.questions;
    }
  }
  conversation.end();
  result.fault = conversation.fault();
  return result;
}

}  // namespace danno::referee::protocol
