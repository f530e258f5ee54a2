// danno league run | status | table: a league that is stored, resumed and rated.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/play_tournament.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/run_flags.hpp"
#include "leagues/cli/show_table.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/store/league.hpp"
#include "leagues/league_run.hpp"
#include "leagues/store/store.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct Arguments {
  std::string file;
  std::string out;
  std::string duration;
  bool mix_isolation = false;
  RunFlags run;
};

struct TableArguments {
  StoredLeagueArguments league;
  bool mix_isolation = false;
};

void add_mix_isolation(CLI::App& verb, bool& mix) {
  verb.add_flag("--mix-isolation", mix, "games of different isolation levels in one table");
}

/// One table, one level; `now` is that of the games to come.
void refuse_mixed_isolation(const leagues::Store& store, std::optional<std::string_view> now) {
  for (const leagues::StoredDivision& division : store.league().divisions) {
    auto levels = store.isolation_levels(division);
    if (now && std::ranges::find(levels, *now) == levels.end()) levels.emplace_back(*now);
    if (levels.size() < 2) continue;
    throw UsageError(fmt::format(
        "{}: games at isolation {} would share a table; --out DIR plays them anew elsewhere, "
        "--mix-isolation has them mixed",
        division.definition->id, fmt::join(levels, " and ")));
  }
}

/// "90", "45s", "30m", "2h".
std::chrono::seconds parse_duration(const std::string& text) {
  std::size_t used = 0;
  while (used < text.size() && used < 9 &&
         std::isdigit(static_cast<unsigned char>(text[used])) != 0)
    ++used;
  const std::string unit = text.substr(used);
  const long factor = unit == "h"                    ? 3600
                      : unit == "m" || unit == "min" ? 60
                      : unit.empty() || unit == "s"  ? 1
                                                     : 0;
  if (used == 0 || factor == 0)
    throw UsageError(fmt::format("--for '{}'; expected a time, as in 45s, 30m or 2h", text));
  return std::chrono::seconds(std::stol(text.substr(0, used)) * factor);
}

/// All that is wrong with the file is told, a line each.
leagues::League read_file(const std::string& file) {
  try {
    return leagues::read_league_file(file);
  } catch (const leagues::LeagueFileErrors& errors) {
    std::string text;
    for (const std::string& line : errors.lines())
      text += (text.empty() ? "" : "\nerror: ") + leagues::escape_terminal(line);
    throw UsageError(text);
  }
}

fs::path folder_of(const leagues::League& league, const Arguments& arguments) {
  return arguments.out.empty() ? fs::path("out") / league.name : fs::path(arguments.out);
}

void tell_notes(const leagues::League& league) {
  for (const std::string& note : league.notes)
    fmt::print(stderr, "note: {}\n", leagues::escape_terminal(note));
  for (const leagues::Entrant& entrant : league.entrants) {
    if (entrant.problem.empty()) continue;
    fmt::print(stderr, "note: '{}' will stand as never-ready: {}\n",
               leagues::escape_terminal(entrant.agent.name),
               leagues::escape_terminal(entrant.problem));
  }
}

/// Agents that answer at once play about so many games a second on one core; measured with the
/// bundled agents, see docs/run-a-league.md.
constexpr double kGamesPerSecond = 1500;

void tell_plan(const leagues::League& league, const leagues::LeagueRun& run,
               const leagues::RunOptions& options) {
  const std::uint64_t missing = run.games_planned() - run.games_played();
  fmt::print(stderr, "{}: {} agents, {} games", league.name, league.entrants.size(),
             show_count(run.games_planned()));
  if (run.games_played() > 0)
    fmt::print(stderr, ", {} of them played before", show_count(run.games_played()));
  fmt::print(stderr, "; isolation {}\n", referee::to_string(league.limits.isolation));
  if (missing == 0) return;
  const std::chrono::duration<double> estimate(static_cast<double>(missing) /
                                               (kGamesPerSecond * options.shards));
  fmt::print(stderr, "about {} if the agents answer at once\n", show_duration(estimate));
  if (run.epoch()->open) {
    fmt::print(stderr, "open seed '{}'\n", leagues::escape_terminal(run.epoch()->seed));
  } else {
    fmt::print(stderr, "the seed's SHA-256 is {}\n", run.epoch()->commitment);
  }
}

