#include "referee/repeat.hpp"

#include <array>
#include <stdexcept>

#include "referee/agent_pool.hpp"
#include "referee/answer_check.hpp"

namespace danno::referee {
namespace {

class Repeater : private AgentPool::Listener {
 public:
  Repeater(const Report& report, const Agent& agent, const Limits& limits,
           const std::function<void(const std::string&, const std::string&)>& told)
      : report_(report),
        told_(told),
        agents_{agent},
        pool_(agents_, limits, /*exact_clock=*/true, 1, *this) {}

  Repetition run() {
    try {
      pool_.start(0);
      while (!done_) {
        if (pool_.state(0) == AgentPool::State::Ready && !asked_) send_next();
        pool_.flush();
        if (!done_) pool_.wait();
      }
      pool_.say_goodbye();
    } catch (const Trouble& trouble) {
      throw std::runtime_error(trouble.what);
    }
    return std::move(result_);
  }

 private:
  /// Frames up to the next question; the pool has sent its own Hello.
  void send_next() {
    for (; next_ < report_.exchanges.size(); ++next_) {
      const Report::Exchange& exchange = report_.exchanges[next_];
      if (next_ == 0) continue;
      pool_.out(0) += exchange.frame;
      if (!exchange.asks) continue;
      question_ = question_of(exchange.frame);
      pool_.question_put(0);
      asked_ = true;
      return;
    }
    done_ = true;
  }

  std::optional<std::string> answered(std::size_t /*agent*/, const AnswerIn& answer) override {
    if (!asked_ || answer.game != question_.game() || answer.seq != question_.seq()) {
      return "an answer to no open question (game " + std::to_string(answer.game) + ", seq " +
             std::to_string(answer.seq) + ")";
    }
    told_(report_.exchanges[next_].answer, answer_in_words(answer));
    if (auto problem = what_is_illegal(question_, answer)) {
      finish(FaultKind::Illegal, *problem);
      return std::nullopt;
    }
    ++result_.questions;
    ++next_;
    asked_ = false;
    return std::nullopt;
  }

  void lost(std::size_t agent, FaultKind kind, int /*value*/, const std::string& detail) override {
    const bool wire =
        kind == FaultKind::Garbled || kind == FaultKind::Flood || kind == FaultKind::Memory;
    const bool started = pool_.state(agent) == AgentPool::State::Ready;
    finish(started || wire ? kind : FaultKind::NeverReady, detail);
    pool_.end(agent);
  }

  void finish(FaultKind kind, const std::string& detail) {
    result_.fault = kind;
    result_.detail = detail;
    result_.stderr_lines = pool_.log_tail(0);
    done_ = true;
    pool_.halt();
  }

  const Report& report_;
  const std::function<void(const std::string&, const std::string&)>& told_;
  std::array<Agent, 1> agents_;
  AgentPool pool_;
  Repetition result_;
  v1::Ask question_;
  std::size_t next_ = 0;
  bool asked_ = false;
  bool done_ = false;
};

}  // namespace

Repetition repeat(const Report& report, const Agent& agent, Isolation isolation,
                  const std::function<void(const std::string&, const std::string&)>& told) {
  Limits limits;
  limits.answer = std::chrono::milliseconds(report.greeting.answer_ms);
  limits.start = std::chrono::milliseconds(report.greeting.start_ms);
  limits.memory_mb = static_cast<int>(report.greeting.memory_mb);
  limits.isolation = isolation;
  return Repeater(report, agent, limits, told).run();
}

}  // namespace danno::referee
