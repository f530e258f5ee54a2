#include "leagues/verify/published.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

#include "leagues/base/count.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/site/publish.hpp"
#include "leagues/verify/line_up.hpp"

namespace danno::leagues::verify {

using base::Json;
namespace {

namespace fs = std::filesystem;

/// The texts of the table files, in the order of their names; nullopt if a file is missing.
using TableFiles = std::array<std::optional<std::string>, site::kTableNames.size()>;

/// The publications in the store, and the files as they were when it was read.
struct Published {
  std::vector<store::Publication> publications;
  TableFiles files;
};

Published read_published(const store::Reader& store, const fs::path& folder) {
  // Files and store are written by another process at two moments: read until both agree.
  while (true) {
    for (const char* const name : site::kTableNames)
      require(!fs::exists(folder / name) || fs::is_regular_file(folder / name),
              "{}: it is not a file", name);
    Published published{store.publications(), {}};
    std::ranges::transform(site::kTableNames, published.files.begin(),
                           [&](const char* name) { return base::read_whole(folder / name); });
    // Otherwise another process has just published: read again.
    if (std::ranges::equal(published.publications, store.publications(), {},
                           &store::Publication::digests, &store::Publication::digests))
      return published;
  }
}

// --- what the tables stand on ----------------------------------------------------------------

using Marks = std::map<std::string, std::string>;

/// Returns TableDigest::marks by the keys of their rows. Rows with the same keys are joined.
Marks marks_by_key(const std::string& text) {
  Marks marks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    marks[line.substr(0, space)] += line.substr(std::min(space, line.size()));
  }
  return marks;
}

/// Formats which columns of a row differ: " in author, command".
std::string changed_columns(const std::string& table, const std::string& found,
                            const std::string& kept) {
  constexpr std::size_t kMark = 4;
  std::string changed;
  const std::vector<std::string> columns = store::marked_columns(table);
  for (std::size_t i = 0; i < columns.size() && found.size() == kept.size(); ++i) {
    const std::size_t at = 1 + i * kMark;  // after the space
    if (at < found.size() && found.substr(at, kMark) != kept.substr(at, kMark))
      changed += (changed.empty() ? " in " : ", ") + columns[i];
  }
  return changed;
}

/// Returns the first row that is not what it was, such as "row 3 differs in author".
std::string changed_row(const store::TableDigest& found, const store::TableDigest& kept) {
  const Marks now = marks_by_key(found.marks);
  const Marks then = marks_by_key(kept.marks);
  const auto named = [](const std::string& key) { return key.empty() ? "it" : "row " + key; };
  for (const auto& [key, marks] : then) {
    const auto same = now.find(key);
    if (same == now.end()) return named(key) + " is missing";
    if (same->second != marks)
      return named(key) + " differs" + changed_columns(found.table, same->second, marks);
  }
  for (const auto& [key, marks] : now) {
    if (!then.contains(key)) return named(key) + " was not there";
  }
  return "some row differs";
}

void check_table(const store::TableDigest& found, const store::Publication& publication) {
  const auto kept = std::ranges::find(publication.digests, found.table, &store::TableDigest::table);
  require(kept != publication.digests.end(), "league.db: published: no digest of {}", found.table);
  require(kept->digest == found.digest,
          "league.db: the rows of {} are not those that the tables were made of: {}; their digest "
          "is {}, expected {}",
          found.table, changed_row(found, *kept), found.digest, kept->digest);
}

/// Checks that no seed that was published is secret again.
void check_revealed(const store::Reader& store, const store::Reader& then) {
  const std::vector<store::Epoch> now = store.all_epochs();
  for (const store::Epoch& epoch : then.all_epochs()) {
    const auto same = std::ranges::find(now, epoch.id, &store::Epoch::id);
    require(!epoch.revealed || (same != now.end() && same->revealed),
            "league.db: epoch {}: revealed is 0; its seed was published before", epoch.id);
  }
}

/// Checks that the rows are those that the tables were made of. Returns their digests.
store::Digests check_rows(const store::Reader& store, const store::Reader& then,
                          const store::Publication& publication) {
  store::Digests digests = then.digests();
  for (const store::TableDigest& found : digests)
    check_table(found, publication);
  require(publication.digests.size() == digests.size(),
          "league.db: published: digests of {} tables; expected {}", publication.digests.size(),
          digests.size());
  check_revealed(store, then);
  return digests;
}

store::Reader open_then(const fs::path& folder, const store::Publication& publication) {
  try {
    return store::Reader::open_at(folder, publication.snapshot);
  } catch (const std::runtime_error& error) {
    throw Discrepancy(fmt::format(
        "league.db: published: stage is not what was stored at any time: {}", error.what()));
  }
}

// --- the tables' files -----------------------------------------------------------------------

/// Returns the files as they should be; `json` is the table.json that is there.
std::vector<report::TableFile> due_files(const store::Reader& then,
                                         const std::optional<std::string>& json,
                                         std::vector<std::string>& notes,
                                         const solver::Watch& watch) {
  const schedule::LeagueFormat& report = schedule::stored_format(then);
  if (!json) return report.tables(then, watch).files;
  // Figures that need solved values which are not on this machine are taken from the file.
  schedule::PublishedJson published{*json};
  try {
    const std::vector<report::TableFile> files = report.tables(then, watch, &published).files;
    notes.insert(notes.end(), published.notes.begin(), published.notes.end());
    return files;
  } catch (const base::Json::exception&) {
    throw Discrepancy("table.json: it cannot be read as a table");
  }
}

/// The first difference of two documents. A side is nullptr if it has no value there.
struct JsonDifference {
  std::string place;
  const Json* due = nullptr;
  const Json* found = nullptr;
};

/// Compares the expected members or elements first, then reports unexpected ones.
std::optional<JsonDifference> first_difference(const Json* due, const Json* found,
                                               const std::string& place) {
  if (due == nullptr || found == nullptr) return JsonDifference{place, due, found};
  const bool both_nest =
      (due->is_object() && found->is_object()) || (due->is_array() && found->is_array());
  if (!both_nest)
    return *due == *found ? std::nullopt : std::optional(JsonDifference{place, due, found});
  const auto inner = [](const Json& json, const std::string& key, std::size_t i) -> const Json* {
    if (json.is_array()) return i < json.size() ? &json.at(i) : nullptr;
    return json.contains(key) ? &json.at(key) : nullptr;
  };
  std::size_t i = 0;
  for (const auto& [key, value] : due->items()) {
    auto first =
        first_difference(&value, inner(*found, key, i++), fmt::format("{}/{}", place, key));
    if (first) return first;
  }
  i = 0;
  for (const auto& [key, value] : found->items()) {
    if (inner(*due, key, i++) == nullptr)
      return JsonDifference{fmt::format("{}/{}", place, key), nullptr, &value};
  }
  return std::nullopt;
}

/// Throws Discrepancy with the place in the JSON that differs, if it can be found.
void fail_at_json_difference(const std::string& stored, const std::string& due) {
  const auto found = base::try_parse_json(stored);
  if (!found) throw Discrepancy("table.json: it cannot be read as a table");
  const Json expected = base::parse_json(due);
  const auto difference = first_difference(&expected, &*found, "");
  if (!difference) return;
  const auto shown = [](const Json* json, const char* missing) {
    return json != nullptr ? base::dump(*json) : std::string(missing);
  };
  throw Discrepancy(fmt::format("table.json: {} is {}; the games give {}", difference->place,
                                shown(difference->found, "missing"),
                                shown(difference->due, "none")));
}

[[noreturn]] void fail_at_difference(const std::string& name, std::string_view stored,
                                     std::string_view due) {
  const auto take_line = [](std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
  };
  // The texts differ, so the loop ends at the line that does.
  for (int line = 1;; ++line) {
    const std::string_view found = take_line(stored);
    const std::string_view expected = take_line(due);
    require(found == expected && (!stored.empty() || !due.empty()),
            "{}:{}: it is '{}'; the games give '{}'", name, line, found, expected);
  }
}

/// Returns whether the league's format writes a file of that name; `made` as below.
bool is_due(const std::string& name, std::span<const std::vector<report::TableFile>> made) {
  return made.empty() || std::ranges::count(made.back(), name, &report::TableFile::name) > 0;
}

/// Checks a file of the tables. `made` has the files that may lie in the folder, those of the last
/// tables last.
void check_file(const std::string& name, const std::string& stored,
                std::span<const std::vector<report::TableFile>> made) {
  const std::string* due = nullptr;
  // A kill while publishing leaves files of the tables before or of the new ones: either is right.
  for (const std::vector<report::TableFile>& files : made) {
    due = &std::ranges::find(files, name, &report::TableFile::name)->content;
    if (*due == stored) return;
  }
  require(due != nullptr, "{}: league.db knows of no tables that were written", name);
  if (name == "table.json") fail_at_json_difference(stored, *due);
  fail_at_difference(name, stored, *due);
}

/// Returns the names of files that should be there and are not.
std::vector<std::string> check_files(const TableFiles& files,
                                     std::span<const std::vector<report::TableFile>> made) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string name = site::kTableNames[i];
    if (!is_due(name, made)) continue;
    if (files[i])
      check_file(name, *files[i], made);
    else if (!made.empty() || i == 0)
      missing.push_back(name);
  }
  return missing;
}

