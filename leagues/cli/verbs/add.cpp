// danno league add DIR…: takes authors' folders into a league, or says why not.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/files/json.hpp"
#include "leagues/gate/reception.hpp"
#include "leagues/store/league.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using files::Json;
using words::escape_terminal;
namespace fs = std::filesystem;

constexpr const char* kLeagueFile = "league.toml";

struct AddArguments {
  std::vector<std::string> folders;
  std::string to = "bots";
  std::string league;
  std::vector<std::string> rules;
  std::string isolation;
  entrants::Intake::Claim claim;
  bool as_folder = false;
};

/// Builds the check options from the league file, if there is one, and the command line.
gate::CheckOrder order_of(const AddArguments& arguments) {
  gate::CheckOrder order;
  order.strength = false;
  order.limits.isolation = store::kDefaultIsolation;
  if (!arguments.league.empty() || fs::exists(kLeagueFile)) {
    const store::League league =
        flags::read_league_terms(arguments.league.empty() ? kLeagueFile : arguments.league);
    order.limits = league.limits;
    for (const store::DivisionSettings& division : league.divisions)
      order.rules.push_back(division.definition);
  }
  if (!arguments.isolation.empty())
    order.limits.isolation = flags::chosen_isolation(arguments.isolation);
  if (!arguments.rules.empty()) order.rules.clear();
  for (const std::string& id : arguments.rules)
    order.rules.push_back(&flags::chosen_rules(id));
  if (order.rules.empty()) order.rules.push_back(&flags::chosen_rules("koans"));
  return order;
}

void print(const gate::Received& received) {
  const std::string name = escape_terminal(received.name);
  if (received.version == 0) {
    const std::string folder = received.name == received.folder
                                   ? ""
                                   : fmt::format(" ({})", escape_terminal(received.folder));
    terminal::print_text("refused  {}{}: {}\n", name, folder,
                         escape_terminal(received.refusal.reason));
    for (const std::string& line : received.refusal.evidence)
      terminal::print_text("         {}\n", escape_terminal(line));
    if (!received.refusal.advice.empty())
      terminal::print_text("         help  {}\n", escape_terminal(received.refusal.advice));
  } else {
    terminal::print_text("{}  {}, version {}\n", received.changed ? "added" : "unchanged", name,
                         received.version);
  }
  std::fflush(stdout);
}

Json to_json(const gate::Received& received) {
  return {{"folder", received.folder},         {"name", received.name},
          {"added", received.version > 0},     {"version", received.version},
          {"changed", received.changed},       {"reason", received.refusal.reason},
          {"advice", received.refusal.advice}, {"evidence", received.refusal.evidence}};
}

void check_author(const std::string& author) {
  const std::string problem = entrants::author_problem(author);
  if (!problem.empty()) throw terminal::UsageError("--as: " + escape_terminal(problem));
}

int run_add(const AddArguments& arguments, const terminal::Invocation& invocation) {
  const gate::CheckOrder order = order_of(arguments);
  referee::sandbox::require(order.limits.isolation);
  if (arguments.claim.author) check_author(*arguments.claim.author);
  if (arguments.claim.author && arguments.as_folder)
    throw terminal::UsageError("--as and --as-folder both name the author; give one of them");
  const gate::Handover handover{arguments.folders, arguments.to, arguments.claim,
                                arguments.as_folder, order};
  Json all = Json::array();
  std::size_t added = 0;
  std::size_t refused = 0;
  gate::receive(handover, [&](const gate::Received& received) {
    added += received.version > 0 && received.changed ? 1 : 0;
    refused += received.version == 0 ? 1 : 0;
    invocation.json ? all.push_back(to_json(received)) : print(received);
  });
  const std::size_t unchanged = arguments.folders.size() - added - refused;
  if (invocation.json) {
    terminal::print("{}\n", files::dump(all));
  } else {
    terminal::print_text("\n{} added, {}{} refused; a league plays them with agents = \"{}/*\"\n",
                         added, unchanged > 0 ? fmt::format("{} unchanged, ", unchanged) : "",
                         refused, escape_terminal(arguments.to));
    if (refused > 0)
      terminal::print_text("to hand out: {}\n",
                           escape_terminal((gate::letters_folder(arguments.to) / "*.md").string()));
  }
  return refused > 0 ? terminal::kFails : terminal::kDone;
}

}  // namespace

void add_add(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "add",
                   .summary = "check authors' folders and take a read-only copy of each",
                   .group = "Verbs",
                   .examples = "  danno league add handed-in/*\n"
                               "  danno league add handed-in/ada --to spring/bots --as 'Ada L.'"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<AddArguments>();
  verb.option("DIR", arguments->folders, "folders with agent.toml").required().several(10'000);
  verb.option("--to", arguments->to, "where the league finds its agents; default bots")
      .takes("DIR");
  verb.option("--league", arguments->league,
              "take rule sets and limits from this file; default league.toml if it exists")
      .takes("FILE");
  verb.option("--rules", arguments->rules, "rule sets to check them with; default koans")
      .takes("ID|FILE…")
      .several(rules::all_definitions().size());
  verb.option("--as", arguments->claim.author,
              "who handed them in; default: the author of agent.toml")
      .takes("AUTHOR");
  verb.flag("--as-folder", arguments->as_folder,
            "the author of each is the name of its folder, as where a course hands them over");
  verb.flag("--replace", arguments->claim.replace,
            "even where the name is another author's, whose it then no longer is");
  flags::add_isolation_flag(verb, arguments->isolation);
  verb.runs([arguments, &invocation] { return run_add(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