void tell_how_to_resume(const Arguments& arguments, leagues::RunEnd end) {
  std::string command = "danno league run " + arguments.file;
  if (!arguments.out.empty()) command += " --out " + arguments.out;
  fmt::print(stderr, "{}; what was played is stored; to go on: {}\n",
             end == leagues::RunEnd::OutOfTime ? "out of time" : "interrupted", command);
}

void show(const leagues::LeagueTable& table, const Session& session) {
  if (session.json) {
    fmt::print("{}", leagues::table_json(table));
  } else {
    show_table(table);
  }
}

void run_league(const Arguments& arguments, Session& session) {
  leagues::RunOptions options = arguments.run.options();
  if (!arguments.duration.empty())
    options.until = std::chrono::steady_clock::now() + parse_duration(arguments.duration);
  leagues::League league = read_file(arguments.file);
  if (arguments.run.freeze) league.limits.freeze = arguments.run.freeze;
  if (league.format == leagues::Format::Tournament && !arguments.duration.empty())
    throw UsageError(
        "--for does not go with a tournament; Ctrl-C ends it, the same command goes on");
  const std::string layers = referee::summary(referee::require(league.limits.isolation));
  const fs::path folder = folder_of(league, arguments);
  leagues::Store store = leagues::Store::open_to_play(folder);
  store.settle(league);
  if (!arguments.mix_isolation)
    refuse_mixed_isolation(store, referee::to_string(league.limits.isolation));
  const leagues::Conditions conditions{
      .isolation = std::string(referee::to_string(league.limits.isolation)),
      .layers = layers,
      .machine = machine(),
      .limits = league.limits};
  if (league.format == leagues::Format::Tournament)
    return play_tournament(league, store, conditions, folder, arguments.run, session);
  leagues::LeagueRun run(league, store,
                         {.in_flight = arguments.run.games_in_flight(),
                          .exact_clock = arguments.run.exact_clock(),
                          .conditions = conditions,
                          .faults = folder / "faults"});
  if (!session.quiet) {
    tell_notes(league);
    tell_plan(league, run, options);
  }
  const Interrupts interrupts;
  leagues::RunEnd end = leagues::RunEnd::Complete;
  {
    Progress progress(session, run.games_planned(), run.games_played());
    end = run.play(options, [&](auto deals, auto names) { progress.add(deals, names); });
  }
  if (end == leagues::RunEnd::Interrupted) {  // who interrupts does not wait for tables
    tell_how_to_resume(arguments, end);
    session.exit_code = interrupts.exit_code();
    return;
  }
  const leagues::LeagueTable table = leagues::compute_table(store);
  leagues::write_table_files(table, folder);
  show(table, session);
  if (!session.quiet) fmt::print(stderr, "\ntables in {}\n", folder.string());
  if (end == leagues::RunEnd::Complete) return;
  tell_how_to_resume(arguments, end);
  session.exit_code = kUndecided;
}

void run_table(const TableArguments& arguments, const Session& session) {
  const fs::path folder = stored_folder(arguments.league);
  const leagues::Store store = leagues::Store::open_to_read(folder);
  if (!arguments.mix_isolation) refuse_mixed_isolation(store, std::nullopt);
  if (store.league().format == leagues::Format::Tournament)
    return show_tournament(store, folder, session);
  const leagues::LeagueTable table = leagues::compute_table(store);
  leagues::write_table_files(table, folder);
  show(table, session);
}

/// Why a line-up has deals left.
std::string why_left(const leagues::StoredLineUp& line_up, const leagues::StoredLeague& league) {
  if (line_up.played > 0) return "played in part";
  std::string changed;
  for (const leagues::StoredAgent& agent : league.agents) {
    const bool plays = std::ranges::find(line_up.agents, agent.id) != line_up.agents.end();
    if (plays && agent.version > 1) changed += (changed.empty() ? "" : ", ") + agent.shown_name();
  }
  return changed.empty() ? "not begun" : "not begun by the changed " + changed;
}

struct Left {
  std::uint64_t line_ups = 0;
  std::uint64_t deals = 0;
};

