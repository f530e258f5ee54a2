// danno league report NAME: what an agent's author is given of a league.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/archive/author_folder.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/suggest.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

namespace fs = std::filesystem;
using leagues::escape_terminal;
using nlohmann::ordered_json;

struct Arguments {
  std::string agent;
  StoredLeagueArguments league;
  std::string to;
};

void require_agent(const leagues::Store& store, const std::string& name) {
  std::vector<std::string> names;
  for (const leagues::StoredAgent& agent : store.all_agents())
    names.push_back(agent.name);
  if (std::ranges::find(names, name) != names.end()) return;
  const auto meant = leagues::closest(name, names);
  throw UsageError(
      fmt::format("no agent '{}' in the league{}", escape_terminal(name),
                  meant ? fmt::format("; did you mean '{}'?", escape_terminal(*meant)) : ""));
}

void require_new(const fs::path& folder) {
  if (!fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder))) return;
  throw UsageError(fmt::format("'{}' is there already; expected a new folder: --to FOLDER",
                               escape_terminal(folder.string())));
}

void report(const Arguments& arguments, const Session& session) {
  const fs::path league = stored_folder(arguments.league);
  const leagues::Store store = leagues::Store::open_to_read(league);
  require_agent(store, arguments.agent);
  const fs::path folder = arguments.to.empty()
                              ? league / "reports" / leagues::file_name_of(arguments.agent)
                              : fs::path(arguments.to);
  require_new(folder);
  const leagues::AuthorFolder written =
      leagues::write_author_folder(store, arguments.agent, folder);
  if (session.json) {
    const ordered_json json{{"agent", arguments.agent},
                            {"folder", folder.string()},
                            {"games", written.games},
                            {"faults", written.faults}};
    fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}: {} games, {} faults; see {}\n", escape_terminal(arguments.agent),
               show_count(written.games), show_count(written.faults),
               escape_terminal((folder / "README.md").string()));
  }
}

}  // namespace

void add_report(CLI::App& league, Session& session) {
  CLI::App& verb =
      add_verb(league, session,
               {.name = "report",
                .summary = "an author's folder: an agent's games, faults and worst results",
                .group = "Verbs",
                .examples = "  danno league report ada league.toml\n"
                            "  danno league report ada out/spring --to for-ada"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("NAME", arguments->agent, "of the agent")->required();
  add_stored_league(verb, arguments->league);
  verb.add_option("--to", arguments->to,
                  "the folder to write; default reports/NAME in the league's")
      ->type_name("FOLDER");
  verb.callback([arguments, &session] { guarded([&] { report(*arguments, session); }); });
}

}  // namespace danno::cli
