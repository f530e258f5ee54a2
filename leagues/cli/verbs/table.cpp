// danno league table: the tables again, computed from what is stored.

#include <memory>

#include "leagues/archive/publish.hpp"
#include "leagues/cli/flags/mixed_isolation.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct TableArguments {
  flags::StoredLeagueArguments league;
  bool mix_isolation = false;
};

void show_table(const TableArguments& arguments, const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const auto folder = flags::stored_folder(arguments.league);
  auto store = store::Publisher::open_to_publish(folder);
  if (!arguments.mix_isolation) flags::refuse_mixed_isolation(store, std::nullopt);
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
  const auto arguments = std::make_shared<TableArguments>();
  flags::add_stored_league(verb, arguments->league);
  flags::add_mix_isolation(verb, arguments->mix_isolation);
  verb.runs([arguments, &invocation] { show_table(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
