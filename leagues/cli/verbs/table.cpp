// danno league table: the tables again, computed from what is stored.

#include <memory>

#include "leagues/archive/publish.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {
namespace {

void show_table(const flags::StoredLeagueArguments& arguments,
                const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const auto folder = flags::stored_folder(arguments);
  auto store = store::Reader::open_to_read(folder);
  const auto published = archive::publish_tables(store, folder, terminal::watch_for(invocation));
  terminal::show(published, invocation);
  if (!store.is_writable() && !invocation.quiet)
    terminal::print_note("note: {} cannot be written; its table files stay as they are\n",
                         folder.string());
}

}  // namespace

void add_table(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "table",
                              .summary = "the tables again, computed from what is stored",
                              .group = "Verbs",
                              .examples = "  danno league table league.toml\n"
                                          "  danno league table out/spring --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::StoredLeagueArguments>();
  flags::add_stored_league(verb, *arguments);
  verb.runs([arguments, &invocation] { show_table(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
