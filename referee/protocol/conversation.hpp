// Talks to one agent outside a game: starts it, asks it a position, or repeats recorded questions.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "referee/protocol/agent_pool.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/evidence.hpp"
#include "referee/rules/position.hpp"
#include "referee/sandbox/machine.hpp"

namespace danno::referee::protocol {

/// A conversation with an agent's process up to its first fault. Functions that talk throw
/// std::runtime_error if the harness fails. The agent must start: Agent::problem is not looked at.
class Conversation : private AgentListener {
 public:
  struct Options {
    bool exact_clock = false;
    std::size_t games = 1;    ///< The largest number of games in flight.
    bool until_stop = false;  ///< True if request_stop() ends the conversation.
  };
  /// The limits and the machine must outlive the object.
  Conversation(const Agent& agent, const Limits& limits, Options options,
               sandbox::Machine& machine = sandbox::real_machine());

  /// Starts the agent and waits for its Ready. Returns goes_on().
  bool start();
  /// Begins a game's time bank; say() sends its frames.
  void begin_game() { pool_[0].begin_game(); }
  void end_game() { pool_[0].end_game(); }
  /// Sends these bytes with the next questions.
  void say(std::string_view bytes) { pool_[0].out() += bytes; }
  /// Sends the bytes with which `question` is complete.
  void ask(std::string_view bytes, v1::Ask question);
  /// Waits until no question is open. `answered` is called for each legal answer, whose question
  /// is then still open, and may call fail(). Returns goes_on().
  bool await_answers(const std::function<void(const AnswerIn&)>& answered);
  /// Sends a frame with one question, and returns the legal answer; nullopt if none came.
  std::optional<AnswerIn> answer_to(const std::string& frame);
  /// Ends the conversation with a fault of the agent, and adds the evidence.
  void fail(record::Fault fault);
  /// Sends what is left, and ends the agent.
  void end();

  [[nodiscard]] bool goes_on() const { return !fault_ && !stopped_; }
  [[nodiscard]] const std::optional<record::Fault>& fault() const { return fault_; }
  [[nodiscard]] std::size_t open_questions() const { return open_.size(); }
  [[nodiscard]] const AgentPool& pool() const { return pool_; }

 private:
  void exchange();
  std::optional<record::Cause> answered(std::size_t agent, const AnswerIn& answer) override;
  void lost(std::size_t agent, record::Fault fault) override;

  std::array<Agent, 1> agents_;
  bool until_stop_;
  ProcessCache idle_;
  AgentPool pool_;
  std::map<std::uint32_t, v1::Ask> open_;  ///< The open questions, by game.
  const std::function<void(const AnswerIn&)>* on_answer_ = nullptr;
  std::optional<record::Fault> fault_;
  bool stopped_ = false;
};

/// Starts the agent, waits for its Ready, and ends it. Returns the fault if it did not get ready.
/// Throws if the harness fails.
[[nodiscard]] std::optional<record::Fault> try_start(
    const Agent& agent, const Limits& limits, sandbox::Machine& machine = sandbox::real_machine());

/// An agent's reply to a position.
struct Reply {
  std::optional<record::Fault> fault;  ///< If set, with evidence, and `action` has no meaning.
  rules::Action action = rules::Action::Roll;
  rules::Option option;              ///< Set for Roll and Bank.
  std::chrono::nanoseconds time{0};  ///< Wall time from the question to the answer.
};

/// Starts `agent`, asks it the question of `position` (phase Choose or Offer) as the mover, and
/// ends it. The seed for the agent's own randomness is 0. Throws std::runtime_error if the harness
/// fails.
[[nodiscard]] Reply ask(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
                        const rules::Position& position,
                        sandbox::Machine& machine = sandbox::real_machine());

/// An answer, and the recorded exchange with its question.
struct Repeated {
  const record::Exchange& then;
  AnswerIn now;
};

/// The result of a repetition.
struct Repetition {
  std::optional<record::Fault> fault;  ///< Empty if every answer was legal.
  std::size_t questions = 0;           ///< The number of questions answered.
};

/// Starts `agent`, sends it the recorded frames, one question at a time, under the recorded limits,
/// and calls `on_answer` for each legal answer. Instead of the first frame, a Hello, the agent gets
/// a new one. Throws std::runtime_error if the harness fails.
[[nodiscard]] Repetition repeat(const record::Evidence& recorded, const Agent& agent,
                                sandbox::Isolation isolation,
                                const std::function<void(const Repeated&)>& on_answer,
                                sandbox::Machine& machine = sandbox::real_machine());

}  // namespace danno::referee::protocol
