#include "leagues/commands/cluster/play_part.hpp"

#include <fmt/format.h>

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/commands/cluster/played_parts.hpp"
#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;
using referee::play::Batch;
using referee::play::DealResult;
using referee::record::Fault;
using referee::record::FaultKind;
using referee::record::GameRecord;
using runner::Played;
using std::chrono::steady_clock;

/// Returns a fault in the deals for which `holds(game, fault)`; null if there is none.
template <class Holds>
const Fault* find_fault(std::span<const DealResult> deals, const Holds& holds) {
  for (const DealResult& deal : deals) {
    for (const GameRecord& game : deal.games) {
      for (const Fault& fault : game.faults) {
        if (holds(game, fault)) return &fault;
      }
    }
  }
  return nullptr;
}

[[noreturn]] void fail_here(const PlannedAgent& agent, const std::string& why) {
  throw std::runtime_error(fmt::format(
      "{} cannot play this: agent '{}': {}; play it elsewhere, or plan again where it starts",
      this_host(), base::escape_terminal(agent.agent.name), base::escape_terminal(why)));
}

// --- playing -------------------------------------------------------------------------------------

/// A line-up of a plan.
struct PlannedLineUp : referee::play::LineUp {
  const PlannedDeals* planned = nullptr;
};

/// The time for which deals with a killed agent are held back.
constexpr std::chrono::seconds kHold{2};

/// Deals that are not written yet.
struct Held {
  steady_clock::time_point until;
  store::Id line_up = 0;
  referee::record::AgentSet absent = {};
  std::vector<DealResult> deals;
};

class PartRun {
 public:
  PartRun(const PartsPlan& plan, const PartHeader& header)
      : plan_(plan),
        header_(header),
        seeds_(read_seeds(plan)),
        started_(plan.agents.size()),
        writer_(plan.part_folder(), header.part, header.host) {
    for (const store::StoredDivision& division : plan.divisions)
      rules_.emplace_back(*division.definition, division.seats, division.parameters);
  }

  runner::RunEnd run(runner::RunOptions options, std::span<const runner::Observer> observers) {
    std::vector<runner::Task> tasks = resume();
    std::vector<runner::Observer> all{[this](const Played& played) { write(played); }};
    all.insert(all.end(), observers.begin(), observers.end());
    options.wrap = [this](runner::PlayDeals play) { return require_starts(std::move(play)); };
    const runner::RunEnd end = runner::run(runner::once(std::move(tasks)), options, all);
    if (end != runner::RunEnd::Complete)
      return end;  // what is still held was played before the stop
    write_until(steady_clock::time_point::max());
    writer_.finish(header_);
    return end;
  }

 private:
  /// Every line-up that is played here is a PlannedLineUp.
  static const PlannedDeals& planned_deals(const referee::play::LineUp& line_up) {
    return *static_cast<const PlannedLineUp&>(line_up).planned;
  }

  [[nodiscard]] std::shared_ptr<const PlannedLineUp> make_line_up(const PlannedDeals& deals) const {
    auto line_up = std::make_shared<PlannedLineUp>();
    const store::StoredDivision& division = plan_.divisions[deals.division];
    line_up->planned = &deals;
    line_up->rules = &rules_[deals.division];
    for (const std::size_t agent : deals.agents) {
      line_up->agents.push_back(plan_.agents[agent].agent);
      line_up->key_names.push_back(plan_.agents[agent].key_name);
    }
    line_up->seed = {seeds_.dice};
    line_up->agent_secret = {seeds_.agents};
    line_up->mirror = division.mirror;
    line_up->advice = division.advice;
    line_up->limits = plan_.limits;
    return line_up;
  }

  /// Copies what earlier attempts played, and returns what is missing.
  std::vector<runner::Task> resume() {
    PlayedParts played(plan_);
    const auto files = part_files(plan_.part_folder());
    if (const auto own = files.find(header_.part); own != files.end()) {
      for (const fs::path& file : own->second)
        (void)played.add(file, header_.part);
    }
    std::vector<runner::Task> tasks;
    for (const PlannedDeals* const deals : part_deals(plan_, header_.part)) {
      PlannedDeals missing = *deals;
      // Each range of the plan continues where the copied blocks end.
      while (missing.first < missing.end && copy_next(played, missing)) {
      }
      if (missing.first == missing.end) continue;
      tasks.push_back({[this, deals] { return make_line_up(*deals); }, missing.end, missing.first,
                       missing.absent, missing.faults});
    }
    return tasks;
  }

  /// Returns false if no file has the next deal.
  bool copy_next(PlayedParts& played, PlannedDeals& missing) {
    const PlayedBlock* const block = played.next_block(missing);
    if (block == nullptr) return false;
    const PlannedDeals before = missing;
    std::vector<DealResult> deals;
    try {
      deals = played.take(*block, missing);
    } catch (const std::runtime_error&) {
      block->file->refused = true;  // its deals are played again
      missing = before;
      return true;
    }
    writer_.add(block->header(), missing.line_up, before.absent, deals);
    return true;
  }

