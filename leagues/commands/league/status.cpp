// danno league status: what is played and what is left.
#include <fmt/format.h>

#include <memory>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/season/season.hpp"
#include "leagues/schedule/formats.hpp"

namespace danno::leagues::commands::league {
namespace {

/// Opens the league as the next run would see it. A running season updates its store itself, so it
/// is opened unchanged.
store::Reader open_for_status(const cli::StoredLeagueArguments& arguments,
                              const std::filesystem::path& folder, bool is_season) {
  const auto file = cli::league_file(arguments);
  if (!file || is_season) return store::Reader::open_to_read(folder);
  return schedule::open_as_settled(folder, cli::read_league(*file));
}

/// Adds a line for each plan of parts that is open.
void add_open_plans(report::LeagueStatus& status, const store::Reader& store) {
  base::Json plans = base::Json::array();
  for (const store::PlanOfParts& plan : store.plans()) {
    if (!plan.open) continue;
    plans.push_back(
        {{"plan", plan.id}, {"folder", plan.folder}, {"parts", plan.parts}, {"deals", plan.deals}});
    status.lines.push_back(fmt::format("plan {} with {} parts in {}: {} of its deals are stored",
                                       plan.id, plan.parts, plan.folder,
                                       base::format_count(plan.deals)));
    status.next_step =
        fmt::format("'danno cluster status {}' shows its parts", base::quote_shell(plan.folder));
  }
  status.json["plans"] = plans;
}

report::LeagueStatus read_status(const cli::StoredLeagueArguments& arguments) {
  const auto folder = cli::stored_folder(arguments);
  const auto season = season::read_status(folder);
  const store::Reader store = open_for_status(arguments, folder, season.has_value());
  report::LeagueStatus status = schedule::stored_format(store).status(store);
  add_open_plans(status, store);
  if (season) {
    status.json["season"] = *season;
    status.headline = status.json.at("league").get<std::string>() + ": a season";
    status.lines = season::status_lines(*season);
    status.lines.insert(status.lines.begin(), "");
    status.next_step.clear();
  }
  return status;
}

}  // namespace

void add_status(cli::Command league, cli::Invocation& invocation) {
  const cli::Command command =
      league.add(invocation, {.name = "status",
                              .summary = "show what has been played and what is left",
                              .examples = "  danno league status league.toml\n"
                                          "  danno league status out/spring --json"});
  command.json_flag(invocation);
  const auto arguments = std::make_shared<cli::StoredLeagueArguments>();
  cli::add_stored_league(command, *arguments);
  command.runs([arguments, &invocation] { cli::show(read_status(*arguments), invocation); });
}

}  // namespace danno::leagues::commands::league