// --- reports of faults -----------------------------------------------------------------------

/// Returns all files below a folder of reports. A draft is what a killed run left of a report, and
/// is ignored.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const bool is_folder = fs::is_directory(entry.symlink_status());
    if (is_folder && entry.path().parent_path() == folder) continue;  // an agent's
    if (entry.path().extension() == ".new") continue;
    const fs::path file = entry.path().lexically_relative(folder);
    require(fs::is_regular_file(entry.symlink_status()),
            "faults/{}: it is not a file; expected reports of faults only", file.string());
    files.push_back(file);
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

void check_settled_rows(const store::Reader& store, const fs::path& folder) {
  constexpr std::array<std::string_view, 3> kPlayed{"deal", "fault", "report"};
  for (const store::Publication& publication : store.publications()) {
    for (const store::TableDigest& found : open_then(folder, publication).digests()) {
      if (std::ranges::count(kPlayed, found.table) == 0) check_table(found, publication);
    }
  }
}

std::string check_tables(const store::Reader& store, const fs::path& folder,
                         std::vector<std::string>& notes, const solver::Watch& watch) {
  const auto [publications, files] = read_published(store, folder);
  const std::optional<std::string>& json = files.front();
  std::string digest;
  std::vector<std::vector<report::TableFile>> made;
  for (const store::Publication& publication : publications) {
    const store::Reader then = open_then(folder, publication);
    if (!publication.is_latest && schedule::has_ended(then))
      static_cast<void>(schedule::stored_format(then).check_plan(then));
    digest = store::whole_digest(check_rows(store, then, publication));
    made.push_back(due_files(then, json, notes, watch));
  }
  const std::vector<std::string> missing = check_files(files, made);
  if (!missing.empty())
    notes.push_back(fmt::format("there is no {} to compare with", fmt::join(missing, ", ")));
  return digest.empty() ? store::whole_digest(store.digests()) : digest;
}

