#include "referee/talk/try_start.hpp"

#include <stdexcept>
#include <utility>

#include "referee/talk/agent_pool.hpp"

namespace danno::referee::talk {
namespace {

class Starter : private AgentPool::Listener {
 public:
  Starter(const Agent& agent, const Limits& limits)
      : agents_{agent}, pool_(agents_, limits, /*exact_clock=*/false, 1, idle_, *this) {}

  std::optional<record::Fault> run() {
    try {
      pool_.start(0);
      while (!fault_ && pool_.state(0) != AgentPool::State::Ready) {
        pool_.flush();
        pool_.wait();
      }
      pool_.release();
    } catch (const Trouble& trouble) {
      throw std::runtime_error(trouble.what);
    }
    return std::move(fault_);
  }

 private:
  std::optional<record::Cause> answered(std::size_t, const AnswerIn&) override {
    return record::NothingOpen{};
  }
  void lost(std::size_t agent, record::Fault fault) override {
    fault_ = std::move(fault);
    pool_.end(agent);
  }

  std::vector<Agent> agents_;
  IdleAgents idle_{sandbox::real_machine()};
  AgentPool pool_;
  std::optional<record::Fault> fault_;
};

}  // namespace

std::optional<record::Fault> try_start(const Agent& agent, const Limits& limits) {
  if (agent.problem.empty()) return Starter(agent, limits).run();
  return record::fault_of(record::NotExecuted{0, agent.problem});
}

}  // namespace danno::referee::talk
