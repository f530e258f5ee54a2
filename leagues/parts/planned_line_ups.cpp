#include "leagues/parts/planned_line_ups.hpp"

#include <fmt/format.h>

#include <mutex>
#include <stdexcept>
#include <utility>

#include "leagues/parts/part_file.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::parts {
namespace {

using referee::play::Batch;

/// Returns why that agent of the line-up did not get ready.
std::string why_not_ready(const Batch& batch, std::size_t agent) {
  for (const referee::play::DealResult& deal : batch.deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults) {
        if (fault.kind == referee::record::FaultKind::NeverReady &&
            game.agent_at[static_cast<std::size_t>(fault.seat)] == agent)
          return describe(fault.cause);
      }
    }
  }
  return "it did not get ready";
}

/// Records which agents have become ready on this machine.
class Started {
 public:
  explicit Started(std::size_t agents) : started_(agents) {}

  /// Throws if an agent of the batch should have become ready and did not.
  void add(const PartsPlan& plan, const PlannedDeals& deals, const Batch& batch) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < deals.agents.size(); ++i) {
      const std::uint32_t number = deals.agents[i];
      const PlannedAgent& agent = plan.agents[number];
      const bool ready = !batch.never_ready.has(i);
      if (!ready && agent.ready && !started_[number]) {
        throw std::runtime_error(
            fmt::format("{} cannot play this: agent '{}': {}; play it elsewhere, or plan again "
                        "where it starts",
                        this_host(), words::escape_terminal(agent.agent.name),
                        words::escape_terminal(why_not_ready(batch, i))));
      }
      started_[number] = started_[number] || ready;
    }
  }

 private:
  std::mutex mutex_;
  std::vector<bool> started_;  // by PartsPlan::agents
};

}  // namespace

PlannedLineUps::PlannedLineUps(const PartsPlan& plan) : plan_(plan), seeds_(read_seeds(plan)) {
  for (const PlannedDivision& division : plan.divisions)
    rules_.emplace_back(*division.definition, division.seats, division.parameters);
}

std::shared_ptr<const PlannedLineUp> PlannedLineUps::make(const PlannedDeals& deals) const {
  auto line_up = std::make_shared<PlannedLineUp>();
  const PlannedDivision& division = plan_.divisions[deals.division];
  line_up->planned = &deals;
  line_up->rules = &rules_[deals.division];
  for (const std::uint32_t agent : deals.agents) {
    line_up->agents.push_back(plan_.agents[agent].agent);
    line_up->key_names.push_back(plan_.agents[agent].agent.name);
  }
  line_up->seed = {seeds_.dice};
  line_up->agent_secret = {seeds_.agents};
  line_up->mirror = division.mirror;
  line_up->advice = division.advice;
  line_up->limits = plan_.limits;
  return line_up;
}

referee::play::PlayDeals require_starts(const PartsPlan& plan, referee::play::PlayDeals play) {
  const auto started = std::make_shared<Started>(plan.agents.size());
  return [&plan, started, play = std::move(play)](const referee::play::LineUp& line_up,
                                                  std::uint64_t begin, std::uint64_t end,
                                                  referee::record::AgentSet absent) {
    Batch batch = play(line_up, begin, end, absent);
    started->add(plan, *static_cast<const PlannedLineUp&>(line_up).planned, batch);
    return batch;
  };
}

}  // namespace danno::leagues::parts
