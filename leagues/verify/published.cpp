#include "leagues/verify/published.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "leagues/formats/formats.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/tables/json.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/whole_file.hpp"
#include "leagues/verify/line_up.hpp"

namespace danno::leagues::verify {

using text::Json;
namespace {

namespace fs = std::filesystem;

/// Those of every format.
constexpr std::array kTableNames{"table.json", "table.md", "table.csv", "head-to-head.csv",
                                 "tournament.md"};

/// What the store says that was published, and the files as they were then.
struct Published {
  std::vector<store::Publication> publications;
  std::array<std::optional<std::string>, kTableNames.size()> files;
};

Published read_published(const store::Store& store, const fs::path& folder) {
  while (true) {
    Published published{store.publications(), {}};
    std::ranges::transform(kTableNames, published.files.begin(),
                           [&](const char* name) { return text::read_whole(folder / name); });
    // Else somebody has published just now.
    if (std::ranges::equal(published.publications, store.publications(), {},
                           &store::Publication::digests, &store::Publication::digests))
      return published;
  }
}

// --- what the tables stand on ----------------------------------------------------------------

/// The rows are those that the tables were made of, and what was published stays so. Returns their
/// digests.
store::Digests check_rows(const store::Store& store, const store::Store& then,
                          const store::Publication& publication) {
  const store::Digests digests = then.digests();
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const auto& [table, digest] = digests[i];
    const auto kept =
        std::ranges::find(publication.digests, table, &std::pair<std::string, std::string>::first);
    require(kept != publication.digests.end() && kept->second == digest,
            "league.db: the rows of {} are not those that the tables were made of: their digest is "
            "{}; expected {}",
            table, digest, kept == publication.digests.end() ? "one" : kept->second);
  }
  require(publication.digests.size() == digests.size(),
          "league.db: published: digests of {} tables; expected {}", publication.digests.size(),
          digests.size());
  const std::vector<store::Epoch> now = store.all_epochs();
  for (const store::Epoch& epoch : then.all_epochs()) {
    const auto same = std::ranges::find(now, epoch.id, &store::Epoch::id);
    require(!epoch.revealed || (same != now.end() && same->revealed),
            "league.db: epoch {}: revealed is 0; its seed was published before", epoch.id);
  }
  return digests;
}

store::Store open_then(const fs::path& folder, const store::Publication& publication) {
  try {
    return store::Store::open_as_of(folder, publication.stage);
  } catch (const std::runtime_error& error) {
    throw Discrepancy(fmt::format(
        "league.db: published: stage is not what was stored at any time: {}", error.what()));
  }
}

// --- the tables' files -----------------------------------------------------------------------

/// The files as they are due; `json` is the table.json that is there.
std::vector<plan::TableFile> due_files(const store::Store& then,
                                       const std::optional<std::string>& json,
                                       std::vector<std::string>& notes,
                                       const solver::Watch& watch) {
  const plan::Format& format = formats::format_of(then);
  if (!json) return format.tables(then, watch).files;
  plan::PublishedJson published{*json};
  try {
    const std::vector<plan::TableFile> files = format.tables(then, watch, &published).files;
    notes.insert(notes.end(), published.notes.begin(), published.notes.end());
    return files;
  } catch (const text::JsonError&) {
    throw Discrepancy("table.json: it cannot be read as a table");
  }
}

/// Where two documents differ first; nullptr where a side has nothing there.
struct JsonDifference {
  std::string place;
  const Json* due = nullptr;
  const Json* found = nullptr;
};

std::optional<JsonDifference> first_difference(const Json* due, const Json* found,
                                               const std::string& place) {
  if (due != nullptr && found != nullptr) {
    if (*due == *found) return std::nullopt;
    if (due->is_object() && found->is_object()) {
      for (const auto& [key, value] : due->members()) {
        if (auto inner = first_difference(&value, found->find(key), place + "/" + key))
          return inner;
      }
      for (const auto& [key, value] : found->members()) {
        if (!due->contains(key)) return JsonDifference{place + "/" + key, nullptr, &value};
      }
    }
    if (due->is_array() && found->is_array()) {
      const auto at = [](const Json& list, std::size_t i) {
        return i < list.size() ? &list.elements()[i] : nullptr;
      };
      for (std::size_t i = 0; i < std::max(due->size(), found->size()); ++i) {
        if (auto inner =
                first_difference(at(*due, i), at(*found, i), fmt::format("{}/{}", place, i)))
          return inner;
      }
    }
  }
  return JsonDifference{place, due, found};
}

/// By its place in the JSON, where that can be told.
void tell_json_difference(const std::string& stored, const std::string& due) {
  const auto found = Json::try_parse(stored);
  if (!found) throw Discrepancy("table.json: it cannot be read as a table");
  const Json expected = Json::parse(due);
  const auto difference = first_difference(&expected, &*found, "");
  if (!difference) return;
  const auto shown = [](const Json* json, const char* missing) {
    return json != nullptr ? json->dump() : std::string(missing);
  };
  throw Discrepancy(fmt::format("table.json: {} is {}; the games give {}", difference->place,
                                shown(difference->found, "missing"),
                                shown(difference->due, "none")));
}

[[noreturn]] void tell_difference(const std::string& name, std::string_view stored,
                                  std::string_view due) {
  const auto take_line = [](std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
  };
  for (int line = 1;; ++line) {
    const std::string_view found = take_line(stored);
    const std::string_view expected = take_line(due);
    require(found == expected && (!stored.empty() || !due.empty()),
            "{}:{}: it is '{}'; the games give '{}'", name, line, found, expected);
  }
}

/// Whether an older danno wrote them, whose files the same games no longer give.
bool is_of_older_version(const std::optional<std::string>& json) {
  const auto table = json ? Json::try_parse(*json) : std::nullopt;
  return table && table->is_object() && table->value("version", 1) < tables::kTablesVersion;
}

/// `due` as an older danno may have written it: without the keys that it did not know, and with
/// figures that are told no more.
Json as_older(const Json& due, const Json& found) {
  if (due.is_null()) return found;
  if (due.is_array() && found.is_array() && due.size() == found.size()) {
    Json list = Json::array();
    for (std::size_t i = 0; i < due.size(); ++i)
      list.push_back(as_older(due.at(i), found.at(i)));
    return list;
  }
  if (!due.is_object() || !found.is_object()) return due;
  Json object = Json::object();
  for (const auto& [key, value] : due.members()) {
    if (const Json* const old = found.find(key)) object[key] = as_older(value, *old);
  }
  return object;
}

/// Whether the league's format writes a file of that name; `made` as below.
bool is_due(const std::string& name, std::span<const std::vector<plan::TableFile>> made) {
  return made.empty() ? name == "table.json"
                      : std::ranges::count(made.back(), name, &plan::TableFile::name) > 0;
}

/// `made` has the files that may lie in the folder, those of the last tables last.
void check_file(const std::string& name, const std::string& stored,
                std::span<const std::vector<plan::TableFile>> made) {
  const std::string* due = nullptr;
  for (const std::vector<plan::TableFile>& files : made) {
    due = &std::ranges::find(files, name, &plan::TableFile::name)->content;
    if (*due == stored) return;
  }
  require(due != nullptr, "{}: it has a digest, but league.db knows of no tables that were written",
          name);
  if (name == "table.json") tell_json_difference(stored, *due);
  tell_difference(name, stored, *due);
}

/// What both versions tell of the games; `made` as above.
void check_older_json(const std::string& stored,
                      std::span<const std::vector<plan::TableFile>> made) {
  const Json found = Json::parse(stored);
  std::string due;
  for (const std::vector<plan::TableFile>& files : made) {
    const Json older = as_older(Json::parse(files.front().content), found);
    if (older == found) return;
    due = older.dump();
  }
  tell_json_difference(stored, due);
}

/// Tables of an older danno have no digest.
bool has_digest(const std::optional<std::string>& json) {
  if (!json) return false;
  const auto table = Json::try_parse(*json);
  return !table || !table->is_object() || table->contains("digest");
}

// --- reports of faults -----------------------------------------------------------------------

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".json")
      files.push_back(entry.path().lexically_relative(folder));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string check_tables(const store::Store& store, const fs::path& folder,
                         std::vector<std::string>& notes, const solver::Watch& watch) {
  const auto [publications, files] = read_published(store, folder);
  const std::optional<std::string>& json = files.front();
  std::string digest;
  bool older = false;
  std::vector<std::vector<plan::TableFile>> made;
  for (const store::Publication& publication : publications) {
    older = older || publication.digests.empty();
    if (publication.digests.empty()) continue;
    const store::Store then = open_then(folder, publication);
    digest = store::whole_digest(check_rows(store, then, publication));
    made.push_back(due_files(then, json, notes, watch));
  }
  const bool may_be_older = older && !has_digest(json);
  const bool older_version = is_of_older_version(json);
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!is_due(kTableNames[i], made)) continue;
    if (!files[i]) {
      missing.emplace_back(kTableNames[i]);
    } else if (!may_be_older && !older_version) {
      check_file(kTableNames[i], *files[i], made);
    }
  }
  if (older_version && !may_be_older) {
    check_older_json(*json, made);
    notes.emplace_back(
        "the tables were written by an older danno: table.json was compared as far as it goes, "
        "the other files were not; 'danno league table' writes them anew");
  }
  if (!missing.empty())
    notes.push_back(fmt::format("there is no {} to compare with", fmt::join(missing, ", ")));
  if (json && may_be_older) {
    notes.emplace_back(
        "the tables were written by an older danno and were not compared; 'danno league table' "
        "writes them anew");
  }
  return digest.empty() ? store::whole_digest(store.digests()) : digest;
}

