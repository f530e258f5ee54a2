// danno match AGENT AGENT…: so many deals between two to six agents.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "leagues/cli/flags/chosen_kept_match.hpp"
#include "leagues/cli/flags/match_files.hpp"
#include "leagues/cli/flags/match_flags.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/keep_games.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/cli/terminal/show_fault.hpp"
#include "leagues/cli/terminal/show_match.hpp"
#include "leagues/cli/terminal/slow_answers.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/play/agent_logs.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/play/fault_watch.hpp"
#include "leagues/play/kept_match.hpp"
#include "leagues/play/match.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/solvable.hpp"

namespace danno::leagues::cli::verbs {
namespace {

const std::string kReports = std::string(terminal::kMatchFolder) + "/faults";

/// Plays `deals` deals after those of `before`.
play::MatchResult play_match(const referee::play::LineUp& line_up, std::uint64_t deals,
                             const flags::MatchArguments& arguments,
                             const play::RunOptions& options,
                             const terminal::Invocation& invocation, archive::MatchGames& games,
                             const scores::SolvedGame* values, play::MatchResult before) {
  terminal::SlowAnswers slow(invocation);
  terminal::Progress progress(invocation, deals * line_up.agents.size(), 0);
  std::vector<play::Observer> observers{
      play::fault_file_writer(arguments.line_up.reports), progress.observer(), slow.observer(),
      [&](const play::Played& played) {
        if (flags::keeps_games(arguments, invocation) || !arguments.html.empty())
          games.add(played.deals);
      }};
  std::optional<archive::GamesFile> file;
  if (archive::GamesFile::is_name(arguments.out)) {
    file.emplace(arguments.out);
    observers.emplace_back([&](const play::Played& played) { file->add(line_up, played.deals); });
  }
  return play::play_match(line_up, deals, options, observers, values, std::move(before));
}

/// The values that the luck of a match is counted by.
struct Values {
  std::unique_ptr<const scores::SolvedGame> game;  ///< If null, luck is not counted.
  std::string why_not;                             ///< Empty where an advised match has none.
};

/// Says why a game has no values, what command makes them, if there is one, and how long it takes.
std::string why_not(const scores::NotSolved& not_solved, const rules::RuleSet& rules,
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

Values find_values(const flags::ChosenMatch& chosen, const flags::MatchArguments& arguments,
                   const play::MatchResult& before, const terminal::Invocation& invocation) {
  if (chosen.line_up.advice != referee::play::Advice::Off) return {};
  if (before.deals + arguments.deals_to_play() > play::kMostAdjusted)
    return {nullptr, fmt::format("that is for matches of at most {}",
                                 words::show_count(play::kMostAdjusted, "deal"))};
  auto found = scores::find_solved(chosen.rules.definition(), chosen.rules.parameters(),
                                   terminal::watch_for(invocation));
  Values values;
  if (const auto* const not_solved = std::get_if<scores::NotSolved>(&found)) {
    values.why_not = why_not(*not_solved, chosen.rules, arguments.line_up.rules);
  } else {
    values.game = std::get<std::unique_ptr<const scores::SolvedGame>>(std::move(found));
  }
  flags::require_same_values(before, arguments.more, values.game.get());
  return values;
}

/// `again`: the folder holds another match, which this one does not go on with.
void show_result(const terminal::ShownMatch& match, bool again,
                 const flags::MatchArguments& arguments, const terminal::Invocation& invocation) {
  if (arguments.watch && !invocation.json) terminal::show_first_game(match);
  terminal::show(match, invocation);
  if (again && !invocation.json && play::is_kept(match.line_up, match.result))
    terminal::print_text(
        "each new match is a new 5 % chance of a wrong verdict; --more {} goes on with this one\n",
        arguments.deals_to_play());
}

int run_match(const flags::MatchArguments& arguments, const terminal::Invocation& invocation) {
  const auto prepared = flags::chosen_match(arguments, invocation);
  play::FaultWatch faults([&](std::size_t agent, const referee::record::Fault& fault) {
    const std::string& reports = arguments.line_up.reports;
    terminal::show_fault({prepared->entrants, arguments.agents}, agent, fault,
                         reports.empty() ? kReports : reports, invocation);
  });
  if (!invocation.json)
    prepared->line_up.on_fault = [&](auto agent, const auto& fault) { faults.take(agent, fault); };
  auto& [entrants, rules, line_up] = *prepared;
  play::AgentLogs logs(entrants.size());
  line_up.on_log = [&](std::size_t agent, std::string_view text) { logs.take(agent, text); };
  archive::MatchGames games = flags::games_of(line_up, arguments);
  const std::uint64_t deals = arguments.deals_to_play();
  play::MatchResult before(entrants.size());
  if (arguments.more > 0)
    before = flags::read_kept_match(games.folder(), arguments.more, entrants, line_up);
  const bool again =
      arguments.more == 0 && std::filesystem::exists(play::kept_match_file(games.folder()));
  flags::ReadyToPlay ready(arguments.line_up.run, {line_up.limits, entrants.size()}, invocation,
                           [&](const auto&) -> flags::Opened { return {arguments.line_up.log}; });
  using referee::sandbox::Isolation;
  if (line_up.limits.isolation == Isolation::Strict && !arguments.seed.empty() && !invocation.quiet)
    terminal::warn_of_short_seed(arguments.seed);
  const Values values = find_values(*prepared, arguments, before, invocation);
  const auto result = play_match(line_up, deals, arguments, ready.options(), invocation, games,
                                 values.game.get(), std::move(before));
  const terminal::ShownMatch match{entrants, line_up, result, values.game.get(), values.why_not};
  if (const auto agent = faults.ended_by()) {
    flags::keep_logs(logs, games, match, arguments, invocation);
    terminal::show_end_by(arguments.agents[*agent], invocation);
    return ready.end(terminal::kFails);
  }
  if (result.deals > 0) {
    show_result(match, again, arguments, invocation);
    flags::keep_logs(logs, games, match, arguments, invocation);
    flags::keep_match(match, games, arguments, invocation);
  }
  if (result.end == play::RunEnd::Complete) return ready.end(terminal::kDone);
  terminal::print_note("interrupted after {} of {} deals\n", result.deals,
                       result.deals_before + deals);
  return ready.end(ready.interrupted());
}

}  // namespace

void add_match(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "match",
                           .summary = "play two to six agents against each other",
                           .group = "Playing",
                           .examples = "  danno match hold timid --rules official --deals 500\n"
                                       "  danno match 'a=hold --at 350' ./my-bot --seed 7 --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::MatchArguments>();
  flags::add_match_flags(verb, *arguments);
  verb.runs([arguments, &invocation] { return run_match(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
