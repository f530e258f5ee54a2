// danno league report NAME: what an agent's author is given of a league.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/site/author_folder.hpp"

namespace danno::leagues::commands::league {
namespace {

namespace fs = std::filesystem;
using base::escape_terminal;
using base::Json;

struct ReportArguments {
  std::string agent;
  cli::StoredLeagueArguments league;
  std::string to;
  bool all = false;
};

/// Returns the first version of every agent.
std::vector<store::StoredAgent> first_versions(const store::Reader& store) {
  std::vector<store::StoredAgent> agents = store.all_agents();
  std::erase_if(agents, [](const store::StoredAgent& agent) { return agent.version != 1; });
  std::ranges::sort(agents, {}, &store::StoredAgent::order);
  return agents;
}

store::StoredAgent require_agent(const store::Reader& store, const std::string& name) {
  const std::vector<store::StoredAgent> agents = first_versions(store);
  std::vector<entrants::AgentNames> names;
  for (const store::StoredAgent& agent : agents)
    names.push_back(agent.names());
  const std::vector<std::size_t> meant = entrants::agents_named(name, names);
  if (meant.size() == 1) return agents[meant.front()];
  if (!meant.empty())
    throw cli::UsageError(escape_terminal(entrants::describe_namesakes(name, names)));
  std::vector<std::string> known;
  for (const store::StoredAgent& agent : agents)
    known.push_back(agent.unversioned_name());
  const auto near = base::closest(name, known);
  throw cli::UsageError("no agent '{}' in the league{}", name,
                        near ? fmt::format("; did you mean '{}'?", *near) : "");
}

void require_own(const fs::path& folder) {
  if (site::may_be_author_folder(folder)) return;
  throw cli::UsageError(
      "'{}' already exists and is not a report; expected a new folder: --to FOLDER",
      folder.string());
}

void report(ReportArguments& arguments, const cli::Invocation& invocation) {
  if (arguments.all && arguments.league.league.empty())
    arguments.league.league = std::exchange(arguments.agent, "");
  if (arguments.all != arguments.agent.empty())
    throw cli::UsageError("expected the NAME of an agent, or --all");
  const fs::path league = cli::stored_folder(arguments.league);
  const store::Reader store = store::Reader::open_to_read(league);
  const std::vector<store::StoredAgent> agents =
      arguments.all ? first_versions(store) : std::vector{require_agent(store, arguments.agent)};
  if (arguments.to.empty() && !store.is_writable()) {
    throw cli::UsageError("{} cannot be written; --to FOLDER puts the report elsewhere",
                          league.string());
  }
  const auto report_folder = [&](const store::StoredAgent& agent) {
    if (!arguments.all && !arguments.to.empty()) return fs::path(arguments.to);
    const fs::path reports = arguments.to.empty() ? league / "reports" : fs::path(arguments.to);
    return reports / base::to_file_name(agent.unversioned_name());
  };
  for (const store::StoredAgent& agent : agents)
    require_own(report_folder(agent));
  const cli::Interrupts interrupts(cli::Work::Compute);
  const auto standings = site::compute_standings(store, cli::watch_for(invocation));
  Json json = Json::array();
  for (const store::StoredAgent& agent : agents) {
    const fs::path folder = report_folder(agent);
    const auto written = site::write_author_folder(store, agent.full_name(), standings, folder, {},
                                                   cli::watch_for(invocation));
    const std::string name = agent.unversioned_name();
    json.push_back({{"agent", name},
                    {"folder", folder.string()},
                    {"games", written.games},
                    {"faults", written.faults}});
    if (invocation.json) continue;
    cli::print_text("{}: {}, {}; see {}\n", escape_terminal(name),
                    base::format_count(written.games, "game"),
                    base::format_count(written.faults, "fault"),
                    escape_terminal((folder / "README.md").string()));
  }
  if (invocation.json)
    cli::print("{}\n", arguments.all ? base::dump(json) : base::dump(json.at(0)));
}

}  // namespace

void add_report(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] =
      league.add(invocation, report,
                 {.name = "report",
                  .summary = "write a folder for an agent's author: games, faults, worst results",
                  .examples = "  danno league report ada league.toml\n"
                              "  danno league report --all out/spring"});
  command.json_flag(invocation);
  command.option("NAME", arguments.agent, "an agent of the league; not with --all");
  cli::add_stored_league(command, arguments.league);
  command.option("--to FOLDER", arguments.to,
                 "the folder to write; default reports/NAME in the league's folder");
  command.flag("--all", arguments.all, "report every agent, each in its own folder NAME");
}

}  // namespace danno::leagues::commands::league
