#include "leagues/parts/play_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/parts/attempt.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/planned_line_ups.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using play::Played;
using referee::play::Batch;
using referee::play::DealResult;
using std::chrono::steady_clock;

/// Numbers of the part's deals in PartsPlan::deals.
std::vector<std::size_t> deals_of_part(const PartsPlan& plan, int part) {
  std::vector<std::size_t> numbers;
  for (auto i = static_cast<std::size_t>(part - 1); i < plan.deals.size();
       i += static_cast<std::size_t>(plan.parts))
    numbers.push_back(i);
  return numbers;
}

// --- out -----------------------------------------------------------------------------------------

/// A batch system that ends a job signals agents, too.
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
  PartOutput(const fs::path& folder, const PartHeader& own)
      : own_(own), writer_(folder, own.part, own.host) {}

  void add(store::Id line_up, referee::record::AgentSet absent, const Origins::Stretch& stretch) {
    const PartHeader& header = stretch.source == nullptr ? own_ : stretch.source->header;
    write_old();
    if (held_.empty() && (stretch.source != nullptr || !may_be_signalled(stretch.deals)))
      return writer_.add(header, line_up, absent, stretch.deals);
    held_.push_back({steady_clock::now(),
                     header,
                     line_up,
                     absent,
                     {stretch.deals.begin(), stretch.deals.end()}});
  }

  void finish() {
    while (!held_.empty())
      write_first();
    writer_.finish(own_);
  }

 private:
  static constexpr std::chrono::seconds kHold{2};
  struct Held {
    steady_clock::time_point since;
    PartHeader header;
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
    writer_.add(held.header, held.line_up, held.absent, held.deals);
    held_.pop_front();
  }

  PartHeader own_;
  PartWriter writer_;
  std::deque<Held> held_;
};

// --- playing -------------------------------------------------------------------------------------

class PartRun {
 public:
  PartRun(const PartsPlan& plan, const PartOrder& order)
      : plan_(plan),
        order_(order),
        line_ups_(plan),
        numbers_(deals_of_part(plan, order.part)),
        played_(plan) {
    const auto files = part_files(plan.part_folder());
    if (!files.contains(order.part)) return;
    for (const fs::path& file : files.at(order.part))
      (void)played_.add(file, order.part);
  }

  play::RunEnd run(std::span<const play::Observer> observers) {
    PartOutput output(plan_.part_folder(), order_.header);
    std::vector<play::Observer> all{[&](const Played& played) {
      const store::Id line_up = plan_.deals[numbers_[played.task]].line_up;
      for (const Origins::Stretch& stretch : origins_.take(line_up, played.deals))
        output.add(line_up, played.absent, stretch);
    }};
    all.insert(all.end(), observers.begin(), observers.end());
    play::RunOptions options = order_.options;
    options.wrap = [this](play::PlayDeals play) {
      return resuming(require_starts(plan_, std::move(play)));
    };
    const play::RunEnd end = play::run(play::once(tasks()), options, all);
    if (end != play::RunEnd::Complete) return end;  // what is still held was played before the stop
    output.finish();
    remove_attempts(plan_, order_.part);
    return end;
  }

 private:
  std::vector<play::Task> tasks() {
    std::vector<play::Task> tasks;
    for (const std::size_t number : numbers_) {
      const PlannedDeals& deals = plan_.deals[number];
      tasks.push_back({[this, &deals] { return line_ups_.make(deals); }, deals.end, deals.first,
                       deals.absent, deals.faults});
    }
    return tasks;
  }

