#include "leagues/commands/gate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "leagues/schedule/planned/planned.hpp"

namespace danno::leagues::commands::gate {
namespace {

using Clock = std::chrono::steady_clock;

/// Deals of each baseline that are played before the tests are asked again.
constexpr std::uint64_t kFirstStage = 128;
constexpr std::uint64_t kLargestStage = 16'384;
/// Stages grow until they take so long: long against the start of processes, short to be waited
/// for when the test is decided at their beginning.
constexpr std::chrono::seconds kStageTime{5};
/// Deals per luck computation. Work on deals after the deciding one is wasted, so this is small.
constexpr std::size_t kDealsAtOnce = 64;

/// The candidate among copies of the baseline, by name: the order in which a store has them.
std::vector<referee::protocol::Agent> candidate_table(const referee::protocol::Agent& candidate,
                                                      const referee::protocol::Agent& baseline,
                                                      int seats) {
  std::vector<referee::protocol::Agent> agents{candidate, baseline};
  for (int copy = 2; copy < seats; ++copy)
    agents.emplace_back(baseline).name += fmt::format("#{}", copy);
  std::ranges::sort(agents, {}, &referee::protocol::Agent::name);
  return agents;
}

}  // namespace

std::unique_ptr<const ratings::SolvedGame> find_values(const rules::RuleSet& rules,
                                                       GateReport& report) {
  auto found = ratings::find_solved(rules.definition(), rules.parameters());
  // The gate works without solved values; it then needs more deals.
  if (const auto* const not_solved = std::get_if<ratings::NotSolved>(&found)) {
    report.luck = "not luck-adjusted: " + not_solved->reason;
    return nullptr;
  }
  auto values = std::get<std::unique_ptr<const ratings::SolvedGame>>(std::move(found));
  report.terms.adjusted = true;
  report.luck = "luck-adjusted, values " + values->name();
  return values;
}

Gate::Gate(std::vector<entrants::Entrant> entrants, const referee::play::LineUp& common,
           GateReport report, std::unique_ptr<const ratings::SolvedGame> values)
    : entrants_(std::move(entrants)), report_(std::move(report)), values_(std::move(values)) {
  report_.candidate = entrants_.front().agent.name;
  for (std::size_t i = 1; i < entrants_.size(); ++i) {
    referee::play::LineUp& line_up = line_ups_.emplace_back(common);
    line_up.agents =
        candidate_table(entrants_.front().agent, entrants_[i].agent, report_.terms.seats);
    for (const referee::protocol::Agent& agent : line_up.agents)
      line_up.key_names.push_back(agent.name);
    line_up.seed = report_.seed;
    line_up.agent_secret = report_.agent_secret;
    tasks_.emplace_back().faults.resize(line_up.agents.size());
    const auto candidate = std::ranges::find(line_up.key_names, report_.candidate);
    const auto index = static_cast<std::size_t>(candidate - line_up.key_names.begin());
    report_.tests.push_back(
        {entrants_[i].agent.name, GateTest(report_.terms, index), std::nullopt});
  }
  if (values_) luck_.emplace(*values_->table, *common.rules);
}

store::League Gate::league() const {
  const referee::play::LineUp& line_up = line_ups_.front();
  store::League league =
      make_league("gate", line_up, report_.terms.seats, report_.terms.max_deals, entrants_);
  schedule::planned::set_gauntlet(league, {report_.candidate});
  for (const referee::protocol::Agent& agent :
       line_up.agents) {  // more than two seats: one baseline
    if (std::ranges::find(entrants_, agent.name, [](const auto& entrant) {
          return entrant.agent.name;
        }) == entrants_.end()) {
      league.entrants.emplace_back(entrants_.back()).agent = agent;
    }
  }
  return league;
}

std::optional<MovedAttempt> Gate::store_in(const std::filesystem::path& folder,
                                           const std::string& machine, const std::string& terms) {
  store::League league = this->league();
  league.format_keys[kTerms] = terms;
  league.format_keys[kMostDeals] = league.deals;
  // Deals of another attempt leave the folder, so that they are not taken for ones of this.
  const auto moved = move_other_attempt(folder, league);
  std::vector<GauntletTable> tables;
  for (const referee::play::LineUp& line_up : line_ups_)
    tables.push_back(line_up.key_names);
  store_.emplace(folder).sync_with(league, tables,
                                   {.isolation = report_.isolation,
                                    .layers = report_.isolation_layers,
                                    .machine = machine,
                                    .limits = line_ups_.front().limits});
  // The store decides the seed: it has the one of the deals that are there.
  report_.seed = {store_->epoch().seed};
  report_.agent_secret = {store_->epoch().agent_secret};
  for (std::size_t test = 0; test < line_ups_.size(); ++test)
    store_->set_dice(test, line_ups_[test]);
  return moved;
}

void Gate::resume() {
  if (store_)
    store_->visit(kDealsAtOnce, [&](std::size_t test, const auto& deals) { take(test, deals); });
}

void Gate::close() {
  if (store_) store_->close();
}

/// Takes deals up to the one that decides, or until a stop is asked for. Returns how many.
std::size_t Gate::take(std::size_t test, std::span<const referee::play::DealResult> deals) {
  std::size_t taken = 0;
  while (taken < deals.size()) {
    const auto some = deals.subspan(taken, std::min(kDealsAtOnce, deals.size() - taken));
    const std::size_t took = take_some(test, some);
    taken += took;
    // The test is decided: later deals do not count.
    if (took < some.size()) break;
  }
  return taken;
}

std::size_t Gate::take_some(std::size_t test, std::span<const referee::play::DealResult> deals) {
  GateTest& own = report_.tests[test].test;
  runner::Task& task = tasks_[test];
  const auto goes_on = [&] {
    return own.verdict() == GateVerdict::Open && !referee::play::stop_requested();
  };
  if (!goes_on()) return 0;
  const std::vector<double> lucks = luck_ ? ratings::luck_of_deals(*luck_, deals, own.candidate())
                                          : std::vector<double>(deals.size());
  std::size_t taken = 0;
  while (taken < deals.size() && goes_on()) {
    const auto next = deals.subspan(taken, 1);
    own.take(next.front(), lucks[taken]);
    task.absent =
        referee::play::count_faults(line_ups_[test], next, task.absent, task.faults).absent;
    ++taken;
  }
  return taken;
}

bool Gate::goes_on() const {
  bool open = false;
  for (const GateReport::Test& entry : report_.tests) {
    // A faulty baseline makes the whole gate void.
    if (entry.test.verdict() == GateVerdict::BaselineFaulted) return false;
    open = open || entry.test.verdict() == GateVerdict::Open;
  }
  return open;
}

/// Returns some more deals against every baseline whose test is open.
std::vector<runner::Task> Gate::next_stage(std::uint64_t deals) {
  std::vector<runner::Task> wave;
  test_of_.clear();
  for (std::size_t test = 0; goes_on() && test < tasks_.size(); ++test) {
    const GateTest& own = report_.tests[test].test;
    if (own.verdict() != GateVerdict::Open) continue;
    runner::Task& task = tasks_[test];
    task.line_up = runner::always(line_ups_[test]);
    task.done = own.deals();
    task.deals = std::min(report_.terms.max_deals, task.done + deals);
    wave.push_back(task);
    test_of_.push_back(test);
  }
  return wave;
}

void Gate::observe(const runner::Played& played, std::span<const runner::Observer> observers) {
  const std::size_t test = test_of_[played.task];
  const auto taken = played.deals.first(take(test, played.deals));
  if (taken.empty()) return;
  // Only deals that the test has taken are stored, so that a continued run decides at the same
  // deal.
  if (store_) store_->add(test, taken);
  for (const runner::Observer& observer : observers)
    observer({test, played.line_up, taken, played.effort});
}

void Gate::run(const runner::RunOptions& options, std::span<const runner::Observer> observers) {
  // Stages double as long as they are short, so that a long test spends its time on games.
  std::uint64_t deals = 0;
  Clock::time_point begun;
  const auto next = [&] {
    const auto now = Clock::now();
    if (deals == 0) {
      deals = kFirstStage;
    } else if (now - begun < kStageTime) {
      deals = std::min(2 * deals, kLargestStage);
    }
    begun = now;
    return next_stage(deals);
  };
  const runner::Observer own = [&](const runner::Played& played) { observe(played, observers); };
  const auto start = Clock::now();
  (void)runner::run(next, options, std::span(&own, 1));
  report_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace danno::leagues::commands::gate
