// danno league new: a league file to begin with, and its schema for editors.
#include "leagues/cli/verbs/new_league.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/plan/league_draft.hpp"
#include "leagues/plan/league_file.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

struct NewLeagueArguments {
  std::string file = "league.toml";
};

void write_draft(const NewLeagueArguments& arguments, const terminal::Invocation& invocation) {
  const fs::path file = arguments.file;
  const std::string shown = words::escape_terminal(arguments.file);
  const std::string name = file.stem().string();
  if (file.extension() != ".toml" || !plan::is_league_name(name)) {
    throw terminal::UsageError(fmt::format(
        "'{}' names no league; expected NAME.toml, with letters, digits, '.', '_', '-'", shown));
  }
  const fs::path folder = fs::absolute(file).parent_path();
  if (!fs::is_directory(folder)) {
    throw terminal::UsageError(fmt::format("{}: no folder '{}'; make it first", shown,
                                           words::escape_terminal(folder.string())));
  }
  if (fs::exists(fs::symlink_status(file))) {
    throw terminal::UsageError(
        fmt::format("{} already exists; choose another name, or remove it", shown));
  }
  write_league_files(file, name, "");
  if (invocation.quiet) return;
  const std::string bots = (folder / "bots").lexically_relative(fs::current_path()).string();
  const std::string to = bots == "bots" ? "" : " --to " + words::quote_shell(bots);
  const std::string typed =
      arguments.file == NewLeagueArguments().file ? "" : " " + words::quote_shell(arguments.file);
  terminal::print_text("created {}, and {} for editors\n", shown, plan::kSchemaFile);
  terminal::print("next    {0} league add FOLDER…{1}\n        {0} league run{2}\n",
                  invocation.program, words::escape_terminal(to), words::escape_terminal(typed));
}

}  // namespace

void write_league_files(const fs::path& file, std::string_view name, std::string_view more) {
  const fs::path schema = file.parent_path() / plan::kSchemaFile;
  files::write_whole(schema, plan::league_schema(formats::all_formats()));
  files::write_durable(file, plan::league_draft(name, formats::all_formats()).append(more));
}

void add_new_league(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "new",
                              .summary = "a league file to begin with, every key explained",
                              .group = "Verbs",
                              .examples = "  danno league new\n"
                                          "  danno league new spring.toml"});
  const auto arguments = std::make_shared<NewLeagueArguments>();
  verb.option("FILE", arguments->file, "the file to write; default league.toml");
  verb.runs([arguments, &invocation] { write_draft(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