void check_fault_files(const store::Store& store, const fs::path& folder,
                       std::vector<std::string>& notes) {
  const fs::path faults = folder / "faults";
  if (!fs::exists(faults)) return;
  // Before the store is asked: a fault is stored before its file is written.
  const std::vector<fs::path> files = files_below(faults);
  const auto agents = store.all_agents();
  std::map<fs::path, bool> holds;  // by file, of those that are there
  std::uint64_t missing = 0;
  store.visit_reports([&](const store::StoredReport& fault) {
    const auto agent = std::ranges::find(fault.line_up.agents, fault.agent);
    require(agent != fault.line_up.agents.end(),
            "league.db: a fault of agent {}, who is not in line-up {}", fault.agent,
            fault.line_up.id);
    const fs::path file = play::fault_file(
        fault.rules, store::names_of(fault.line_up, agents),
        static_cast<std::size_t>(agent - fault.line_up.agents.begin()), fault.deal, fault.seating);
    const auto content = text::read_whole(faults / file);
    if (!content) return void(++missing);
    // Divisions of the same rules may share a file.
    holds[file] = holds[file] || *content == fault.report;
  });
  for (const fs::path& file : files) {
    require(holds.contains(file), "faults/{}: no such fault is stored", file.string());
    require(holds.at(file), "faults/{}: it is not the report that is stored; expected that one",
            file.string());
  }
  if (missing > 0)
    notes.push_back(fmt::format("{} reports of faults have no file in faults/", missing));
}

}  // namespace danno::leagues::verify
