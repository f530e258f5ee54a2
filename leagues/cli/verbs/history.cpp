// danno league history: how the ratings came about, day by day.

#include <algorithm>
#include <memory>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/tables/history.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {
namespace {

/// The number of days that fit into a terminal.
constexpr std::size_t kShownDays = 6;

void show(const tables::RatingHistory& history) {
  const std::size_t first = history.stages.size() - std::min(history.stages.size(), kShownDays);
  std::string columns = "l";
  terminal::Rows rows{{"Elo ±95 % by day"}, {"games"}};
  for (const std::string& name : history.names)
    rows.push_back({words::escape_terminal(name)});
  for (std::size_t i = first; i < history.stages.size(); ++i) {
    const tables::HistoryPoint& day = history.stages[i];
    columns.push_back('r');
    rows[0].push_back(tables::show_day(day.day()));
    rows[1].push_back(words::show_count(static_cast<std::uint64_t>(day.games)));
    for (std::size_t agent = 0; agent < day.agents.size(); ++agent) {
      const auto& rating = day.agents[agent];
      rows[agent + 2].push_back(rating
                                    ? tables::show_reliable_elo(rating->deals, rating->elo,
                                                                rating->elo_low, rating->elo_high)
                                    : "-");
    }
  }
  terminal::print_text("{}, {} seats\n{}", history.definition->id, history.seats,
                       terminal::text_table(columns, rows));
  if (history.stages.empty()) terminal::print_text("no game was played yet\n");
  if (first > 0) terminal::print_text("{} earlier days: --json\n", first);
  terminal::print_text("\n");
}

void run_history(const flags::StoredLeagueArguments& arguments,
                 const terminal::Invocation& invocation) {
  const store::Reader store = store::Reader::open_to_read(flags::stored_folder(arguments));
  const store::StoredLeague league = store.league();
  const std::string_view none = formats::find_format(league.format).why_no_history();
  if (!none.empty()) throw terminal::UsageError(std::string(none));
  const std::vector<tables::RatingHistory> histories = tables::compute_histories(store);
  if (invocation.json) {
    terminal::print("{}", tables::history_json(league.name, histories));
    return;
  }
  for (const tables::RatingHistory& history : histories)
    show(history);
  terminal::print_text(
      "each day is a refit on all games up to then with the agents of today; 0 = their mean\n");
}

}  // namespace

void add_history(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "history",
                              .summary = "the rating history, day by day",
                              .group = "Verbs",
                              .examples = "  danno league history league.toml\n"
                                          "  danno league history out/spring --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::StoredLeagueArguments>();
  flags::add_stored_league(verb, *arguments);
  verb.runs([arguments, &invocation] { run_history(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
