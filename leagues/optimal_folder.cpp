#include "leagues/optimal_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "leagues/entrants/draft_folder.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;

/// Where the agent looks for tables in its folder.
constexpr const char* kTables = "danno";

/// Tables of the cache that the folder has not.
std::vector<fs::path> missing_tables(const fs::path& folder) {
  std::vector<fs::path> tables;
  fs::path cache;
  try {
    cache = solver::cache_folder();
  } catch (const std::runtime_error&) {
    return tables;  // nowhere to cache, so nothing is cached
  }
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(cache, ignored)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".values" && !fs::exists(folder / kTables / file.filename()))
      tables.push_back(file);
  }
  std::ranges::sort(tables);
  return tables;
}

/// Differs where the program or a table does.
std::string name_of(const fs::path& shipped, const std::vector<fs::path>& tables) {
  std::string all;
  const auto add = [&](const fs::path& file) {
    all += fmt::format("{} {} {}\n", file.string(), fs::file_size(file),
                       fs::last_write_time(file).time_since_epoch().count());
  };
  add(shipped / "optimal");
  std::ranges::for_each(tables, add);
  return fmt::format("optimal-{:016x}", std::hash<std::string>()(all));
}

}  // namespace

fs::path optimal_folder(const fs::path& shipped) {
  const std::vector<fs::path> tables = missing_tables(shipped);
  if (tables.empty()) return shipped;
  const fs::path folder = solver::cache_folder() / "agents" / name_of(shipped, tables);
  if (fs::exists(folder)) return folder;
  const DraftFolder draft(folder.parent_path());
  fs::copy(shipped, draft.path(), fs::copy_options::recursive);
  for (const fs::path& table : tables)
    fs::copy_file(table, draft.path() / kTables / table.filename());
  draft.finish(folder);
  return folder;
}

}  // namespace danno::leagues
