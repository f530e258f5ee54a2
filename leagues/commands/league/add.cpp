// danno league add DIR…: takes authors' folders into a league, or says why not.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/agent/agent_check.hpp"
#include "leagues/commands/agent/intake.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/locate.hpp"

namespace danno::leagues::commands::league {
namespace {

using base::escape_terminal;
using base::Json;
namespace fs = std::filesystem;

struct AddArguments {
  std::vector<std::string> folders;
  std::string to = "bots";
  std::string league;
  std::vector<std::string> rules;
  std::string isolation;
  entrants::Intake::Claim claim;
  bool as_folder = false;
};

void print(const agent::IntakeResult& result) {
  const std::string name = escape_terminal(result.name);
  if (result.version == 0) {
    const std::string folder =
        result.name == result.folder ? "" : fmt::format(" ({})", escape_terminal(result.folder));
    cli::print_text("refused  {}{}: {}\n", name, folder, escape_terminal(result.refusal.reason));
    for (const std::string& line : result.refusal.evidence)
      cli::print_text("         {}\n", escape_terminal(line));
    if (!result.refusal.advice.empty())
      cli::print_text("         help  {}\n", escape_terminal(result.refusal.advice));
  } else {
    cli::print_text("{}  {}, version {}\n", result.changed ? "added" : "unchanged", name,
                    result.version);
  }
  std::fflush(stdout);
}

Json to_json(const agent::IntakeResult& result) {
  return {{"folder", result.folder},         {"name", result.name},
          {"added", result.version > 0},     {"version", result.version},
          {"changed", result.changed},       {"reason", result.refusal.reason},
          {"advice", result.refusal.advice}, {"evidence", result.refusal.evidence}};
}

/// Throws if there is no such folder or archive, before anybody gets a letter about it.
void require_all(const std::vector<std::string>& folders) {
  const std::vector<std::string> bundled = entrants::bundled_agent_names();
  for (const std::string& folder : folders) {
    std::error_code ignored;  // a link that leads nowhere is there: it is refused by itself
    if (fs::symlink_status(folder, ignored).type() != fs::file_type::not_found) continue;
    if (std::ranges::find(bundled, folder) != bundled.end())
      throw cli::UsageError(
          "'{0}' is a bundled agent, not a folder; write it into the league file: [[agent]], and "
          "below it path = \"{0}\"",
          folder);
    throw cli::UsageError("{}: no such folder or archive", folder);
  }
}

/// Throws if two folders would give the same author, as download/*/bot would: 'bot' for everybody.
void require_own_folders(const std::vector<std::string>& folders) {
  std::map<std::string, std::string> known;
  for (const std::string& folder : folders) {
    const auto [first, is_new] = known.emplace(entrants::folder_name(folder), folder);
    if (!is_new)
      throw cli::UsageError(
          "--as-folder: '{}' and '{}' would have the same author '{}'; give the folders that "
          "contain them",
          first->second, folder, first->first);
  }
}

/// Throws if --as names one author of a download, whose authors are its students.
void require_no_students(const std::vector<agent::HandIn>& hand_ins) {
  for (const agent::HandIn& hand_in : hand_ins) {
    if (hand_in.author)
      throw cli::UsageError(
          "--as: '{}' is the folder of a student, who is the author; leave --as out, or give the "
          "agent's folder",
          hand_in.folder);
  }
}

agent::CheckOptions make_order(const AddArguments& arguments) {
  agent::CheckOptions order = agent::make_check_options(arguments.league, arguments.rules);
  order.strength = false;
  if (!arguments.isolation.empty())
    order.limits.isolation = cli::resolve_isolation(arguments.isolation);
  referee::sandbox::require(order.limits.isolation);
  return order;
}

/// Throws if the authors or the folders cannot be meant as they are written.
void check_arguments(const AddArguments& arguments) {
  const auto& author = arguments.claim.author;
  if (const std::string problem = author ? entrants::author_problem(*author) : ""; !problem.empty())
    throw cli::UsageError("--as: " + escape_terminal(problem));
  if (author && arguments.as_folder)
    throw cli::UsageError("--as and --as-folder both name the author; give one of them");
  require_all(arguments.folders);
  if (arguments.as_folder) require_own_folders(arguments.folders);
}

int run_add(const AddArguments& arguments, const cli::Invocation& invocation) {
  const agent::CheckOptions order = make_order(arguments);
  check_arguments(arguments);
  const base::DraftFolder scratch(referee::sandbox::find_temporary_folder());
  const agent::IntakeRequest request{
      agent::find_hand_ins(arguments.folders, arguments.as_folder, scratch.path()), arguments.to,
      arguments.claim, order};
  if (arguments.claim.author) require_no_students(request.hand_ins);
  Json all = Json::array();
  std::size_t added = 0;
  std::size_t refused = 0;
  agent::check_and_accept(request, [&](const agent::IntakeResult& result) {
    added += result.version > 0 && result.changed ? 1 : 0;
    refused += result.version == 0 ? 1 : 0;
    invocation.json ? all.push_back(to_json(result)) : print(result);
  });
  const std::size_t unchanged = request.hand_ins.size() - added - refused;
  if (invocation.json) {
    cli::print("{}\n", base::dump(all));
  } else {
    cli::print_text("\n{} added, {}{} refused; a league plays them with agents = \"{}/*\"\n", added,
                    unchanged > 0 ? fmt::format("{} unchanged, ", unchanged) : "", refused,
                    escape_terminal(arguments.to));
    if (refused > 0)
      cli::print_text("answers for the authors: {}\n",
                      escape_terminal((agent::letters_folder(arguments.to) / "*.md").string()));
  }
  return refused > 0 ? cli::kFails : cli::kDone;
}

}  // namespace

void add_add(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] =
      league.add(invocation, run_add,
                 {.name = "add",
                  .summary = "check authors' folders and take a read-only copy of each",
                  .examples = "  danno league add handed-in/*\n"
                              "  danno league add download.zip\n"
                              "  danno league add handed-in/ada --to spring/bots --as 'Ada L.'"});
  command.json_flag(invocation);
  command
      .option("DIR", arguments.folders,
              "folders with agent.toml; or a learning platform's download, also as a zip")
      .required()
      .several(10'000);
  command.option("--to DIR", arguments.to,
                 "the folder in which the league finds its agents; default bots");
  command.option("--league FILE", arguments.league,
                 "take rule sets and limits from this file; default league.toml if it exists");
  command
      .option("--rules ID|FILE…", arguments.rules,
              "rule sets to check the agents with; default koans")
      .several(rules::all_definitions().size());
  command.option("--as AUTHOR", arguments.claim.author,
                 "the author of the agents; default: the one in agent.toml");
  command.flag("--as-folder", arguments.as_folder,
               "the author of each agent is the name of its folder or archive, as in a course");
  command.flag("--replace", arguments.claim.replace,
               "add a changed agent without an author as its next version");
  cli::add_isolation_flag(command, arguments.isolation);
}

}  // namespace danno::leagues::commands::league
