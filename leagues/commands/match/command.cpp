// danno match AGENT AGENT…: so many deals at one table, or of each table of a round robin.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_fault.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/commands/match/command.hpp"
#include "leagues/commands/match/report.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/runner/match.hpp"
#include "leagues/site/deal.hpp"
#include "referee/play/line_up.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/solvable.hpp"

namespace danno::leagues::commands::match {
namespace {

/// Writes those that are not written yet; a warning where it cannot be done.
void store_games(report::MatchGames& games, const Match& match, const cli::Invocation& invocation) {
  try {
    games.finish();
  } catch (const std::system_error& error) {
    if (!invocation.quiet)
      cli::print_note("warning: the games are not stored: {}\n",
                      base::escape_terminal(error.what()));
    return;
  }
  if (invocation.json) return;
  const bool explained = match.values != nullptr && match.entrants.size() == 2;
  const std::size_t author = own_agent(match.entrants);
  const entrants::Entrant& own = match.entrants[author];
  const bool lost = !entrants::is_bundled(own) && match.result.tallies[author].score() < 0.5;
  const std::string game = games.most_instructive_file(author);
  // An author whose bot lost sees first what its decisions cost.
  if (explained && lost)
    cli::print("next    {} explain {} {}\n", invocation.program, cli::shell_word(own.agent.name),
               cli::shell_word(games.folder().string()));
  cli::print("{}    {} {} {}\n", explained && lost ? "    " : "next", invocation.program,
             explained ? "explain" : "replay", cli::shell_word(game));
}

/// Returns the hashes of the agents' contents, which identify the agents of a kept match.
std::vector<std::string> content_hashes(std::span<const entrants::Entrant> entrants) {
  std::vector<std::string> hashes;
  for (const entrants::Entrant& entrant : entrants)
    hashes.push_back(entrants::content_hash(entrant));
  return hashes;
}

/// Takes the seeds and the result of the match that is kept in `folder`. Throws UsageError if the
/// folder keeps no match of these two agents.
void load_match(const std::filesystem::path& folder, std::uint64_t more, Match& match) {
  if (match.entrants.size() != 2)
    throw cli::UsageError("--more {} with {}; expected 2", more,
                          base::format_count(match.entrants.size(), "agent"));
  try {
    runner::ResumableMatch kept =
        runner::load_match(folder, match.line_up, content_hashes(match.entrants));
    match.line_up.seed.text = kept.seed;
    match.line_up.agent_secret.text = kept.agent_secret;
    match.result = std::move(kept.result);
  } catch (const std::runtime_error& error) {
    throw cli::UsageError(fmt::format("--more {}: {}", more, error.what()));
  }
}

/// Throws UsageError if the luck of a kept match is by other values than those of the match now, or
/// if it has none.
void require_same_values(const Match& match, std::uint64_t more) {
  const std::string& before = match.result.values;
  if (before.empty() || (match.values && match.values->name() == before)) return;
  throw cli::UsageError(
      "--more {}: the match is luck-adjusted by the values {}; {} here: play a new match", more,
      before, match.values ? match.values->name() + " are" : "there are none");
}

/// Returns the seats of a table: all agents where they are two or three, else 2.
std::size_t choose_seats(const MatchArguments& arguments) {
  const std::size_t agents = arguments.agents.size();
  if (agents < 2)
    throw cli::UsageError("a match of {}; expected 2 or more", base::format_count(agents, "agent"));
  if (arguments.seats > agents)
    throw cli::UsageError("--seats {} with {}; expected at most {}", arguments.seats,
                          base::format_count(agents, "agent"), agents);
  if (arguments.seats > 0) return arguments.seats;
  return agents <= 3 ? agents : 2;
}

/// Throws UsageError if arguments contradict each other, or name a place that cannot be written.
void check_arguments(const MatchArguments& arguments) {
  if (arguments.seed.empty() && !arguments.agent_secret.empty())
    throw cli::UsageError("--agent-secret needs --seed: give both, from the match to repeat");
  if (arguments.more > 0 && !arguments.seed.empty())
    throw cli::UsageError(
        "--more {} --seed {}: a match continues with its own seed; leave out --seed",
        arguments.more, arguments.seed);
  if (arguments.more > 0 && arguments.deals)
    throw cli::UsageError(
        "--more {} --deals {}: --more continues a match, --deals starts one; leave out one",
        arguments.more, *arguments.deals);
  report::GamesFile::is_name(arguments.out) ? cli::check_file_to_write("--out", arguments.out)
                                            : cli::check_folder_to_write("--out", arguments.out);
  cli::check_folder_to_write("--reports", arguments.line_up.reports);
  cli::check_result_page_file(arguments.html);
}

/// Sets the seed that was typed, or draws one. A typed seed has the secret that was typed with it.
void choose_seed(referee::play::LineUp& line_up, const MatchArguments& arguments) {
  const bool typed = !arguments.seed.empty();
  line_up.seed = typed ? referee::record::Seed{arguments.seed} : referee::record::draw_seed();
  line_up.agent_secret =
      typed ? referee::record::Seed{arguments.agent_secret} : referee::record::draw_seed();
}

/// Returns the match, with its agents built. Throws UsageError.
std::unique_ptr<Match> make_match(const MatchArguments& arguments,
                                  const cli::Invocation& invocation) {
  auto match = std::make_unique<Match>(
      Match{{}, arguments.line_up.rule_set(static_cast<int>(arguments.agents.size())), {}});
  match->entrants =
      cli::parse_agents(arguments.agents, match->rules,
                        cli::resolve_isolation(arguments.line_up.isolation), invocation);
  referee::play::LineUp& line_up = match->line_up = arguments.line_up.line_up(match->rules);
  for (const entrants::Entrant& entrant : match->entrants) {
    line_up.agents.push_back(entrant.agent);
    line_up.key_names.push_back(entrant.agent.name);
  }
  match->result = runner::MatchResult(match->entrants.size());
  choose_seed(line_up, arguments);
  if (arguments.fresh) line_up.limits.fresh = referee::protocol::RestartPolicy::Game;
  line_up.advice = arguments.advice ? referee::play::Advice::Always : referee::play::Advice::Off;
  return match;
}

/// Adds the flags; `arguments` must live as long as the command.
void add_match_flags(cli::Command command, MatchArguments& arguments) {
  command
      .option("AGENT", arguments.agents,
              "[NAME=]COMMAND [ARG…] in one word: a program, a folder with agent.toml, or a "
              "bundled agent")
      .required()
      .several(64);
  command
      .option("--seats", arguments.seats,
              "seats per game; default: 2 or 3 agents share each game, more play a round robin of "
              "games for 2; the --out DIR of a round robin is a league")
      .range(2, rules::kMaxSeats);
  cli::add_line_up_flags(command, arguments.line_up);
  command.option("--deals", arguments.deals, "deals, each played in every seating; default 100")
      .range(1, 10'000'000);
  command
      .option("--more", arguments.more,
              "in place of --deals: continue the last match of these agents in the same folder; "
              "with two agents, ± then holds however often you look")
      .range(1, 10'000'000);
  command.option("--seed S", arguments.seed, "seed of the dice, any text; default: a random one");
  command
      .option("--agent-secret S", arguments.agent_secret,
              "secret of the agents' own seeds, as in match.json of the match to repeat")
      .advanced();
  command.option(
      "--out DIR", arguments.out,
      "write all games there, or to one file: GAMES.txt, GAMES.jsonl; default: the last 20 "
      "in out/match, with --json none");
  command
      .option(
          "--stderr DIR", arguments.stderr_folder,
          "write the last 64 KiB of each agent's stderr there; default: stderr/ beside the games")
      .advanced();
  command.option("--html FILE", arguments.html,
                 "write the result and one deal as a web page in a single file");
  command
      .flag("--advice", arguments.advice,
            "send advice with every question; such games are not rated")
      .advanced();
  command
      .flag("--fresh", arguments.fresh,
            "restart every agent for every game; default: one start for many games")
      .advanced();
  command.flag("--watch", arguments.watch,
               "show the first game throw by throw, at reading speed at a terminal");
}

/// Returns whether games and reports are kept: they are for people, unless a program asks for them.
bool keeps_games(const MatchArguments& arguments, const cli::Invocation& invocation) {
  return !arguments.folder().empty() || !invocation.json;
}

/// Returns the place for the games; a folder that is named keeps those of all deals.
report::MatchGames open_games(const referee::play::LineUp& line_up,
                              const MatchArguments& arguments) {
  using Written = report::MatchGames::Written;
  using Earlier = report::MatchGames::Earlier;
  const std::string folder = arguments.folder();
  return {line_up, folder.empty() ? report::kMatchFolder : folder,
          folder.empty() ? Written::Last : Written::All,
          arguments.more > 0 ? Earlier::Kept : Earlier::Replaced};
}

/// Writes what the agents printed beside the games, or where the arguments say, and names the files
/// of agents that did not come with danno; a warning where it cannot be done.
void save_logs(const runner::AgentLogs& logs, const report::MatchGames& games, const Match& match,
               const MatchArguments& arguments, const cli::Invocation& invocation) {
  const bool is_named = !arguments.stderr_folder.empty();
  if (!is_named && !keeps_games(arguments, invocation)) return;
  try {
    const auto files = logs.write(
        is_named ? std::filesystem::path(arguments.stderr_folder) : games.folder() / "stderr",
        match.line_up.key_names);
    if (invocation.json) return;
    for (std::size_t agent = 0; agent < files.size(); ++agent) {
      if (files[agent].empty() || entrants::is_bundled(match.entrants[agent])) continue;
      cli::print("printed {}\n", cli::shell_word(files[agent].string()));
    }
  } catch (const std::system_error& error) {
    if (!invocation.quiet)
      cli::print_note("warning: what the agents printed is not stored: {}\n",
                      base::escape_terminal(error.what()));
  }
}

/// Writes the page of a match, with one of the deals from which its first agent can learn.
void write_match_page(const Match& match, const report::MatchGames& games, const std::string& file,
                      const cli::Invocation& invocation) {
  const runner::MatchResult& result = match.result;
  RatedMatch ratings = match::rated(match);
  site::MatchSummary summary{.rules = std::string(match.line_up.rules->id()),
                             .agents = match.line_up.key_names,
                             .deals = result.deals,
                             .games = result.games,
                             .tallies = result.tallies,
                             .verdict = match::verdict(match, ratings)};
  if (match.line_up.advice == referee::play::Advice::Off) summary.raw = std::move(ratings.raw);
  summary.adjusted = std::move(ratings.adjusted);
  report::Chances chances(*match.line_up.rules, cli::watch_for(invocation));
  site::PageDeal deal = site::make_page_deal(games.most_instructive_deal(0), chances);
  deal.why = fmt::format("The last deal in which {} lost a game, if it lost one.", deal.agents[0]);
  deal.seed = match.line_up.seed.text;
  for (report::GameView& game : deal.games)
    game.id.clear();  // of no league
  cli::write_page(site::match_page(summary, deal), file);
}

/// Writes the games and the state of the match if they are kept, and the page if one is asked for.
void save_match(const Match& match, report::MatchGames& games, const MatchArguments& arguments,
                const cli::Invocation& invocation) {
  if (keeps_games(arguments, invocation)) {
    store_games(games, match, invocation);
    runner::save_match(games.folder(), match.line_up, content_hashes(match.entrants), match.result);
  }
  if (!arguments.html.empty()) write_match_page(match, games, arguments.html, invocation);
}

const std::string kReports = std::string(report::kMatchFolder) + "/faults";

/// Plays the deals of the arguments after those that the match has.
void play_match(Match& match, const MatchArguments& arguments, const runner::RunOptions& options,
                report::MatchGames& games, const cli::Invocation& invocation) {
  const std::uint64_t deals = arguments.deals_to_play();
  cli::SlowAnswers slow(invocation);
  cli::Progress progress(invocation, deals * match.entrants.size(), 0);
  std::vector<runner::Observer> observers{
      runner::fault_file_writer(arguments.line_up.reports), progress.observer(), slow.observer(),
      [&](const runner::Played& played) {
        if (keeps_games(arguments, invocation) || !arguments.html.empty()) games.add(played.deals);
      }};
  std::optional<report::GamesFile> file;
  if (report::GamesFile::is_name(arguments.out)) {
    file.emplace(arguments.out);
    observers.emplace_back(
        [&](const runner::Played& played) { file->add(match.line_up, played.deals); });
  }
  match.result = runner::play_match(match.line_up, deals, options, observers, match.values.get(),
                                    std::move(match.result));
}

/// Says why a game has no values, what command makes them, if there is one, and how long it takes.
std::string why_not(const ratings::NotSolved& not_solved, const rules::RuleSet& rules,
                    const std::string& named) {
  std::string text = not_solved.reason;
  if (const std::size_t file = text.find(" FILE"); file != std::string::npos)
    text.replace(file + 1, std::string_view("FILE").size(), named);
  if (!not_solved.can_be_solved) return text;
  const double seconds =
      solver::estimate(solver::uncapped_for_two(rules.definition(), rules.parameters()),
                       referee::sandbox::usable_cores())
          .seconds;
  return text + (seconds < 90 ? fmt::format(", in about {:.0f} s", std::max(1.0, seconds))
                              : fmt::format(", in about {:.0f} min", seconds / 60));
}

/// Finds the values by which the luck is counted, unless the match is advised or too long.
void find_values(Match& match, const MatchArguments& arguments, const cli::Invocation& invocation) {
  if (match.line_up.advice != referee::play::Advice::Off) return;
  if (match.result.deals + arguments.deals_to_play() > runner::kMostAdjusted) {
    match.why_no_values = fmt::format("only matches of at most {} are luck-adjusted",
                                      base::format_count(runner::kMostAdjusted, "deal"));
    return;
  }
  auto found = ratings::find_solved(match.rules.definition(), match.rules.parameters(),
                                    cli::watch_for(invocation));
  if (const auto* const not_solved = std::get_if<ratings::NotSolved>(&found)) {
    match.why_no_values = why_not(*not_solved, match.rules, arguments.line_up.rules);
  } else {
    match.values = std::get<std::unique_ptr<const ratings::SolvedGame>>(std::move(found));
  }
  require_same_values(match, arguments.more);
}

/// Shows the result. With `again`, the folder holds another match that this one does not continue.
void print_result(const Match& match, bool again, const MatchArguments& arguments,
                  const cli::Invocation& invocation) {
  if (arguments.watch && !invocation.json) match::print_first_game(match);
  match::show(match, invocation);
  if (again && !invocation.json && runner::is_resumable(match.line_up, match.result))
    cli::print_text(
        "each new match has a new 5 % chance of a wrong verdict; --more {} continues this one\n",
        arguments.deals_to_play());
}

int play_one_table(const MatchArguments& arguments, const cli::Invocation& invocation) {
  const std::unique_ptr<Match> made = make_match(arguments, invocation);
  Match& match = *made;
  referee::play::LineUp& line_up = match.line_up;
  runner::FaultWatch faults([&](std::size_t agent, const referee::record::Fault& fault) {
    const std::string& reports = arguments.line_up.reports;
    cli::print_fault({match.entrants, arguments.agents}, agent, fault,
                     reports.empty() ? kReports : reports, invocation);
  });
  if (!invocation.json)
    line_up.on_fault = [&](auto agent, const auto& fault) { faults.take(agent, fault); };
  runner::AgentLogs logs(match.entrants.size());
  line_up.on_log = [&](std::size_t agent, std::string_view text) { logs.take(agent, text); };
  report::MatchGames games = open_games(line_up, arguments);
  if (arguments.more > 0) load_match(games.folder(), arguments.more, match);
  const bool again =
      arguments.more == 0 && std::filesystem::exists(runner::match_file(games.folder()));
  cli::PreparedRun ready(arguments.line_up.run, {line_up.limits, match.entrants.size()}, invocation,
                         [&](const auto&) -> cli::Opened { return {arguments.line_up.log}; });
  using referee::sandbox::Isolation;
  if (line_up.limits.isolation == Isolation::Strict && !arguments.seed.empty() && !invocation.quiet)
    cli::warn_of_short_seed(arguments.seed);
  find_values(match, arguments, invocation);
  play_match(match, arguments, ready.options(), games, invocation);
  const runner::MatchResult& result = match.result;
  if (const auto agent = faults.ended_by()) {
    save_logs(logs, games, match, arguments, invocation);
    cli::print_end_by(arguments.agents[*agent], invocation);
    return ready.end(cli::kFails);
  }
  if (result.deals > 0) {
    print_result(match, again, arguments, invocation);
    save_logs(logs, games, match, arguments, invocation);
    save_match(match, games, arguments, invocation);
  }
  if (result.end == runner::RunEnd::Complete) return ready.end(cli::kDone);
  cli::print_note("interrupted after {} of {}\n", result.deals,
                  base::format_count(result.deals_before + arguments.deals_to_play(), "deal"));
  return ready.end(ready.interrupted());
}

int run_match(MatchArguments& arguments, const cli::Invocation& invocation) {
  arguments.seats = choose_seats(arguments);
  check_arguments(arguments);
  return arguments.seats < arguments.agents.size() ? play_round_robin(arguments, invocation)
                                                   : play_one_table(arguments, invocation);
}

}  // namespace

std::size_t own_agent(std::span<const entrants::Entrant> entrants) {
  const auto own = std::ranges::find_if_not(entrants, entrants::is_bundled);
  return own == entrants.end() ? 0 : static_cast<std::size_t>(own - entrants.begin());
}

void add_match(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_match,
              {.name = "match",
               .summary = "play agents against each other",
               .group = "Playing",
               .examples = "  danno match hold timid --rules official --deals 500\n"
                           "  danno match 'a=hold --at 350' ./my-bot --seed 7 --json\n"
                           "  danno match ada bob cas dan --deals 50"});
  command.json_flag(invocation);
  add_match_flags(command, arguments);
}

}  // namespace danno::leagues::commands::match
