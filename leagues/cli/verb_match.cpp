// danno match AGENT AGENT…: so many deals between two to six agents, nothing kept.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/chosen_agents.hpp"
#include "leagues/cli/terminal/game_teller.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/check/hints.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/scores/rated_deal.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/table_json.hpp"
#include "leagues/scores/tally.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/report.hpp"

namespace danno::cli {
namespace {

using leagues::AgentTally;
using nlohmann::ordered_json;

struct Arguments {
  std::vector<std::string> agents;
  std::uint64_t deals = 100;
  std::string seed;
  bool advice = false;
  bool watch = false;
  bool fresh = false;
  LineUpFlags line_up;
};

/// A match as it goes on and as it ended.
struct Match {
  std::vector<leagues::Entrant> entrants;
  std::optional<rules::RuleSet> rules;
  referee::LineUp line_up;

  std::vector<AgentTally> tallies;
  std::optional<leagues::Results> results;
  std::uint64_t deals = 0;
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  double seconds = 0;
  std::vector<std::chrono::nanoseconds> cpu;
  std::vector<std::optional<referee::Fault>> first_faults;  ///< By agent.
  std::optional<referee::GameRecord> first_game;
};

void check_number(std::size_t agents) {
  const auto most = static_cast<std::size_t>(rules::kMaxSeats);
  if (agents < 2 || agents > most) {
    throw UsageError(fmt::format("a match of {} agent{}; expected 2 to {}", agents,
                                 agents == 1 ? "" : "s", most));
  }
}

void prepare(Match& match, const Arguments& arguments) {
  check_number(arguments.agents.size());
  match.entrants = chosen_agents(arguments.agents, arguments.line_up.isolation_level());
  match.rules.emplace(arguments.line_up.rule_set(static_cast<int>(match.entrants.size())));
  referee::LineUp& line_up = match.line_up;
  line_up = arguments.line_up.line_up(*match.rules);
  for (const leagues::Entrant& entrant : match.entrants) {
    line_up.agents.push_back(entrant.agent);
    line_up.key_names.push_back(entrant.agent.name);
  }
  line_up.seed = arguments.seed.empty() ? referee::draw_seed() : referee::Seed{arguments.seed};
  line_up.fresh = arguments.fresh;
  line_up.advice = arguments.advice ? referee::Advice::Always : referee::Advice::Off;
  match.tallies.resize(match.entrants.size());
  match.first_faults.resize(match.entrants.size());
  match.results.emplace(static_cast<int>(match.entrants.size()));
}

std::vector<int> all_agents(const Match& match) {
  std::vector<int> agents;
  for (std::size_t i = 0; i < match.entrants.size(); ++i)
    agents.push_back(static_cast<int>(i));
  return agents;
}

void keep_first_faults(Match& match, std::span<const referee::DealResult> deals) {
  for (const referee::DealResult& deal : deals) {
    for (const referee::GameRecord& game : deal.games) {
      for (const referee::Fault& fault : game.faults) {
        auto& first = match.first_faults[game.agent_at[static_cast<std::size_t>(fault.seat)]];
        if (!first) first = fault;
      }
    }
  }
}

leagues::RunEnd play(Match& match, const Arguments& arguments, const Session& session) {
  const leagues::Task task{&match.line_up, arguments.deals};
  const std::vector<int> agents = all_agents(match);
  Progress progress(session, arguments.deals * agents.size(), 0);
  const auto commit = [&](std::size_t, std::span<const referee::DealResult> deals) {
    for (const referee::DealResult& deal : deals) {
      if (match.deals == 0) match.first_game = deal.games.front();
      ++match.deals;
      match.games += deal.games.size();
      for (const referee::GameRecord& game : deal.games)
        match.decisions += referee::count_decisions(game);
      leagues::add_deal(match.tallies, agents, deal);
      leagues::rate_deal(*match.results, agents, deal);
    }
    keep_first_faults(match, deals);
    if (!arguments.line_up.reports.empty())
      leagues::write_fault_files(arguments.line_up.reports, match.rules->id(),
                                 match.line_up.key_names, deals);
    progress.add(deals, match.line_up.key_names);
  };
  const auto start = std::chrono::steady_clock::now();
  const leagues::RunResult result =
      leagues::run(std::span(&task, 1), arguments.line_up.run.options(), commit);
  match.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  match.cpu = result.cpu.front();
  return result.end;
}

double cpu_seconds(const Match& match, std::size_t agent) {
  return std::chrono::duration<double>(match.cpu[agent]).count();
}

/// "840 ms", "12.3 s".
std::string show_cpu(double seconds) {
  return seconds < 1 ? fmt::format("{:.0f} ms", 1000 * seconds) : fmt::format("{:.1f} s", seconds);
}

double per_second(const Match& match, std::uint64_t count) {
  return match.seconds > 0 ? std::round(static_cast<double>(count) / match.seconds) : 0;
}

void print_json(const Match& match, const std::vector<leagues::MatchRating>& ratings) {
  const bool rated = match.line_up.advice == referee::Advice::Off;
  const auto or_null = [&](std::optional<double> value) {
    return value && rated ? ordered_json(*value) : ordered_json(nullptr);
  };
  ordered_json agents = ordered_json::array();
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    const AgentTally& tally = match.tallies[i];
    const std::vector<std::int64_t> places(
        tally.places.begin(),
        tally.places.begin() + static_cast<std::ptrdiff_t>(match.entrants.size()));
    agents.push_back({{"name", match.entrants[i].agent.name},
                      {"score", tally.score()},
                      {"points", tally.points()},
                      {"elo", or_null(ratings[i].elo)},
                      {"elo_low", or_null(ratings[i].low)},
                      {"elo_high", or_null(ratings[i].high)},
                      {"places", places},
                      {"faults", leagues::faults_json(tally)},
                      {"cpu_s", cpu_seconds(match, i)}});
  }
  const referee::IsolationState& isolation = referee::require(match.line_up.limits.isolation);
  ordered_json layers = ordered_json::object();
  for (const referee::Layer& layer : isolation.layers)
    layers[layer.name] = layer.state;
  const ordered_json json{{"rules", match.rules->id()},
                          {"seed", match.line_up.seed.text},
                          {"isolation", referee::to_string(isolation.level)},
                          {"isolation_layers", layers},
                          {"deals", match.deals},
                          {"games", match.games},
                          {"decisions", match.decisions},
                          {"decisions_per_s", per_second(match, match.decisions)},
                          {"games_per_s", per_second(match, match.games)},
                          {"agents", agents}};
  fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

/// What an agent's author wants to know first.
void print_faults(const Match& match) {
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    if (!match.first_faults[i]) continue;
    const referee::Fault& fault = *match.first_faults[i];
    const referee::Report report = referee::parse_report(fault.report);
    fmt::print("{}: {}: {}\n", leagues::escape_terminal(match.entrants[i].agent.name),
               referee::to_string(fault.kind), leagues::escape_terminal(fault.detail));
    fmt::print("   asked   {}\n", leagues::escape_terminal(report.question));
    if (report.stderr_lines.empty()) fmt::print("   stderr  nothing: it wrote nothing there\n");
    for (const std::string& line : report.stderr_lines)
      fmt::print("   stderr  {}\n", leagues::escape_terminal(line));
    fmt::print("   help    {}\n", leagues::escape_terminal(leagues::hint(fault, report.stderr_lines,
                                                                         match.entrants[i])));
    fmt::print(
        "   again   danno match … --reports DIR keeps every report for 'danno repeat REPORT "
        "AGENT'\n\n");
  }
}

void print_text(const Match& match, const std::vector<leagues::MatchRating>& ratings) {
  const bool rated = match.line_up.advice == referee::Advice::Off;
  const bool two = match.entrants.size() == 2;
  std::vector<std::vector<std::string>> rows{{"agent", two ? "Elo difference ±95 %" : "Elo ±95 %",
                                              "score", "points", "places", "cpu", "faults"}};
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    const AgentTally& tally = match.tallies[i];
    std::string places;
    for (std::size_t place = 0; place < match.entrants.size(); ++place)
      places += fmt::format("{}{}", place == 0 ? "" : "/", tally.places[place]);
    rows.push_back(
        {leagues::escape_terminal(match.entrants[i].agent.name),
         rated ? leagues::show_elo(ratings[i].elo, ratings[i].low, ratings[i].high) : "advised",
         fmt::format("{:.1f} %", 100 * tally.score()), fmt::format("{:.3f}", tally.points()),
         places, show_cpu(cpu_seconds(match, i)), leagues::show_faults(tally)});
  }
  fmt::print("{}: {} deals, {} games, {} decisions in {:.1f} s\n\n", match.rules->id(),
             show_count(match.deals), show_count(match.games), show_count(match.decisions),
             match.seconds);
  fmt::print("{}\n", text_table({Align::Left, Align::Right, Align::Right, Align::Right,
                                 Align::Right, Align::Right, Align::Left},
                                rows));
  print_faults(match);
  fmt::print("seed {}\nisolation {}\n", leagues::escape_terminal(match.line_up.seed.text),
             referee::summary(referee::require(match.line_up.limits.isolation)));
}

