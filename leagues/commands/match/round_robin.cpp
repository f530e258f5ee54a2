// danno match of more agents than a table has seats: a league in a folder, in which everybody
// meets.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "leagues/base/json.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/commands/league/run.hpp"
#include "leagues/commands/match/command.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::commands::match {
namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr const char* kName = "round-robin";
/// The key of the league's settings that has the limits of a match, which stay the same.
constexpr const char* kLimits = "match_limits";

/// Throws UsageError if an argument is for one table only.
void refuse_what_needs_one_table(const MatchArguments& arguments) {
  struct Argument {
    bool is_given;
    const char* name;
    const char* instead;
  };
  for (const auto& [is_given, name, instead] :
       {Argument{
            arguments.folder() != arguments.out, "--out FILE",
            "--out DIR stores a league, and 'danno league export DIR --json' prints its games"},
        Argument{!arguments.html.empty(), "--html", "'danno league site DIR' makes its pages"},
        Argument{arguments.watch, "--watch", "'danno replay' shows a game that it stored"},
        Argument{!arguments.stderr_folder.empty(), "--stderr", "its faults have the last lines"},
        Argument{!arguments.agent_secret.empty(), "--agent-secret",
                 "--seed alone repeats the games"}}) {
    if (is_given)
      throw cli::UsageError("{} is for one table; {} agents at tables of {} play a round robin: {}",
                            name, arguments.agents.size(), arguments.seats, instead);
  }
}

store::League make_league(const MatchArguments& arguments, const cli::Invocation& invocation) {
  const rules::RuleSet rules = arguments.line_up.rule_set(static_cast<int>(arguments.seats));
  store::League league;
  league.name = kName;
  league.divisions = {{&rules.definition(), rules.parameters()}};
  league.seats = static_cast<int>(arguments.seats);
  league.deals = static_cast<int>(arguments.deals_to_play());
  league.limits = arguments.line_up.line_up(rules).limits;
  if (arguments.fresh) league.limits.fresh = referee::protocol::RestartPolicy::Game;
  if (arguments.advice) league.advice = referee::play::Advice::Always;
  if (!arguments.seed.empty()) league.seed = arguments.seed;
  league.format_keys[kLimits] = store::limits_json(league.limits);
  league.entrants = cli::parse_agents(arguments.agents, rules, league.limits.isolation, invocation);
  return league;
}

/// Returns the deals that every line-up of the league has.
std::uint64_t least_played(const store::Reader& store) {
  const auto line_ups = store.line_ups(store.league().divisions.front());
  return std::ranges::min_element(line_ups, {}, &store::StoredLineUp::played)->played;
}

/// Makes the league one that goes on with the stored one by so many deals. Throws UsageError if the
/// folder has no match of these agents, rules and limits.
void continue_by(std::uint64_t more, const fs::path& folder, store::League& league) {
  const auto refuse = [&](const char* reason) {
    throw cli::UsageError("--more {}: {} in '{}': play a new one", more, reason, folder.string());
  };
  if (!fs::exists(folder / "league.db")) refuse("there is no round robin to continue");
  const store::Reader kept = store::Reader::open_to_read(folder);
  const store::Reader settled = schedule::open_as_settled(folder, league);
  const std::size_t agents = settled.all_agents().size();
  if (agents != league.entrants.size() || agents != kept.all_agents().size())
    refuse("other agents, or agents that have changed since, played");
  if (settled.all_divisions().size() != 1) refuse("other rules were played");
  if (kept.league().settings.value(kLimits, Json()) != league.format_keys.at(kLimits))
    refuse("other limits were used");
  league.deals = static_cast<int>(least_played(settled) + more);
}

/// Returns the table as a match has it: what a league has of its division, and the match's keys.
Json match_json(const Json& table, const store::League& league) {
  Json json = table.at("divisions").at(0);
  const Json seed = json.at("seeds").back().at("seed");
  json["deals"] = json.at("games").get<std::uint64_t>() / static_cast<unsigned>(league.seats);
  json["seed"] = seed;
  json["isolation"] = std::string(to_string(league.limits.isolation));
  return json;
}

/// Prints the command that explains the author's agent if another one is ahead of it.
void print_next(const Json& table, const store::League& league, const fs::path& folder,
                const cli::Invocation& invocation) {
  const entrants::Entrant& own = league.entrants[own_agent(league.entrants)];
  const std::string where = cli::shell_word(folder.string());
  const Json& first = table.at("divisions").at(0).at("agents").at(0);
  if (league.seats != 2 || entrants::is_bundled(own) ||
      first.at("name").get<std::string>() == own.agent.name)
    return cli::print("next    {} league site {}\n", invocation.program, where);
  cli::print("next    {} explain {} {}\n", invocation.program, cli::shell_word(own.agent.name),
             where);
}

}  // namespace

int play_round_robin(const MatchArguments& arguments, const cli::Invocation& invocation) {
  refuse_what_needs_one_table(arguments);
  const fs::path folder = arguments.out.empty() ? fs::path("out") / kName : fs::path(arguments.out);
  store::League league = make_league(arguments, invocation);
  if (arguments.more > 0) continue_by(arguments.more, folder, league);
  const std::string& log = arguments.line_up.log;
  const std::string& reports = arguments.line_up.reports;
  const league::LeagueRunOptions options{
      .folder = folder,
      .run = arguments.line_up.run,
      .playing = {league.limits, arguments.seats},
      .log = log.empty() ? folder / cli::kLeagueLog : fs::path(log),
      .reports = reports.empty() ? folder / "faults" : fs::path(reports),
      .before_opening =
          [&] {
            if (arguments.more == 0) schedule::remove_league(folder, kLimits);
          },
      .next_step =
          [&](const store::Reader& store) {
            return fmt::format("the same command with --more {} in place of --deals",
                               static_cast<std::uint64_t>(league.deals) - least_played(store));
          },
      .show =
          [&](const report::LeagueTables& tables) {
            const Json table = base::parse_json(tables.json());
            if (invocation.json) return cli::print("{}\n", base::dump(match_json(table, league)));
            cli::show(tables, invocation);
            print_next(table, league, folder, invocation);
          }};
  return league::run_league(league, options, invocation);
}

}  // namespace danno::leagues::commands::match