void check_fault_files(const store::Reader& store, const fs::path& folder,
                       std::vector<std::string>& notes) {
  const fs::path faults = folder / "faults";
  if (!fs::exists(faults)) return;
  require(fs::is_directory(faults), "faults: it is not a folder; expected reports of faults");
  // List the files before reading the store: a fault is stored before its file is written.
  const std::vector<fs::path> files = files_below(faults);
  const auto agents = store.all_agents();
  std::map<fs::path, bool> holds;  // by file, of those that are there
  std::uint64_t missing = 0;
  // All faults count, also those of agents that left or changed.
  for (const store::StoredDivision& division : store.all_divisions()) {
    for (const store::StoredLineUp& line_up : store.all_line_ups(division)) {
      for (const store::StoredFault& fault : store.faults_in(line_up, 0, store::Reader::kNoEnd)) {
        const auto agent = std::ranges::find(line_up.agents, fault.agent);
        require(agent != line_up.agents.end(),
                "league.db: a fault of agent {}, which is not in line-up {}", fault.agent,
                line_up.id);
        const fs::path file = runner::fault_file(
            division.definition->id, store::key_names(line_up, agents),
            static_cast<std::size_t>(agent - line_up.agents.begin()), fault.deal, fault.seating);
        const auto content = base::read_whole(faults / file);
        // Divisions of the same rules may share a file.
        if (content)
          holds[file] = holds[file] || *content == store.fault_report(fault.id);
        else
          ++missing;
      }
    }
  }
  for (const fs::path& file : files) {
    require(holds.contains(file), "faults/{}: no such fault is stored", file.string());
    require(holds.at(file), "faults/{}: it differs from the stored report", file.string());
  }
  if (missing > 0)
    notes.push_back(
        fmt::format("{} without a file in faults/", base::format_count(missing, "fault report")));
}

}  // namespace danno::leagues::verify