  /// Hands out what earlier attempts played, and plays the rest.
  play::PlayDeals resuming(play::PlayDeals play) {
    return [this, play = std::move(play)](const referee::play::LineUp& line_up, std::uint64_t begin,
                                          std::uint64_t end, referee::record::AgentSet absent) {
      const store::Id id = static_cast<const PlannedLineUp&>(line_up).planned->line_up;
      Batch batch;
      batch.effort.resize(line_up.agents.size());
      while (begin < end) {
        auto [deals, source, problem] = played_.find(id, begin, end, absent);
        if (source == nullptr) break;
        source->refused = source->refused || !problem.empty();  // its deals are played again
        origins_.set(id, begin, begin + deals.size(), source);
        begin += deals.size();
        std::ranges::move(deals, std::back_inserter(batch.deals));
      }
      if (begin == end) return batch;
      origins_.set(id, begin, end, nullptr);
      Batch rest = play(line_up, begin, end, absent);
      rest.deals.insert(rest.deals.begin(), std::move_iterator(batch.deals.begin()),
                        std::move_iterator(batch.deals.end()));
      return rest;
    };
  }

  const PartsPlan& plan_;
  const PartOrder& order_;
  PlannedLineUps line_ups_;
  std::vector<std::size_t> numbers_;
  PlayedParts played_;
  Origins origins_;
};

/// A copy in the plan cannot change; other agents may be another file here, or a changed one.
std::string why_another(const PartsPlan& plan, const PlannedAgent& agent) {
  const std::string copies = (fs::absolute(plan.folder) / "agents").string() + "/";
  if (agent.agent.folder.string().starts_with(copies)) return {};
  entrants::Entrant entrant;
  entrant.agent = agent.agent;
  if (entrants::content_hash(entrant) == agent.hash) return {};
  return fmt::format("what is in {} is not what was planned", agent.agent.folder.string());
}

}  // namespace

PartProgress part_progress(const PartsPlan& plan, int part) {
  check_part(plan, part);
  PartProgress progress;
  for (const std::size_t number : deals_of_part(plan, part))
    progress.deals += plan.deals[number].end - plan.deals[number].first;
  const fs::path file = finished_part(plan.part_folder(), part);
  progress.complete = fs::exists(file) && PlayedParts(plan).add(file, part).complete;
  return progress;
}

void remove_attempts(const PartsPlan& plan, int part) {
  std::error_code gone;
  for (const auto& [number, files] : part_files(plan.part_folder())) {
    for (const fs::path& file : files) {
      if (number == part && file.extension() == ".open") fs::remove(file, gone);
    }
  }
  forget_failures(plan.part_folder(), part);
}

std::string why_unfit(const PartsPlan& plan, int part) {
  std::set<std::uint32_t> playing;
  for (std::size_t i = 0; i < plan.deals.size(); ++i) {
    if (part == 0 || part_of(plan, i) == part)
      playing.insert(plan.deals[i].agents.begin(), plan.deals[i].agents.end());
  }
  std::set<std::tuple<fs::path, std::vector<std::string>, std::string>> looked_at;
  for (const std::uint32_t number : playing) {
    const PlannedAgent& agent = plan.agents[number];
    // Many agents may be one program, whose files are read once.
    if (!looked_at.emplace(agent.agent.folder, agent.agent.command, agent.hash).second) continue;
    const std::string why = agent.ready ? why_another(plan, agent) : "";
    if (!why.empty())
      return fmt::format("'{}': {}", words::escape_terminal(agent.agent.name),
                         words::escape_terminal(why));
  }
  return {};
}

std::vector<int> missing_parts(const PartsPlan& plan) {
  std::vector<int> missing;
  for (int part = 1; part <= plan.parts; ++part) {
    if (!fs::exists(finished_part(plan.part_folder(), part))) missing.push_back(part);
  }
  return missing;
}

void check_fit(const PartsPlan& plan, int part) {
  const std::string unfit = why_unfit(plan, part);
  if (unfit.empty()) return;
  throw std::runtime_error(fmt::format(
      "{} cannot play this: agent {}; play it elsewhere, or plan again here", this_host(), unfit));
}

play::RunEnd play_part(const PartsPlan& plan, const PartOrder& order,
                       std::span<const play::Observer> observers) {
  return PartRun(plan, order).run(observers);
}

}  // namespace danno::leagues::parts
