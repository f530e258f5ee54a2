// danno new LANGUAGE NAME: a folder that plays at once; danno new competition NAME: one that is a
// competition. danno league new: a league file to begin with, and its schema for editors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "leagues/base/escape.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_file.hpp"
#include "leagues/schedule/league_keys.hpp"

namespace danno::leagues::commands::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDefaultRules = "koans";
constexpr std::string_view kCompetition = "competition";

/// The anchors of a competition's ci/judge, which its bots meet from the first day.
constexpr std::string_view kAnchors =
    "\n[[agent]]\npath = \"hold\"\n\n[[agent]]\npath = \"odds\"\n";

struct NewArguments {
  std::string language;
  std::string name;
  std::string rules{kDefaultRules};
  bool list = false;
};

/// Writes `file` for a league of this name, with `more` at its end, and league.schema.json.
void write_league_files(const fs::path& file, std::string_view name, std::string_view more) {
  const fs::path schema = file.parent_path() / schedule::kSchemaFile;
  base::write_whole(schema, schedule::league_schema());
  base::write_durable(file, schedule::league_draft(name).append(more));
}

void print_languages() {
  for (const std::string& language : entrants::scaffold_languages())
    cli::print_text("{:<13}{}\n", language, entrants::scaffold_needs(language));
  cli::print_text("{:<13}{}\n", kCompetition,
                  "a repository for a competition of many agents: GitHub or GitLab");
}

void require_language(const std::string& language) {
  std::vector<std::string> languages = entrants::scaffold_languages();
  languages.emplace_back(kCompetition);
  if (std::ranges::find(languages, language) != languages.end()) return;
  const std::string expected = fmt::format(
      "expected {}; docs/protocol.md serves any other language", fmt::join(languages, ", "));
  throw cli::UsageError("no scaffold for '{}'; {}", language,
                        base::did_you_mean(language, languages, expected));
}

/// Writes the folder of an agent, and prints the commands that come next.
void make_agent(const NewArguments& arguments, const cli::Invocation& invocation) {
  const rules::Definition& definition = cli::resolve_rules(arguments.rules);
  if (!definition.is_bundled())
    throw cli::UsageError(
        "'danno new' takes no rule file; expected the most similar bundled rule set");
  const std::string& rules = definition.id;
  entrants::make_scaffold(arguments.language, arguments.name, rules);
  const std::string name = base::escape_terminal(arguments.name);
  const std::string flag = rules == kDefaultRules ? "" : " --rules " + rules;
  cli::print_text("created {0}/; {0}/README.md describes its files\n", name);
  const std::string agent = cli::shell_word(arguments.name);
  cli::print("next    {0} check {1}{2}\n        {0} match {1} hold{2}\n", invocation.program, agent,
             flag);
}

/// Writes the folder of a competition: a repository with CI and a league file.
void make_competition(const NewArguments& arguments) {
  const std::string name = entrants::folder_name(arguments.name);
  const std::string shown = base::escape_terminal(arguments.name);
  if (!schedule::is_league_name(name)) {
    throw cli::UsageError(
        "'{}' is not a name of a competition; expected letters, digits, '.', '_', '-'", shown);
  }
  if (arguments.rules != kDefaultRules) {
    throw cli::UsageError(
        "--rules is for agents; the rule sets of a competition are in its league.toml");
  }
  entrants::make_competition(arguments.name);
  write_league_files(fs::path(arguments.name) / "league.toml", name, kAnchors);
  cli::print_text("created {0}/; {0}/README.md is for the entrants\n", shown);
  cli::print("next    change league.toml, and OWNER and COMMIT in ci/install\n");
}

void run_new(const NewArguments& arguments, const cli::Invocation& invocation) {
  if (arguments.list) return print_languages();
  if (arguments.name.empty()) {
    throw cli::UsageError(
        "expected a language and a name, as in '{0} new python mybot'; "
        "'{0} new --list' names the languages",
        invocation.program);
  }
  require_language(arguments.language);
  try {
    if (arguments.language == kCompetition) return make_competition(arguments);
    make_agent(arguments, invocation);
  } catch (const entrants::AgentError& error) {
    throw cli::UsageError(error.what());
  }
}

struct NewLeagueArguments {
  std::string file = "league.toml";
};

void write_draft(const NewLeagueArguments& arguments, const cli::Invocation& invocation) {
  const fs::path file = arguments.file;
  const std::string shown = base::escape_terminal(arguments.file);
  const std::string name = file.stem().string();
  if (file.extension() != ".toml" || !schedule::is_league_name(name)) {
    throw cli::UsageError(
        "'{}' is not the file of a league; expected NAME.toml, with letters, digits, '.', '_', '-'",
        shown);
  }
  const fs::path folder = fs::absolute(file).parent_path();
  if (!fs::is_directory(folder)) {
    throw cli::UsageError("{}: no folder '{}'; make it first", shown, folder.string());
  }
  if (fs::exists(fs::symlink_status(file))) {
    throw cli::UsageError("{} already exists; choose another name, or remove it", shown);
  }
  write_league_files(file, name, "");
  if (invocation.quiet) return;
  // The commands are shown as they work from the folder where the user is.
  const std::string bots = (folder / "bots").lexically_relative(fs::current_path()).string();
  const std::string to = bots == "bots" ? "" : " --to " + cli::shell_word(bots);
  const std::string typed =
      arguments.file == NewLeagueArguments().file ? "" : " " + cli::shell_word(arguments.file);
  cli::print_text("created {}, and {} for editors\n", shown, schedule::kSchemaFile);
  cli::print("next    {0} league add FOLDER…{1}\n        {0} league run{2}\n", invocation.program,
             to, typed);
}

}  // namespace

void add_new(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_new,
              {.name = "new",
               .summary = "create an agent's folder, ready to play, or a competition",
               .group = "Agents",
               .examples = "  danno new python mybot\n"
                           "  danno new cpp bots/ada --rules official\n"
                           "  danno new competition spring"});
  command.option("LANGUAGE", arguments.language,
                 "cpp, go, java, js, python or rust; or the word competition");
  command.option("NAME", arguments.name, "the folder; the agent or competition is named after it");
  command.flag("--list", arguments.list, "print the languages and what each needs");
  command.option("--rules ID", arguments.rules, "the rule set of its examples; default koans");
}

void add_new_league(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] =
      league.add(invocation, write_draft,
                 {.name = "new",
                  .summary = "write a league file in which every key is explained",
                  .examples = "  danno league new\n"
                              "  danno league new spring.toml"});
  command.option("FILE", arguments.file, "the file to write; default league.toml");
}

}  // namespace danno::leagues::commands::agent
