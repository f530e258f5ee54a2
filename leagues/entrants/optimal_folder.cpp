// Gives the bundled agent `optimal` its solved tables. The installed folder may be read-only and
// has few tables. A copy in the cache then has those that were solved on this machine, too.
#include "leagues/entrants/optimal_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "leagues/base/draft_folder.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

/// The subfolder in which the agent looks for tables.
constexpr const char* kTables = "danno";

/// Returns the cache folder; nullopt if the machine has no place for one.
std::optional<fs::path> cache() {
  try {
    return solver::cache_folder();
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

/// Returns the tables of the cache that the folder lacks.
std::vector<fs::path> missing_tables(const fs::path& folder) {
  std::vector<fs::path> tables;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(cache().value_or(""), ignored)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".values" && !fs::exists(folder / kTables / file.filename()))
      tables.push_back(file);
  }
  std::ranges::sort(tables);
  return tables;
}

/// Returns a name that changes with the program and the tables.
std::string copy_name(const fs::path& shipped, const std::vector<fs::path>& tables) {
  std::string all;
  const auto add = [&](const fs::path& file) {
    all += fmt::format("{} {} {}\n", file.string(), fs::file_size(file),
                       fs::last_write_time(file).time_since_epoch().count());
  };
  add(shipped / "optimal");
  std::ranges::for_each(tables, add);
  return fmt::format("optimal-{:016x}", std::hash<std::string>()(all));
}

/// Returns the shipped folder, or a copy that also has these tables.
fs::path folder_with(const fs::path& shipped, const std::vector<fs::path>& tables) {
  if (tables.empty()) return shipped;
  const fs::path folder = solver::cache_folder() / "agents" / copy_name(shipped, tables);
  if (fs::exists(folder)) return folder;
  const base::DraftFolder draft(folder.parent_path());
  fs::copy(shipped, draft.path(), fs::copy_options::recursive);
  fs::create_directories(draft.path() / kTables);
  for (const fs::path& table : tables)
    fs::copy_file(table, draft.path() / kTables / table.filename());
  draft.finish(folder);
  return folder;
}

/// Returns folder_with(), copied again if a table of these rules was damaged since.
fs::path intact_folder_with(const fs::path& shipped, const std::vector<fs::path>& tables,
                            const std::vector<rules::RuleSet>& solved) {
  const fs::path folder = folder_with(shipped, tables);
  const bool intact = std::ranges::all_of(solved, [&](const rules::RuleSet& rules) {
    return solver::load_intact(rules, folder / kTables / solver::table_name(rules)) != nullptr;
  });
  if (intact) return folder;
  fs::remove_all(folder);
  return folder_with(shipped, tables);
}

/// The shipped folder, or a copy of it in the cache.
bool plays_from(const Entrant& entrant, const fs::path& shipped) {
  const fs::path& folder = entrant.agent.folder;
  std::error_code ignored;
  if (fs::equivalent(folder, shipped, ignored)) return true;
  const auto cached = cache();
  return cached && folder.filename().string().starts_with("optimal-") &&
         fs::equivalent(folder.parent_path(), *cached / "agents", ignored);
}

}  // namespace

fs::path optimal_folder(const fs::path& shipped) {
  return folder_with(shipped, missing_tables(shipped));
}

void provide_optimal(std::span<Entrant> entrants, std::span<const rules::RuleSet> rules,
                     const std::function<void(const rules::RuleSet&)>& solving,
                     const solver::Watch& watch) {
  const fs::path shipped = bundled_agents() / "optimal";
  std::vector<Entrant*> optimal;
  for (Entrant& entrant : entrants) {
    if (plays_from(entrant, shipped)) optimal.push_back(&entrant);
  }
  if (optimal.empty()) return;
  const auto threads = referee::sandbox::usable_cores();
  std::vector<fs::path> tables;
  std::vector<rules::RuleSet> solved;
  for (const rules::RuleSet& played : rules) {
    // The agent plays larger tables by the solution for two players.
    const rules::RuleSet two = solver::uncapped_for_two(played.definition(), played.parameters());
    if (const auto why_not = solver::why_not_solved(two))
      throw OptimalCannotPlay(fmt::format("agent '{}' cannot play {}: {}; leave it out",
                                          optimal.front()->agent.name, two.id(), *why_not));
    if (solver::load_intact(two, shipped / kTables / solver::table_name(two))) continue;
    const fs::path table = solver::cached_table(two);
    // A table that is missing or damaged is solved now.
    if (!solver::load_intact(two, table)) {
      solving(two);
      static_cast<void>(solver::solve_into(two, threads, table, watch));
    }
    tables.push_back(table);
    solved.push_back(two);
  }
  const fs::path folder = intact_folder_with(shipped, tables, solved);
  for (Entrant* const entrant : optimal)
    entrant->agent.folder = folder;
}

}  // namespace danno::leagues::entrants
