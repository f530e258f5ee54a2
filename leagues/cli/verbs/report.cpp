// danno league report NAME: what an agent's author is given of a league.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "leagues/archive/author_folder.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;
using files::Json;
using words::escape_terminal;

struct ReportArguments {
  std::string agent;
  flags::StoredLeagueArguments league;
  std::string to;
  bool all = false;
};

void require_agent(const store::Reader& store, const std::string& name) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : store.all_agents())
    names.push_back(agent.name);
  if (std::ranges::find(names, name) != names.end()) return;
  const auto meant = words::closest(name, names);
  throw terminal::UsageError(
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
  if (archive::may_be_author_folder(folder)) return;
  throw terminal::UsageError(
      fmt::format("'{}' already exists and is not a report; expected a new folder: --to FOLDER",
                  escape_terminal(folder.string())));
}

Json to_json(const std::string& agent, const fs::path& folder,
             const archive::AuthorFolder& written) {
  return {{"agent", agent},
          {"folder", folder.string()},
          {"games", written.games},
          {"faults", written.faults}};
}

/// Writes the report of each agent into its folder.
void report(const store::Reader& store, const std::map<std::string, fs::path>& folders, bool all,
            const terminal::Invocation& invocation) {
  for (const auto& [agent, folder] : folders)
    require_own(folder);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const auto standings = archive::compute_standings(store, terminal::watch_for(invocation));
  Json json = Json::array();
  for (const auto& [agent, folder] : folders) {
    const auto written = archive::write_author_folder(store, agent, standings, folder, {},
                                                      terminal::watch_for(invocation));
    json.push_back(to_json(agent, folder, written));
    if (invocation.json) continue;
    terminal::print_text("{}: {}, {}; see {}\n", escape_terminal(agent),
                         words::show_count(written.games, "game"),
                         words::show_count(written.faults, "fault"),
                         escape_terminal((folder / "README.md").string()));
  }
  if (invocation.json) terminal::print("{}\n", all ? files::dump(json) : files::dump(json.at(0)));
}

void report(ReportArguments arguments, const terminal::Invocation& invocation) {
  if (arguments.all && arguments.league.league.empty())
    arguments.league.league = std::exchange(arguments.agent, "");
  if (arguments.all != arguments.agent.empty())
    throw terminal::UsageError("expected the NAME of an agent, or --all");
  const fs::path league = flags::stored_folder(arguments.league);
  const store::Reader store = store::Reader::open_to_read(league);
  if (!arguments.all) require_agent(store, arguments.agent);
  if (arguments.to.empty() && !store.is_writable()) {
    throw terminal::UsageError(
        fmt::format("{} cannot be written; --to FOLDER puts the report elsewhere",
                    escape_terminal(league.string())));
  }
  const fs::path reports = arguments.to.empty() ? league / "reports" : fs::path(arguments.to);
  std::map<std::string, fs::path> folders;
  if (arguments.all) {
    for (const std::string& name : all_names(store))
      folders[name] = reports / words::to_file_name(name);
  } else {
    folders[arguments.agent] =
        arguments.to.empty() ? reports / words::to_file_name(arguments.agent) : reports;
  }
  report(store, folders, arguments.all, invocation);
}

}  // namespace

void add_report(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "report",
                   .summary = "an author's folder: an agent's games, faults and worst results",
                   .group = "Verbs",
                   .examples = "  danno league report ada league.toml\n"
                               "  danno league report --all out/spring"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<ReportArguments>();
  verb.option("NAME", arguments->agent, "an agent of the league; not with --all");
  flags::add_stored_league(verb, arguments->league);
  verb.option("--to", arguments->to, "the folder to write; default reports/NAME in the league's")
      .takes("FOLDER");
  verb.flag("--all", arguments->all,
            "report every agent, each in its folder NAME of reports or --to");
  verb.runs([arguments, &invocation] { report(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
