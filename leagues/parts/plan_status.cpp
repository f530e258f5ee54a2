#include "leagues/parts/plan_status.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>

#include "leagues/parts/part_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

/// A part that wrote nothing for so many seconds is not expected to go on.
constexpr std::int64_t kStalled = 120;

/// Sets what the file of the latest attempt shows.
void add_attempt(PartStatus& status, const fs::path& file) {
  struct stat about {};
  std::error_code error;
  if (!fs::is_regular_file(file, error) || ::stat(file.c_str(), &about) != 0) return;
  const std::int64_t age = std::max<std::int64_t>(0, ::time(nullptr) - about.st_mtime);
  if (status.written_s_ago && *status.written_s_ago <= age) return;
  const PartOutline outline = read_outline(file);
  status.host = outline.host;
  status.played = std::min(outline.deals, status.deals);
  status.written_s_ago = age;
  if (outline.begun > 0 && about.st_mtime > outline.begun && outline.deals > outline.deals_before)
    status.deals_per_s = static_cast<double>(outline.deals - outline.deals_before) /
                         static_cast<double>(about.st_mtime - outline.begun);
}

void add_time_left(PartStatus& status) {
  if (status.is_whole || !status.deals_per_s || status.written_s_ago > kStalled) return;
  status.seconds_left = static_cast<double>(status.deals - status.played) / *status.deals_per_s;
}

}  // namespace

std::vector<PartStatus> read_part_statuses(const PartsPlan& plan) {
  std::vector<PartStatus> statuses(static_cast<std::size_t>(plan.parts));
  for (std::size_t i = 0; i < statuses.size(); ++i)
    statuses[i].part = static_cast<int>(i) + 1;
  for (std::size_t i = 0; i < plan.deals.size(); ++i)
    statuses[static_cast<std::size_t>(part_of(plan, i) - 1)].deals +=
        plan.deals[i].end - plan.deals[i].first;
  for (const auto& [part, files] : part_files(plan.part_folder())) {
    if (part < 1 || part > plan.parts) continue;
    PartStatus& status = statuses[static_cast<std::size_t>(part - 1)];
    status.is_whole = files.front() == finished_part(plan.part_folder(), part);
    for (const fs::path& file : files) {
      if (!status.is_whole || file == files.front()) add_attempt(status, file);
    }
    add_time_left(status);
  }
  return statuses;
}

KnownPlan known_plan(const store::Reader& store, const PartsPlan& plan) {
  const auto plans = store.plans();
  const auto found = std::ranges::find(plans, plan.number, &store::PlanOfParts::id);
  const auto epochs = store.all_epochs();
  const auto epoch = found == plans.end()
                         ? epochs.end()
                         : std::ranges::find(epochs, found->epoch, &store::Epoch::id);
  if (epoch == epochs.end() || epoch->commitment != plan.commitment ||
      store.league().name != plan.league) {
    throw PlanError(fmt::format("{}: a plan of another league '{}'; move it back into its folder",
                                plan.folder.string(), words::escape_terminal(plan.league)));
  }
  return {*found, *epoch};
}

void add_open_plans(plan::LeagueStatus& status, const store::Reader& store) {
  files::Json plans = files::Json::array();
  for (const store::PlanOfParts& plan : store.plans()) {
    if (!plan.open) continue;
    plans.push_back(
        {{"plan", plan.id}, {"folder", plan.folder}, {"parts", plan.parts}, {"deals", plan.deals}});
    status.lines.push_back(fmt::format("plan {} of {} parts in {}: {} of its deals are stored",
                                       plan.id, plan.parts, plan.folder,
                                       words::show_count(plan.deals)));
    status.way_on =
        fmt::format("'danno cluster status {}' shows its parts", words::quote_shell(plan.folder));
  }
  status.json["plans"] = plans;
}

void end_finished_plans(store::Store& store) {
  for (const store::PlanOfParts& plan : store.plans()) {
    if (plan.open) store.end_plan(plan.id);
  }
}

}  // namespace danno::leagues::parts
