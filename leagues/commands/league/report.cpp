// danno league report NAME: what an agent's author is given of a league.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/verb.hpp"
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

void require_agent(const store::Reader& store, const std::string& name) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : store.all_agents())
    names.push_back(agent.name);
  if (std::ranges::find(names, name) != names.end()) return;
  const auto meant = base::closest(name, names);
  throw cli::UsageError(
      fmt::format("no agent '{}' in the league{}", escape_terminal(name),
                  meant ? fmt::format("; did you mean '{}'?", escape_terminal(*meant)) : ""));
}

/// Returns the name of every agent, each once.
std::vector<std::string> all_names(const store::Reader& store) {
  std::set<std::string> names;
  for (const store::StoredAgent& agent : store.all_agents())
    names.insert(agent.name);
  return {names.begin(), names.end()};
}

void require_own(const fs::path& folder) {
  if (site::may_be_author_folder(folder)) return;
  throw cli::UsageError(
      fmt::format("'{}' already exists and is not a report; expected a new folder: --to FOLDER",
                  escape_terminal(folder.string())));
}

Json to_json(const std::string& agent, const fs::path& folder, const site::AuthorFolder& written) {
  return {{"agent", agent},
          {"folder", folder.string()},
          {"games", written.games},
          {"faults", written.faults}};
}

/// Writes the report of each agent into its folder.
void report(const store::Reader& store, const std::map<std::string, fs::path>& folders, bool all,
            const cli::Invocation& invocation) {
  for (const auto& [agent, folder] : folders)
    require_own(folder);
  const cli::Interrupts interrupts(cli::Work::Compute);
  const auto standings = site::compute_standings(store, cli::watch_for(invocation));
  Json json = Json::array();
  for (const auto& [agent, folder] : folders) {
    const auto written =
        site::write_author_folder(store, agent, standings, folder, {}, cli::watch_for(invocation));
    json.push_back(to_json(agent, folder, written));
    if (invocation.json) continue;
    cli::print_text("{}: {}, {}; see {}\n", escape_terminal(agent),
                    base::show_count(written.games, "game"),
                    base::show_count(written.faults, "fault"),
                    escape_terminal((folder / "README.md").string()));
  }
  if (invocation.json) cli::print("{}\n", all ? base::dump(json) : base::dump(json.at(0)));
}

void report(ReportArguments arguments, const cli::Invocation& invocation) {
  if (arguments.all && arguments.league.league.empty())
    arguments.league.league = std::exchange(arguments.agent, "");
  if (arguments.all != arguments.agent.empty())
    throw cli::UsageError("expected the NAME of an agent, or --all");
  const fs::path league = cli::stored_folder(arguments.league);
  const store::Reader store = store::Reader::open_to_read(league);
  if (!arguments.all) require_agent(store, arguments.agent);
  if (arguments.to.empty() && !store.is_writable()) {
    throw cli::UsageError(fmt::format("{} cannot be written; --to FOLDER puts the report elsewhere",
                                      escape_terminal(league.string())));
  }
  const fs::path reports = arguments.to.empty() ? league / "reports" : fs::path(arguments.to);
  std::map<std::string, fs::path> folders;
  if (arguments.all) {
    for (const std::string& name : all_names(store))
      folders[name] = reports / base::to_file_name(name);
  } else {
    folders[arguments.agent] =
        arguments.to.empty() ? reports / base::to_file_name(arguments.agent) : reports;
  }
  report(store, folders, arguments.all, invocation);
}

}  // namespace

void add_report(cli::Verb league, cli::Invocation& invocation) {
  const cli::Verb verb = league.add(
      invocation, {.name = "report",
                   .summary = "write a folder for an agent's author: games, faults, worst results",
                   .group = "Verbs",
                   .examples = "  danno league report ada league.toml\n"
                               "  danno league report --all out/spring"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<ReportArguments>();
  verb.option("NAME", arguments->agent, "an agent of the league; not with --all");
  cli::add_stored_league(verb, arguments->league);
  verb.option("--to", arguments->to,
              "the folder to write; default reports/NAME in the league's folder")
      .takes("FOLDER");
  verb.flag("--all", arguments->all, "report every agent, each in its own folder NAME");
  verb.runs([arguments, &invocation] { report(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::league
