#include "leagues/parts/open_plans.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <set>
#include <utility>

#include "leagues/parts/differing_nodes.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/part_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "leagues/words/shown_duration.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostShown = 20;

/// A part that is being played, or was.
struct BegunPart {
  int part = 0;
  std::string host;
  std::uint64_t deals = 0;
  std::optional<double> deals_per_s;  ///< Since the last attempt began.
  std::int64_t written_s_ago = 0;
};

/// A part that wrote nothing for longer is not counted on.
constexpr std::int64_t kStalled = 120;

/// The time when the file was made; nullopt if its file system does not know.
std::optional<std::int64_t> made_at(const fs::path& file) {
  struct statx about {};
  if (::statx(AT_FDCWD, file.c_str(), 0, STATX_BTIME, &about) != 0) return std::nullopt;
  if ((about.stx_mask & STATX_BTIME) == 0) return std::nullopt;
  return about.stx_btime.tv_sec;
}

BegunPart begun_part(int part, const std::vector<fs::path>& files) {
  const auto last = std::ranges::max_element(files, {}, [](const fs::path& file) {
    std::error_code gone;
    return fs::last_write_time(file, gone);
  });
  BegunPart begun;
  begun.part = part;
  struct stat about {};
  if (::stat(last->c_str(), &about) != 0) return begun;  // it was just completed
  begun.written_s_ago = std::max<std::int64_t>(0, ::time(nullptr) - about.st_mtime);
  PartOutline outline = outline_of(*last);
  begun.deals = outline.deals;
  begun.host = std::move(outline.host);
  const auto made = made_at(*last);
  if (made && about.st_mtime > *made)
    begun.deals_per_s =
        static_cast<double>(begun.deals) / static_cast<double>(about.st_mtime - *made);
  return begun;
}

std::string text_of(const BegunPart& begun) {
  return fmt::format("part {}{}: {} deals{}, written {} s ago", begun.part,
                     begun.host.empty() ? "" : " on " + begun.host, words::show_count(begun.deals),
                     begun.deals_per_s ? fmt::format(", {:.3g} a second", *begun.deals_per_s) : "",
                     begun.written_s_ago);
}

/// nullopt if it cannot be read, as that of another danno.
std::optional<PartsPlan> try_to_read(const store::PlanOfParts& open, const std::string& danno) {
  try {
    return read_plan(open.folder, danno);
  } catch (const PlanError&) {
    return std::nullopt;
  }
}

/// How long the parts that are not complete take, if all goes on as fast as now; nullopt if nobody
/// plays, or the plan cannot be read.
std::optional<double> seconds_left(const std::optional<PartsPlan>& plan,
                                   const std::vector<BegunPart>& begun,
                                   const std::set<int>& complete) {
  double per_second = 0;
  std::uint64_t played = 0;
  for (const BegunPart& part : begun) {
    played += part.deals;
    if (part.written_s_ago <= kStalled) per_second += part.deals_per_s.value_or(0);
  }
  if (per_second == 0 || !plan) return std::nullopt;
  std::uint64_t deals = count_deals(*plan);
  for (const int part : complete)
    deals -= count_deals(*plan, part);
  return static_cast<double>(deals - std::min(deals, played)) / per_second;
}

std::string text_of(std::optional<double> seconds_left) {
  return seconds_left
             ? fmt::format("; as fast as now, about {} are left",
                           words::show_duration(std::chrono::duration<double>(*seconds_left)))
             : "";
}

files::Json json_of(const std::vector<BegunPart>& parts) {
  files::Json json = files::Json::array();
  for (const BegunPart& begun : parts) {
    json.push_back({{"part", begun.part},
                    {"host", begun.host},
                    {"deals", begun.deals},
                    {"deals_per_s", begun.deals_per_s},
                    {"written_s_ago", begun.written_s_ago}});
  }
  return json;
}

/// What lies in the folder of a plan's parts.
struct PartsThere {
  std::set<int> complete;
  std::vector<BegunPart> begun;
  std::vector<FailedHost> failed;
};

