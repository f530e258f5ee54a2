#include "referee/talk/repeat.hpp"

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "referee/talk/agent_pool.hpp"
#include "referee/talk/answer_check.hpp"

namespace danno::referee::talk {
namespace {

class Repeater : private AgentPool::Listener {
 public:
  Repeater(const record::Evidence& recorded, const Agent& agent, const Limits& limits,
           const std::function<void(const Repeated&)>& told)
      : exchanges_(recorded.exchanges),
        told_(told),
        agents_{agent},
        pool_(agents_, limits, /*exact_clock=*/true, 1, idle_, *this) {}

  Repetition run() {
    try {
      pool_.start(0);
      while (!done_) {
        if (pool_.state(0) == AgentPool::State::Ready && !asked_) send_next();
        pool_.flush();
        if (!done_) pool_.wait();
      }
      pool_.release();
    } catch (const Trouble& trouble) {
      throw std::runtime_error(trouble.what);
    }
    return std::move(result_);
  }

 private:
  /// Frames up to the next question; the pool has sent its own Hello.
  void send_next() {
    for (; next_ < exchanges_.size(); ++next_) {
      const record::Exchange& exchange = exchanges_[next_];
      if (next_ == 0) {
        pool_.begin_game(0);
        continue;
      }
      pool_.out(0) += exchange.frame;
      if (!exchange.asks) continue;
      question_ = question_of(exchange.frame);
      pool_.question_put(0);
      put_ = std::chrono::steady_clock::now();
      asked_ = true;
      return;
    }
    done_ = true;
  }

  std::optional<record::Cause> answered(std::size_t /*agent*/, const AnswerIn& answer) override {
    if (!asked_ || answer.game != question_.game() || answer.seq != question_.seq())
      return nothing_open(answer);
    if (auto illegal = what_is_illegal(question_, answer)) {
      finish(fault_of(*std::move(illegal)));
      return std::nullopt;
    }
    told_({exchanges_[next_], answer, std::chrono::steady_clock::now() - put_});
    ++result_.questions;
    ++next_;
    asked_ = false;
    return std::nullopt;
  }

  void lost(std::size_t agent, record::Fault fault) override {
    finish(std::move(fault));
    pool_.end(agent);
  }

  void finish(record::Fault fault) {
    fault.evidence = std::make_shared<const record::Evidence>(pool_.evidence(0));
    result_.fault = std::move(fault);
    done_ = true;
    pool_.halt();
  }

  const std::vector<record::Exchange>& exchanges_;
  const std::function<void(const Repeated&)>& told_;
  std::array<Agent, 1> agents_;
  IdleAgents idle_{sandbox::real_machine()};
  AgentPool pool_;
  Repetition result_;
  v1::Ask question_;
  std::size_t next_ = 0;
  bool asked_ = false;
  std::chrono::steady_clock::time_point put_;  ///< When the open question was.
  bool done_ = false;
};

}  // namespace

Repetition repeat(const record::Evidence& recorded, const Agent& agent,
                  sandbox::Isolation isolation, const std::function<void(const Repeated&)>& told) {
  Limits limits;
  limits.answer = std::chrono::milliseconds(recorded.limits.answer_ms);
  limits.bank = std::chrono::milliseconds(recorded.limits.bank_ms);
  limits.start = std::chrono::milliseconds(recorded.limits.start_ms);
  limits.memory_mb = static_cast<int>(recorded.limits.memory_mb);
  limits.isolation = isolation;
  return Repeater(recorded, agent, limits, told).run();
}

}  // namespace danno::referee::talk