void run_status(const StoredLeagueArguments& arguments, const Session& session) {
  const leagues::Store store = leagues::Store::open_to_read(stored_folder(arguments));
  const leagues::StoredLeague league = store.league();
  if (league.format == leagues::Format::Tournament) return show_tournament_status(store, session);
  ordered_json divisions = ordered_json::array();
  std::vector<std::vector<std::string>> rows{{"rules", "line-ups", "deals", "left", "faults"}};
  std::uint64_t all_left = 0;
  std::map<std::string, Left> reasons;
  for (const leagues::StoredDivision& division : league.divisions) {
    std::uint64_t planned = 0;
    std::uint64_t played = 0;
    ordered_json left = ordered_json::array();
    const auto line_ups = store.line_ups(division);
    for (const leagues::StoredLineUp& line_up : line_ups) {
      planned += line_up.planned;
      played += line_up.played;
      if (line_up.played >= line_up.planned) continue;
      const std::string why = why_left(line_up, league);
      left.push_back({{"line_up", leagues::line_up_name(line_up, league.agents)},
                      {"deals", line_up.planned - line_up.played},
                      {"why", why}});
      ++reasons[why].line_ups;
      reasons[why].deals += line_up.planned - line_up.played;
    }
    all_left += planned - played;
    const std::size_t faults = store.faults(division).size();
    divisions.push_back({{"rules", division.definition->id},
                         {"line_ups", line_ups.size()},
                         {"deals", played},
                         {"deals_planned", planned},
                         {"faults", faults},
                         {"left", left}});
    rows.push_back({std::string(division.definition->id), show_count(line_ups.size()),
                    show_count(played), show_count(planned - played), show_count(faults)});
  }
  if (session.json) {
    const ordered_json json{{"league", league.name},
                            {"complete", all_left == 0},
                            {"retired_deals", store.retired_deals()},
                            {"divisions", divisions}};
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print(
      "{}: {}\n\n{}", league.name,
      all_left == 0 ? "complete" : fmt::format("{} deals are left to play", show_count(all_left)),
      text_table({Align::Left, Align::Right, Align::Right, Align::Right, Align::Right}, rows));
  for (const auto& [why, left] : reasons) {
    fmt::print("\n{} deals of {} line-ups: {}", show_count(left.deals), show_count(left.line_ups),
               leagues::escape_terminal(why));
  }
  if (all_left > 0) fmt::print("\n'danno league run FILE' plays them\n");
  if (const auto retired = store.retired_deals(); retired > 0) {
    fmt::print("\n{} deals of agents that left or changed are kept, and are in no table\n",
               show_count(retired));
  }
}

void add_run(CLI::App& parent, Session& session) {
  CLI::App& verb = add_verb(parent, session,
                            {.name = "run",
                             .summary = "play what is missing, then the tables",
                             .group = "Verbs",
                             .examples = "  danno league run league.toml\n"
                                         "  danno league run league.toml --out results --for 2h"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("FILE", arguments->file, "the league file")->required();
  verb.add_option("--out", arguments->out, "where the league is kept; default out/NAME")
      ->type_name("DIR");
  verb.add_option("--for", arguments->duration, "stop in time, as in 45s, 30m or 2h")
      ->type_name("TIME");
  add_mix_isolation(verb, arguments->mix_isolation);
  add_run_flags(verb, arguments->run);
  verb.callback([arguments, &session] { guarded([&] { run_league(*arguments, session); }); });
}

void add_status(CLI::App& parent, Session& session) {
  CLI::App& verb = add_verb(parent, session,
                            {.name = "status",
                             .summary = "what is played and what is left",
                             .group = "Verbs",
                             .examples = "  danno league status league.toml\n"
                                         "  danno league status out/spring --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<StoredLeagueArguments>();
  add_stored_league(verb, *arguments);
  verb.callback([arguments, &session] { guarded([&] { run_status(*arguments, session); }); });
}

void add_table(CLI::App& parent, Session& session) {
  CLI::App& verb = add_verb(parent, session,
                            {.name = "table",
                             .summary = "the tables again, computed from what is stored",
                             .group = "Verbs",
                             .examples = "  danno league table league.toml\n"
                                         "  danno league table out/spring --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<TableArguments>();
  add_stored_league(verb, arguments->league);
  add_mix_isolation(verb, arguments->mix_isolation);
  verb.callback([arguments, &session] { guarded([&] { run_table(*arguments, session); }); });
}

}  // namespace

void add_league(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "league",
                             .summary = "a league: everybody meets, results are kept",
                             .group = "Playing",
                             .examples = "  danno league run league.toml\n"
                                         "  danno league table league.toml"});
  add_run(verb, session);
  add_status(verb, session);
  add_table(verb, session);
  add_season(verb, session);
  add_add(verb, session);
  add_verify(verb, session);
  add_export(verb, session);
  add_report(verb, session);
}

}  // namespace danno::cli
