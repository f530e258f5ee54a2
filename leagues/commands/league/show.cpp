// danno league status, table, history, watch: what a league has stored, and what is left to play.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/cli/watch_screen.hpp"
#include "leagues/commands/season/season.hpp"
#include "leagues/report/history.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/report/table.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/site/publish.hpp"

namespace danno::leagues::commands::league {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using base::escape_terminal;

// --- status: what is played and what is left -----------------------------------------------------

/// Opens the league as the next run would see it. A running season updates its store itself, so it
/// is opened unchanged.
store::Reader open_for_status(const cli::StoredLeagueArguments& arguments, const fs::path& folder,
                              bool is_season) {
  const auto file = cli::league_file(arguments);
  if (!file || is_season) return store::Reader::open_to_read(folder);
  return schedule::open_as_settled(folder, cli::read_league(*file));
}

/// Adds a line for each plan of parts that is open.
void add_open_plans(report::LeagueStatus& status, const store::Reader& store) {
  base::Json plans = base::Json::array();
  for (const store::PlanOfParts& plan : store.plans()) {
    if (!plan.open) continue;
    plans.push_back(
        {{"plan", plan.id}, {"folder", plan.folder}, {"parts", plan.parts}, {"deals", plan.deals}});
    status.lines.push_back(fmt::format("plan {} with {} parts in {}: {} of its deals are stored",
                                       plan.id, plan.parts, plan.folder,
                                       base::format_count(plan.deals)));
    status.next_step =
        fmt::format("'danno cluster status {}' shows its parts", base::quote_shell(plan.folder));
  }
  status.json["plans"] = plans;
}

void print_status(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const auto folder = cli::stored_folder(arguments);
  const auto season = season::read_status(folder);
  const store::Reader store = open_for_status(arguments, folder, season.has_value());
  report::LeagueStatus status = schedule::stored_format(store).status(store);
  add_open_plans(status, store);
  if (season) {
    status.json["season"] = *season;
    status.headline = status.json.at("league").get<std::string>() + ": a season";
    status.lines = season::status_lines(*season);
    status.lines.insert(status.lines.begin(), "");
    status.next_step.clear();
  }
  cli::show(status, invocation);
}

// --- table: computed again from what is stored ---------------------------------------------------

void print_table(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const cli::Interrupts interrupts(cli::Work::Compute);
  const auto folder = cli::stored_folder(arguments);
  auto store = store::Reader::open_to_read(folder);
  const auto published = site::publish_tables(store, folder, cli::watch_for(invocation));
  cli::show(published, invocation);
  if (!store.is_writable() && !invocation.quiet)
    cli::print_note("note: {} cannot be written; its table files are unchanged\n", folder.string());
}

// --- history: how the ratings came about, day by day ---------------------------------------------

/// The number of days that fit into a terminal.
constexpr std::size_t kShownDays = 6;

void print(const report::RatingHistory& history) {
  const std::size_t first = history.stages.size() - std::min(history.stages.size(), kShownDays);
  std::string columns = "l";
  cli::Rows rows{{"Elo ±95 % by day"}, {"games"}};
  for (const std::string& name : history.names)
    rows.push_back({escape_terminal(name)});
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

void print_history(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
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
    print(history);
  cli::print_text(
      "each day is computed anew from all games up to then, with the agents of today; 0 = their "
      "mean\n");
}

// --- watch: the tables in place while the league is played ---------------------------------------

/// Faults that are shown, the last ones.
constexpr std::size_t kFaults = 3;

std::string faults_text(const store::Reader& store, const store::StoredLeague& league) {
  std::vector<store::StoredFault> faults;
  for (const store::StoredDivision& division : league.divisions) {
    const auto found = store.faults(division);
    faults.insert(faults.end(), found.begin(), found.end());
  }
  std::ranges::sort(faults, std::ranges::greater(), &store::StoredFault::id);
  if (faults.size() > kFaults) faults.resize(kFaults);
  std::map<store::Id, std::string> names;
  for (const store::StoredAgent& agent : store.all_agents())
    names[agent.id] = escape_terminal(agent.shown_name());
  std::string text;
  for (const store::StoredFault& found : faults)
    text += fmt::format("{}{}: {}: {}\n", text.empty() ? "\nlast faults\n" : "", names[found.agent],
                        referee::record::to_string(found.fault.kind),
                        escape_terminal(describe(found.fault.cause)));
  return text;
}

/// Returns how many deals are stored, and the speed once there was an earlier look.
std::string format_speed(std::uint64_t deals, std::optional<runner::RecentRate>& rate) {
  const std::string stored = base::format_count(deals, "deal") + " stored";
  if (!rate) {
    rate.emplace(Clock::now(), deals);
    return stored;
  }
  rate->add(Clock::now(), deals);
  return fmt::format("{}, {} a second", stored,
                     base::format_count(static_cast<std::uint64_t>(rate->per_second())));
}

void watch(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const fs::path folder = cli::stored_folder(arguments);
  std::optional<runner::RecentRate> rate;
  // Each page shows one moment of a league that may be playing.
  const auto read = [&]() -> cli::LivePage {
    const store::Reader now = store::Reader::open_to_read(folder);
    const store::Reader store = store::Reader::open_at(folder, now.snapshot());
    const schedule::LeagueFormat& report = schedule::stored_format(store);
    const report::LeagueStatus status = report.status(store);
    const std::string played = format_speed(report::count_deals(store), rate);
    const auto tables = report.tables(
        store, [](std::string_view, std::uint64_t, std::uint64_t) { cli::stop_if_asked(); });
    return {fmt::format("{}; {}\n{}{}", escape_terminal(status.headline), played,
                        cli::format_tables(tables, cli::Notes::LeftOut, invocation),
                        faults_text(store, store.league())),
            status.json.value("complete", false)};
  };
  cli::watch_screen(
      read, "watch needs a terminal; 'danno league status' and 'danno league table' print once",
      "the league continues; 'danno league status' shows what was played");
}

}  // namespace

void add_status(cli::Command league, cli::Invocation& invocation) {
  cli::add_league_command(league, invocation,
                          {.name = "status",
                           .summary = "show what has been played and what is left",
                           .examples = "  danno league status league.toml\n"
                                       "  danno league status out/spring --json"},
                          print_status);
}

void add_table(cli::Command league, cli::Invocation& invocation) {
  cli::add_league_command(league, invocation,
                          {.name = "table",
                           .summary = "compute the tables again from the stored games",
                           .examples = "  danno league table league.toml\n"
                                       "  danno league table out/spring --json"},
                          print_table);
}

void add_history(cli::Command league, cli::Invocation& invocation) {
  cli::add_league_command(league, invocation,
                          {.name = "history",
                           .summary = "show the rating history, day by day",
                           .examples = "  danno league history league.toml\n"
                                       "  danno league history out/spring --json"},
                          print_history);
}

void add_watch(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] =
      league.add(invocation, watch,
                 {.name = "watch",
                  .summary = "show live tables while the league is played",
                  .examples = "  danno league watch league.toml\n"
                              "  danno league watch out/spring"});
  cli::add_stored_league(command, arguments);
}

}  // namespace danno::leagues::commands::league
