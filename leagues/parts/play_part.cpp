#include "leagues/parts/play_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/parts/planned_line_ups.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using play::Played;
using referee::play::DealResult;
using std::chrono::steady_clock;

// --- out -----------------------------------------------------------------------------------------

/// Returns whether the end of a job may have caused a fault: batch systems signal agents, too.
bool may_be_signalled(std::span<const DealResult> deals) {
  for (const DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults) {
        if (fault.kind == referee::record::FaultKind::Crash &&
            (fault.value == 9 || fault.value == 15))
          return true;
      }
    }
  }
  return false;
}

/// Writes what is committed. Deals with an agent that was killed wait until it is clear that the
/// job was not being stopped, and so do those after them.
class PartOutput {
 public:
  PartOutput(PartWriter& writer, const PartHeader& header) : writer_(writer), header_(header) {}

  void add(store::Id line_up, const Played& played) {
    write_old();
    if (held_.empty() && !may_be_signalled(played.deals))
      return writer_.add(header_, line_up, played.absent, played.deals);
    held_.push_back(
        {steady_clock::now(), line_up, played.absent, {played.deals.begin(), played.deals.end()}});
  }

  void finish() {
    while (!held_.empty())
      write_first();
    writer_.finish(header_);
  }

 private:
  static constexpr std::chrono::seconds kHold{2};
  struct Held {
    steady_clock::time_point since;
    store::Id line_up = 0;
    referee::record::AgentSet absent = {};
    std::vector<DealResult> deals;
  };

  void write_old() {
    if (referee::play::stop_requested()) return;
    while (!held_.empty() && held_.front().since + kHold < steady_clock::now())
      write_first();
  }
  void write_first() {
    const Held& held = held_.front();
    writer_.add(header_, held.line_up, held.absent, held.deals);
    held_.pop_front();
  }

  PartWriter& writer_;
  const PartHeader& header_;
  std::deque<Held> held_;
};

// --- playing -------------------------------------------------------------------------------------

class PartRun {
 public:
  PartRun(const PartsPlan& plan, const PartRunOptions& options)
      : plan_(plan),
        options_(options),
        line_ups_(plan),
        played_(plan),
        writer_(plan.part_folder(), options.header.part, options.header.host) {}

  play::RunEnd run(std::span<const play::Observer> observers) {
    std::vector<play::Task> tasks = resume();
    PartOutput output(writer_, options_.header);
    std::vector<play::Observer> all{[&](const Played& played) {
      output.add(static_cast<const PlannedLineUp&>(played.line_up).planned->line_up, played);
    }};
    all.insert(all.end(), observers.begin(), observers.end());
    play::RunOptions run = options_.run;
    run.wrap = [this](play::PlayDeals play) { return require_starts(plan_, std::move(play)); };
    const play::RunEnd end = play::run(play::once(std::move(tasks)), run, all);
    if (end != play::RunEnd::Complete) return end;  // what is still held was played before the stop
    output.finish();
    return end;
  }

 private:
  /// Copies what earlier attempts played, and returns what is missing.
  std::vector<play::Task> resume() {
    const auto files = part_files(plan_.part_folder());
    if (const auto own = files.find(options_.header.part); own != files.end()) {
      for (const fs::path& file : own->second)
        (void)played_.add(file, options_.header.part);
    }
    std::vector<play::Task> tasks;
    for_each_of(plan_, options_.header.part, [&](const PlannedDeals& deals) {
      LineUpProgress progress{deals.line_up, deals.first, deals.end, deals.absent, deals.faults};
      progress.faults.resize(deals.agents.size());
      while (progress.next < deals.end && copy_next(progress)) {
      }
      if (progress.next == deals.end) return;
      tasks.push_back({[this, &deals] { return line_ups_.make(deals); }, deals.end, progress.next,
                       progress.absent, progress.faults});
    });
    return tasks;
  }

  /// Returns false if no file has the next deal.
  bool copy_next(LineUpProgress& progress) {
    const PlayedBlock* const played =
        played_.block_at(progress.line_up, progress.next, progress.absent);
    if (played == nullptr) return false;
    const LineUpProgress before = progress;
    try {
      const auto taken = played_.take(*played, progress);
      const PartHeader& header = played->source->header;
      if (taken.is_whole) {
        writer_.copy(header, played->block, read_packed_deals(played->source->file, played->block));
      } else {
        writer_.add(header, progress.line_up, taken.absent, taken.deals);
      }
    } catch (const std::system_error&) {
      throw;  // the disk failed
    } catch (const std::runtime_error&) {
      played->source->refused = true;  // its deals are played again
      progress = before;
    }
    return true;
  }

  const PartsPlan& plan_;
  const PartRunOptions& options_;
  PlannedLineUps line_ups_;
  PlayedParts played_;
  PartWriter writer_;
};

/// Removes what attempts at a complete part left; all that they played is in its file.
void remove_attempts(const PartsPlan& plan, int part) {
  std::error_code gone;
  const auto files = part_files(plan.part_folder());
  if (const auto own = files.find(part); own != files.end()) {
    for (const fs::path& file : own->second) {
      if (file.extension() == ".open") fs::remove(file, gone);
    }
  }
}

/// Returns why the agent is not what was planned. Its copy in the plan cannot change; an agent that
/// was not copied may be another one on this machine.
std::string find_mismatch(const PartsPlan& plan, const PlannedAgent& agent) {
  const std::string copies = (fs::absolute(plan.folder) / "agents").string() + "/";
  if (agent.agent.folder.string().starts_with(copies)) return {};
  entrants::Entrant entrant;
  entrant.agent = agent.agent;
  if (entrants::content_hash(entrant) == agent.hash) return {};
  return fmt::format("what is in {} is not what was planned", agent.agent.folder.string());
}

}  // namespace

bool is_whole(const PartsPlan& plan, int part) {
  const fs::path file = finished_part(plan.part_folder(), part);
  if (!fs::exists(file) || !PlayedParts(plan).add(file, part).complete) return false;
  remove_attempts(plan, part);
  return true;
}

std::string find_agent_mismatch(const PartsPlan& plan, int part) {
  std::set<std::uint32_t> playing;
  for_each_of(plan, part, [&](const PlannedDeals& deals) {
    playing.insert(deals.agents.begin(), deals.agents.end());
  });
  std::set<std::tuple<fs::path, std::vector<std::string>, std::string>> looked_at;
  for (const std::uint32_t number : playing) {
    const PlannedAgent& agent = plan.agents[number];
    // Many agents may be one program, whose files are read once.
    if (!looked_at.emplace(agent.agent.folder, agent.agent.command, agent.hash).second) continue;
    const std::string why = agent.ready ? find_mismatch(plan, agent) : "";
    if (!why.empty())
      return fmt::format("'{}': {}", words::escape_terminal(agent.agent.name),
                         words::escape_terminal(why));
  }
  return {};
}

void require_usable_node(const PartsPlan& plan, int part) {
  const std::string mismatch = find_agent_mismatch(plan, part);
  if (mismatch.empty()) return;
  throw std::runtime_error(
      fmt::format("{} cannot play this: agent {}; play it elsewhere, or plan again here",
                  this_host(), mismatch));
}

play::RunEnd play_part(const PartsPlan& plan, const PartRunOptions& options,
                       std::span<const play::Observer> observers) {
  const play::RunEnd end = PartRun(plan, options).run(observers);
  if (end == play::RunEnd::Complete) remove_attempts(plan, options.header.part);
  return end;
}

}  // namespace danno::leagues::parts
