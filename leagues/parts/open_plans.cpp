#include "leagues/parts/open_plans.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/parts/part_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::parts {

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

void add_open_plans(plan::LeagueStatus& status, const store::Reader& store) {
  files::Json plans = files::Json::array();
  for (const store::PlanOfParts& plan : store.plans()) {
    if (!plan.open) continue;
    const std::filesystem::path folder = std::filesystem::path(plan.folder) / "parts";
    const bool is_there = std::filesystem::is_directory(folder);
    int complete = 0;
    int begun = 0;
    for (const auto& [part, files] : is_there ? part_files(folder) : decltype(part_files(folder))())
      ++(files.front().extension() == ".part" ? complete : begun);
    plans.push_back({{"plan", plan.id},
                     {"folder", plan.folder},
                     {"parts", plan.parts},
                     {"complete", complete},
                     {"begun", begun},
                     {"deals", plan.deals}});
    status.lines.push_back(fmt::format(
        "plan {} in {}: {}; {} of its deals are stored", plan.id,
        words::escape_terminal(plan.folder),
        is_there ? fmt::format("of {} parts {} are complete, {} begun, {} not there", plan.parts,
                               complete, begun, plan.parts - complete - begun)
                 : "the folder is not there",
        words::show_count(plan.deals)));
  }
  status.json["plans"] = plans;
}

}  // namespace danno::leagues::parts
