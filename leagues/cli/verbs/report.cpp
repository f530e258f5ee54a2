// danno league report NAME: what an agent's author is given of a league.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "leagues/archive/author_folder.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/file_name.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/shown_count.hpp"
#include "leagues/text/suggest.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;
using text::escape_terminal;
using text::Json;

struct Arguments {
  std::string agent;
  flags::StoredLeagueArguments league;
  std::string to;
};

void require_agent(const store::Store& store, const std::string& name) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : store.all_agents())
    names.push_back(agent.name);
  if (std::ranges::find(names, name) != names.end()) return;
  const auto meant = text::closest(name, names);
  throw terminal::UsageError(
      fmt::format("no agent '{}' in the league{}", escape_terminal(name),
                  meant ? fmt::format("; did you mean '{}'?", escape_terminal(*meant)) : ""));
}

void require_new(const fs::path& folder) {
  if (!fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder))) return;
  throw terminal::UsageError(
      fmt::format("'{}' is there already; expected a new folder: --to FOLDER",
                  escape_terminal(folder.string())));
}

void report(const Arguments& arguments, const terminal::Invocation& invocation) {
  const fs::path league = flags::stored_folder(arguments.league);
  const store::Store store = store::Store::open_to_read(league);
  require_agent(store, arguments.agent);
  if (arguments.to.empty() && !store.is_writable()) {
    throw terminal::UsageError(
        fmt::format("{} cannot be written; --to FOLDER puts the report elsewhere",
                    escape_terminal(league.string())));
  }
  const fs::path folder = arguments.to.empty()
                              ? league / "reports" / text::file_name_of(arguments.agent)
                              : fs::path(arguments.to);
  require_new(folder);
  const archive::AuthorFolder written =
      archive::write_author_folder(store, arguments.agent, folder);
  if (invocation.json) {
    const Json json{{"agent", arguments.agent},
                    {"folder", folder.string()},
                    {"games", written.games},
                    {"faults", written.faults}};
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{}: {} games, {} faults; see {}\n", escape_terminal(arguments.agent),
               text::show_count(written.games), text::show_count(written.faults),
               escape_terminal((folder / "README.md").string()));
  }
}

}  // namespace

void add_report(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "report",
                   .summary = "an author's folder: an agent's games, faults and worst results",
                   .group = "Verbs",
                   .examples = "  danno league report ada league.toml\n"
                               "  danno league report ada out/spring --to for-ada"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("NAME", arguments->agent, "of the agent").required();
  flags::add_stored_league(verb, arguments->league);
  verb.option("--to", arguments->to, "the folder to write; default reports/NAME in the league's")
      .takes("FOLDER");
  verb.runs([arguments, &invocation] { report(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