void watch_first_game(const Match& match) {
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < match.entrants.size(); ++seat) {
    const std::string& name = match.entrants[match.first_game->agent_at[seat]].agent.name;
    names.push_back(leagues::escape_terminal(name));
  }
  tell_game(*match.rules, *match.first_game, names);
  fmt::print("\n");
}

void run_match(const Arguments& arguments, Session& session) {
  Match match;
  prepare(match, arguments);
  referee::require(match.line_up.limits.isolation);
  const Interrupts interrupts;
  const leagues::RunEnd end = play(match, arguments, session);
  if (match.deals > 0) {
    if (arguments.watch && !session.json) watch_first_game(match);
    const auto ratings = leagues::rate_match(*match.results);
    session.json ? print_json(match, ratings) : print_text(match, ratings);
  }
  if (end == leagues::RunEnd::Complete) return;
  fmt::print(stderr, "interrupted after {} of {} deals\n", match.deals, arguments.deals);
  session.exit_code = interrupts.exit_code();
}

}  // namespace

void add_match(CLI::App& app, Session& session) {
  CLI::App& verb =
      add_verb(app, session,
               {.name = "match",
                .summary = "play two to six agents against each other",
                .group = "Playing",
                .examples = "  danno match hold timid --rules official --deals 500\n"
                            "  danno match 'a=hold --at 350' ./my-bot --seed 7 --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("AGENT", arguments->agents,
                  "[NAME=]COMMAND [ARG…] in one word: a program, a folder with agent.toml, or a "
                  "bundled agent")
      ->required()
      ->expected(1, 64);
  add_line_up_flags(verb, arguments->line_up);
  verb.add_option("--deals", arguments->deals, "deals, each played in every seating; default 100")
      ->type_name("1..10000000")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}).description(""));
  verb.add_option("--seed", arguments->seed, "of the dice, any text; default: drawn")
      ->type_name("S");
  verb.add_flag("--advice", arguments->advice,
                "every question carries advice; then nothing is rated");
  verb.add_flag("--fresh", arguments->fresh,
                "start every agent anew for every game; default: once for many games");
  verb.add_flag("--watch", arguments->watch,
                "show the first game throw by throw, at reading speed at a terminal");
  verb.callback([arguments, &session] { run_match(*arguments, session); });
}

}  // namespace danno::cli