  /// Writes what is committed. Deals with an agent that was killed wait until it is clear that the
  /// job was not being stopped, because batch systems signal agents, too; so do those after them.
  void write(const Played& played) {
    const auto now = steady_clock::now();
    // Once a stop is requested, kills may be its effect, so held deals are given up and played
    // again later.
    if (!referee::play::stop_requested()) write_until(now);
    const bool is_killed =
        find_fault(played.deals, [](const GameRecord&, const Fault& fault) {
          return fault.kind == FaultKind::Crash && (fault.value == 9 || fault.value == 15);
        }) != nullptr;
    // Deals behind held ones wait, too, so that the file stays in order.
    held_.push_back({is_killed || !held_.empty() ? now + kHold : now,
                     planned_deals(played.line_up).line_up,
                     played.absent,
                     {played.deals.begin(), played.deals.end()}});
    if (held_.size() == 1) write_until(now);
  }

  void write_until(steady_clock::time_point now) {
    for (; !held_.empty() && held_.front().until <= now; held_.pop_front()) {
      const Held& held = held_.front();
      writer_.add(header_, held.line_up, held.absent, held.deals);
      writer_.sync();
    }
  }

  /// Returns `play` with a check that agents that started when the plan was made start here.
  runner::PlayDeals require_starts(runner::PlayDeals play) {
    return [this, play = std::move(play)](const referee::play::LineUp& line_up, std::uint64_t begin,
                                          std::uint64_t end, referee::record::AgentSet absent) {
      Batch batch = play(line_up, begin, end, absent);
      const std::scoped_lock lock(mutex_);
      const PlannedDeals& deals = planned_deals(line_up);
      for (std::size_t i = 0; i < deals.agents.size(); ++i)
        note_start(deals.agents[i], i, batch);
      return batch;
    };
  }

  /// Notes whether an agent, which is the i-th of the batch, got ready.
  void note_start(std::size_t agent, std::size_t i, const Batch& batch) {
    // An agent that once started here may fail later: that is its own fault, and not the machine's.
    if (!batch.never_ready.has(i)) {
      started_[agent] = true;
    } else if (plan_.agents[agent].ready && !started_[agent]) {
      const Fault* const fault =
          find_fault(batch.deals, [&](const GameRecord& game, const Fault& each) {
            return each.kind == FaultKind::NeverReady &&
                   game.agent_at[static_cast<std::size_t>(each.seat)] == i;
          });
      fail_here(plan_.agents[agent],
                fault == nullptr ? "it did not get ready" : describe(fault->cause));
    }
  }

  const PartsPlan& plan_;
  const PartHeader& header_;
  PlanSeeds seeds_;
  std::deque<rules::RuleSet> rules_;  // of the divisions
  std::mutex mutex_;                  // for started_
  std::vector<bool> started_;         // on this machine, by PartsPlan::agents
  PartWriter writer_;
  std::deque<Held> held_;  // to be written, in order
};

/// Removes what attempts at a complete part left; all that they played is in its file.
void remove_attempts(const PartsPlan& plan, int part) {
  std::error_code gone;
  const auto files = part_files(plan.part_folder());
  const auto own = files.find(part);
  if (own == files.end()) return;
  for (const fs::path& file : own->second) {
    if (file.extension() == ".open") fs::remove(file, gone);
  }
}

}  // namespace

bool is_whole(const PartsPlan& plan, int part) {
  const fs::path file = finished_part(plan.part_folder(), part);
  if (!fs::exists(file) || !PlayedParts(plan).add(file, part).complete) return false;
  remove_attempts(plan, part);
  return true;
}

/// A copy in the plan's folder cannot change; what was not copied may differ on this machine.
void require_planned_agents(const PartsPlan& plan, int part) {
  const std::string copies = (fs::absolute(plan.folder) / "agents").string() + "/";
  std::set<std::size_t> checked;
  for (const PlannedDeals* const deals : part_deals(plan, part)) {
    for (const std::size_t number : deals->agents) {
      const PlannedAgent& agent = plan.agents[number];
      const std::string folder = agent.agent.folder.string();
      if (!checked.insert(number).second || !agent.ready || folder.starts_with(copies)) continue;
      entrants::Entrant entrant;
      entrant.agent = agent.agent;
      if (entrants::content_hash(entrant) != agent.hash)
        fail_here(agent, fmt::format("the agent in {} is not the one that was planned", folder));
    }
  }
}

runner::RunEnd play_part(const PartsPlan& plan, const PartHeader& header,
                         runner::RunOptions options, std::span<const runner::Observer> observers) {
  const runner::RunEnd end = PartRun(plan, header).run(std::move(options), observers);
  if (end == runner::RunEnd::Complete) remove_attempts(plan, header.part);
  return end;
}

}  // namespace danno::leagues::commands::cluster
