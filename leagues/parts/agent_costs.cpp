#include "leagues/parts/agent_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "referee/record/dice_stream.hpp"

namespace danno::leagues::parts {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::chrono::seconds kMostTime{2};
/// After this time as many deals are in flight as in a part, and what came before is not counted:
/// one at a time they take much longer on a busy machine.
constexpr Seconds kSettled{1};
constexpr std::uint64_t kManyDeals = 256;
/// Of a division. More would take minutes and change little.
constexpr std::size_t kMostMeasured = 100;
/// Decisions of a seat in a game, where no deal was finished anywhere.
constexpr double kUsualDecisions = 30;

/// Thrown from within a game, which ends it.
struct Enough {};

struct SelfPlayed {
  Seconds time{0};
  std::uint64_t deals = 0;  ///< Deals that were finished; 0 if only decisions are known.
  std::uint64_t decisions = 0;
  std::uint64_t of_a_deal = 0;  ///< Decisions of a whole deal; 0 if none was finished.
};

class SelfPlay {
 public:
  SelfPlay(const PlannedDivision& division, const rules::RuleSet& rules,
           const referee::talk::Limits& limits, const referee::talk::Agent& agent) {
    line_up_.rules = &rules;
    for (int seat = 0; seat < division.seats; ++seat) {
      line_up_.agents.push_back(agent);
      line_up_.key_names.push_back(fmt::format("{}#{}", agent.name, seat + 1));
    }
    line_up_.seed = referee::record::draw_seed();  // no deal of the plan has its dice
    line_up_.agent_secret = referee::record::draw_seed();
    line_up_.mirror = division.mirror;
    line_up_.advice = division.advice;
    line_up_.limits = limits;
    line_up_.on_step = [this](const referee::record::Step& step, const rules::Position&) {
      count(step);
    };
  }

  SelfPlayed measure() {
    SelfPlayed first = play(1);  // in which the agents are started, before the first step
    if (first.deals > 0) first.of_a_deal = first.decisions;
    if (first.deals == 0 || first.time > kSettled) return first;
    SelfPlayed many = play(kManyDeals);
    if (many.deals == 0 && many.decisions == 0) return first;
    many.of_a_deal = first.decisions;
    return many;
  }

 private:
  void count(const referee::record::Step& step) {
    const auto now = Clock::now();
    if (!begin_) begin_ = now;
    if (step.kind != referee::record::Step::Kind::Throw) ++sample_.decisions;
    if (!settled_ && now - *begin_ > kSettled) {
      settled_ = now;
      unsettled_decisions_ = sample_.decisions;
    }
    if (now - *begin_ > kMostTime) throw Enough();
  }

  SelfPlayed play(std::uint64_t deals) {
    sample_ = {};
    begin_.reset();
    settled_.reset();
    try {
      sample_.deals = play_(line_up_, next_, next_ + deals, {}).deals.size();
    } catch (const Enough&) {
      sample_.deals = 0;
    }
    next_ += deals;
    if (begin_) sample_.time = Clock::now() - *begin_;
    if (!settled_ || deals == 1) return sample_;
    sample_.deals = 0;  // not all that were begun before are of this time
    sample_.time = Clock::now() - *settled_;
    sample_.decisions -= unsettled_decisions_;
    return sample_;
  }

  referee::play::LineUp line_up_;
  referee::play::PlayDeals play_ = referee::play::new_deal_player();
  std::uint64_t next_ = 0;
  SelfPlayed sample_;
  std::optional<Clock::time_point> begin_;
  std::optional<Clock::time_point> settled_;
  std::uint64_t unsettled_decisions_ = 0;
};

/// By number of the agent; nullopt for those that are not measured.
std::vector<std::optional<SelfPlayed>> samples_in(const PartsPlan& plan,
                                                  const PlannedDivision& division) {
  const rules::RuleSet rules(*division.definition, division.seats, division.parameters);
  const std::size_t every = plan.agents.size() / kMostMeasured + 1;
  std::vector<std::optional<SelfPlayed>> samples(plan.agents.size());
  for (std::size_t i = 0; i < plan.agents.size(); i += every) {
    const PlannedAgent& agent = plan.agents[i];
    if (agent.ready && !referee::play::stop_requested())
      samples[i] = SelfPlay(division, rules, plan.limits, agent.agent).measure();
  }
  return samples;
}

/// Decisions of a deal, by what was finished.
double decisions_of_a_deal(const std::vector<std::optional<SelfPlayed>>& samples,
                           const PlannedDivision& division) {
  double decisions = 0;
  double deals = 0;
  for (const auto& sample : samples) {
    if (!sample || sample->of_a_deal == 0) continue;
    decisions += static_cast<double>(sample->of_a_deal);
    ++deals;
  }
  return deals > 0 ? decisions / deals : kUsualDecisions * division.seats * division.seats;
}

void measure_in(PartsPlan& plan, const PlannedDivision& division) {
  const auto samples = samples_in(plan, division);
  const double decisions = decisions_of_a_deal(samples, division);
  std::vector<std::optional<double>> seconds;
  double sum = 0;
  double measured = 0;
  for (const auto& sample : samples) {
    auto& own = seconds.emplace_back();
    if (!sample) continue;
    const double deals = sample->deals > 0 ? static_cast<double>(sample->deals)
                                           : static_cast<double>(sample->decisions) / decisions;
    own = sample->time.count() / std::max(deals, 1e-3) / division.seats;
    sum += *own;
    ++measured;
  }
  for (std::size_t i = 0; i < plan.agents.size(); ++i) {
    const double usual = measured > 0 && plan.agents[i].ready ? sum / measured : 0;
    plan.agents[i].seconds.push_back(seconds[i].value_or(usual));
  }
}

}  // namespace

void measure_agents(PartsPlan& plan) {
  for (const PlannedDivision& division : plan.divisions)
    measure_in(plan, division);
}

}  // namespace danno::leagues::parts
