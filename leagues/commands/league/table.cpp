// danno league table: the tables again, computed from what is stored.

#include <memory>

#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/site/publish.hpp"

namespace danno::leagues::commands::league {
namespace {

void print_table(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const cli::Interrupts interrupts(cli::Work::Compute);
  const auto folder = cli::stored_folder(arguments);
  auto store = store::Reader::open_to_read(folder);
  const auto published = site::publish_tables(store, folder, cli::watch_for(invocation));
  cli::show(published, invocation);
  if (!store.is_writable() && !invocation.quiet)
    cli::print_note("note: {} cannot be written; its table files are unchanged\n", folder.string());
}

}  // namespace

void add_table(cli::Command league, cli::Invocation& invocation) {
  const cli::Command command =
      league.add(invocation, {.name = "table",
                              .summary = "compute the tables again from the stored games",
                              .examples = "  danno league table league.toml\n"
                                          "  danno league table out/spring --json"});
  command.json_flag(invocation);
  const auto arguments = std::make_shared<cli::StoredLeagueArguments>();
  cli::add_stored_league(command, *arguments);
  command.runs([arguments, &invocation] { print_table(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::league
