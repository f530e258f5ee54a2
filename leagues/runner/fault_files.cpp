#include "leagues/runner/fault_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "referee/protocol/report.hpp"

namespace danno::leagues::runner {

namespace {

namespace fs = std::filesystem;

/// Cuts the text to its last kKept bytes, from the beginning of a line if one begins there.
std::string last_bytes(const std::string& text) {
  if (text.size() <= AgentLogs::kKept) return text;
  const std::size_t first = text.size() - AgentLogs::kKept;
  const std::size_t line = text.find('\n', first - 1);
  return text.substr(line == std::string::npos || line + 1 == text.size() ? first : line + 1);
}

}  // namespace

void AgentLogs::take(std::size_t agent, std::string_view text) {
  const std::lock_guard lock(mutex_);
  std::string& tail = tails_[agent];
  tail += text;
  if (tail.size() > 2 * kKept) tail = last_bytes(tail);  // not each time: it copies
}

std::vector<fs::path> AgentLogs::write(const fs::path& folder,
                                       std::span<const std::string> names) const {
  std::vector<fs::path> files(tails_.size());
  for (std::size_t agent = 0; agent < tails_.size(); ++agent) {
    const fs::path file = folder / (base::to_file_name(names[agent]) + ".txt");
    if (tails_[agent].empty()) {
      fs::remove(file);
      continue;
    }
    fs::create_directories(folder);
    base::write_whole(file, last_bytes(tails_[agent]));
    files[agent] = file;
  }
  return files;
}

StoredFaults::StoredFaults(const store::Reader& store, const referee::protocol::Limits& limits)
    : store_(store) {
  limits_.limits = limits;
  // Most line-ups have no fault, so only those with one read their games again.
  for (const store::StoredDivision& division : store.league().divisions) {
    for (const store::StoredFault& fault : store.faults(division))
      faulty_.insert(fault.line_up);
  }
}

void StoredFaults::add_to(Task& task, const schedule::Fixture& fixture) const {
  // Games that the plan settles one by one do not go on behind others.
  if (fixture.fixed_game || !faulty_.contains(fixture.line_up.id)) return;
  store_.visit_faulty_deals(fixture.line_up, [&](const store::StoredLineUp&,
                                                 const referee::play::DealResult& deal) {
    if (deal.deal >= fixture.first) return;
    task.faults.resize(deal.games.front().seats);
    task.absent =
        referee::play::count_faults(limits_, std::span(&deal, 1), task.absent, task.faults).absent;
  });
}

fs::path fault_file(std::string_view rules, std::span<const std::string> names, std::size_t agent,
                    std::uint64_t deal, int seating) {
  constexpr std::size_t kLongest = 200;  // file names have at most 255 bytes
  std::string line_up;
  for (const std::string& name : names)
    line_up += (line_up.empty() ? "" : ",") + base::to_file_name(name);
  return fs::path(base::to_file_name(names[agent])) /
         fmt::format("{}-{}-{}-{}.json", rules, line_up.substr(0, kLongest), deal, seating);
}

void write_fault_file(const fs::path& file, std::string_view report) {
  fs::create_directories(file.parent_path());
  base::write_whole(file, report);
}

std::size_t write_fault_files(const fs::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::play::DealResult> deals) {
  std::size_t written = 0;
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults) {
        const std::size_t agent = game.agent_at[static_cast<std::size_t>(fault.seat)];
        const fs::path file = folder / fault_file(rules, names, agent, deal.deal, game.seating);
        write_fault_file(file, referee::protocol::report_json(fault));
        ++written;
      }
    }
  }
  return written;
}

void write_missing_fault_files(const fs::path& folder, const store::Reader& store) {
  const store::StoredLeague league = store.league();
  for (const store::StoredDivision& division : league.divisions) {
    store::StoredLineUp line_up;
    for (const store::StoredFault& fault : store.faults(division)) {
      if (line_up.id != fault.line_up) line_up = store.line_up(division, fault.line_up);
      const auto agent = static_cast<std::size_t>(std::ranges::find(line_up.agents, fault.agent) -
                                                  line_up.agents.begin());
      if (agent == line_up.agents.size())
        throw std::runtime_error("league.db: a fault of an agent that did not play");
      const fs::path file =
          folder / fault_file(division.definition->id, store::key_names(line_up, league.agents),
                              agent, fault.deal, fault.seating);
      if (!fs::exists(file)) write_fault_file(file, store.fault_report(fault.id));
    }
  }
}

Observer fault_file_writer(fs::path folder) {
  return [folder = std::move(folder)](const Played& played) {
    if (folder.empty()) return;
    write_fault_files(folder, played.line_up.rules->id(), played.line_up.key_names, played.deals);
  };
}

}  // namespace danno::leagues::runner
