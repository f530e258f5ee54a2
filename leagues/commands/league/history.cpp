// danno league history: how the ratings came about, day by day.

#include <algorithm>
#include <memory>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/report/history.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/formats.hpp"

namespace danno::leagues::commands::league {
namespace {

/// The number of days that fit into a terminal.
constexpr std::size_t kShownDays = 6;

void show(const report::RatingHistory& history) {
  const std::size_t first = history.stages.size() - std::min(history.stages.size(), kShownDays);
  std::string columns = "l";
  cli::Rows rows{{"Elo ±95 % by day"}, {"games"}};
  for (const std::string& name : history.names)
    rows.push_back({base::escape_terminal(name)});
  for (std::size_t i = first; i < history.stages.size(); ++i) {
    const report::HistoryPoint& day = history.stages[i];
    columns.push_back('r');
    rows[0].push_back(report::format_day(day.day()));
    rows[1].push_back(base::format_count(day.games));
    for (std::size_t agent = 0; agent < day.agents.size(); ++agent) {
      const auto& rating = day.agents[agent];
      rows[agent + 2].push_back(rating ? report::format_elo(report::elo_interval(*rating)) : "-");
    }
  }
  cli::print_text("{}, {} seats\n{}", history.definition->id, history.seats,
                  cli::text_table(columns, rows));
  if (history.stages.empty()) cli::print_text("no game was played yet\n");
  if (first > 0) cli::print_text("{} earlier days: --json\n", first);
  cli::print_text("\n");
}

void run_history(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const store::Reader store = store::Reader::open_to_read(cli::stored_folder(arguments));
  const store::StoredLeague league = store.league();
  const std::string_view none = schedule::find_format(league.format).why_no_history();
  if (!none.empty()) throw cli::UsageError(std::string(none));
  const std::vector<report::RatingHistory> histories = report::compute_histories(store);
  if (invocation.json) {
    cli::print("{}", report::history_json(league.name, histories));
    return;
  }
  for (const report::RatingHistory& history : histories)
    show(history);
  cli::print_text(
      "each day is computed anew from all games up to then, with the agents of today; 0 = their "
      "mean\n");
}

}  // namespace

void add_history(cli::Command league, cli::Invocation& invocation) {
  const cli::Command command =
      league.add(invocation, {.name = "history",
                              .summary = "show the rating history, day by day",
                              .examples = "  danno league history league.toml\n"
                                          "  danno league history out/spring --json"});
  command.json_flag(invocation);
  const auto arguments = std::make_shared<cli::StoredLeagueArguments>();
  cli::add_stored_league(command, *arguments);
  command.runs([arguments, &invocation] { run_history(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::league