PartsThere parts_in(const std::filesystem::path& folder) {
  PartsThere there;
  for (const auto& [part, files] : part_files(folder)) {
    if (files.front().extension() == ".part") {
      there.complete.insert(part);
    } else {
      there.begun.push_back(begun_part(part, files));
    }
  }
  there.failed = failed_hosts(folder);
  return there;
}

/// "of 40 parts 12 are complete, 2 begun, 26 not there".
std::string text_of(const store::PlanOfParts& plan, const PartsThere& there) {
  return fmt::format(
      "of {} parts {} are complete, {} begun, {} not there", plan.parts, there.complete.size(),
      there.begun.size(),
      static_cast<std::size_t>(plan.parts) - there.complete.size() - there.begun.size());
}

void add_lines(std::vector<std::string>& lines, const PartsThere& there) {
  for (std::size_t i = 0; i < there.begun.size() && i < kMostShown; ++i)
    lines.push_back("  " + text_of(there.begun[i]));
  if (there.begun.size() > kMostShown)
    lines.push_back(fmt::format("  … and {} more", there.begun.size() - kMostShown));
  for (const FailedHost& host : there.failed)
    lines.push_back("  " + text_of(host));
}

}  // namespace

KnownPlan known_plan(const store::Reader& store, const PartsPlan& plan) {
  const auto plans = store.plans();
  const auto found = std::ranges::find(plans, plan.number, &store::PlanOfParts::id);
  const auto epochs = store.all_epochs();
  const auto epoch = found == plans.end()
                         ? epochs.end()
                         : std::ranges::find(epochs, found->epoch, &store::Epoch::id);
  if (epoch == epochs.end() || epoch->commitment != plan.commitment ||
      store.league().name != plan.league) {
    throw PlanError(fmt::format("{}: a plan of another league '{}'; --out DIR names its folder",
                                plan.folder.string(), words::escape_terminal(plan.league)));
  }
  return {*found, *epoch};
}

void end_finished_plans(store::Store& store) {
  for (const store::PlanOfParts& plan : store.plans()) {
    if (plan.open) store.end_plan(plan.id);
  }
}

void add_open_plans(plan::LeagueStatus& status, const store::Reader& store,
                    const std::string& danno) {
  files::Json plans = files::Json::array();
  for (const store::PlanOfParts& plan : store.plans()) {
    if (!plan.open) continue;
    const std::filesystem::path folder = std::filesystem::path(plan.folder) / "parts";
    const bool is_there = std::filesystem::is_directory(folder);
    const PartsThere there = is_there ? parts_in(folder) : PartsThere();
    const auto read = is_there ? try_to_read(plan, danno) : std::nullopt;
    const auto left = seconds_left(read, there.begun, there.complete);
    const auto differing =
        read ? differing_nodes(*read, Compared::Faults) : std::vector<NodeDifference>();
    plans.push_back({{"plan", plan.id},
                     {"folder", plan.folder},
                     {"parts", plan.parts},
                     {"complete", there.complete.size()},
                     {"begun", there.begun.size()},
                     {"deals", plan.deals},
                     {"seconds_left", left},
                     {"playing", json_of(there.begun)},
                     {"failed", json_of(there.failed)},
                     {"differing", json_of(differing)}});
    status.lines.push_back(fmt::format("plan {} in {}: {}; {} of its deals are stored{}", plan.id,
                                       plan.folder,
                                       is_there ? text_of(plan, there) : "the folder is not there",
                                       words::show_count(plan.deals), text_of(left)));
    add_lines(status.lines, there);
    for (const NodeDifference& node : differing)
      status.lines.push_back("  differs: " + text_of(node, plan.folder));
    status.way_on = fmt::format("'danno league merge {}' takes in what is there",
                                words::quote_shell(plan.folder));
  }
  status.json["plans"] = plans;
}

}  // namespace danno::leagues::parts
