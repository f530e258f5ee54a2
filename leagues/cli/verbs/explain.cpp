// danno explain: a game's decisions against the best ones, or an agent's over a league.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <variant>

#include "leagues/archive/review.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/show_explained.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/text/escape.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using referee::record::Step;
using rules::Position;

struct Arguments {
  std::string what;
  flags::StoredLeagueArguments league;
};

std::unique_ptr<const scores::SolvedGame> require_solved(const rules::RuleSet& rules,
                                                         const solver::Watch& watch) {
  if (rules.seats() != 2)
    throw terminal::UsageError(
        fmt::format("a game of {}; only games of two are explained", rules.seats()));
  auto found = scores::find_solved(rules.definition(), rules.parameters(), watch);
  if (const auto* const not_solved = std::get_if<scores::NotSolved>(&found))
    throw terminal::UsageError(not_solved->reason);
  return std::get<std::unique_ptr<const scores::SolvedGame>>(std::move(found));
}

/// `play` plays the game from `first` on and shows each step to the function it is given.
void tell(const terminal::Invocation& invocation, terminal::ToldGame& game, const Position& first,
          const std::function<void(const referee::record::VisitStep&)>& play) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const solver::Watch watch = terminal::watch_for(invocation);
  const auto solved = require_solved(game.rules, watch);
  solver::Evaluator evaluator(*solved->table);
  try {
    referee::record::Accountant accountant(evaluator, first);
    play([&](const Step& step, const Position& before, const Position& after) {
      watch("steps explained", game.steps.size(), game.steps.size() + 1);
      game.steps.push_back({step, accountant.add(step, before, after), before});
      game.over = after.phase == rules::Phase::Over;
    });
    game.account = accountant.account();
  } catch (const std::invalid_argument& error) {
    throw terminal::UsageError(fmt::format("it cannot be explained: {}", error.what()));
  }
}

void explain_written(const std::string& file, const terminal::Invocation& invocation) {
  const auto parsed = referee::record::parse_written_game(flags::read_written_file(file));
  const auto fail = [&](const referee::record::LineProblem& problem) {
    throw terminal::UsageError(fmt::format("{}:{}: {}", file == "-" ? "stdin" : file, problem.line,
                                           text::escape_terminal(problem.message)));
  };
  if (const auto* const problem = std::get_if<referee::record::LineProblem>(&parsed))
    fail(*problem);
  const auto& game = std::get<referee::record::WrittenGame>(parsed);
  const rules::RuleSet rules = referee::record::audited_rules(game);
  terminal::ToldGame told{rules, game.players, game.first, false, {}, {}};
  tell(invocation, told, referee::record::first_position(rules, game),
       [&](const referee::record::VisitStep& visit) {
         const referee::record::Audit audit = referee::record::audit_game(rules, game, visit);
         if (audit.problem) fail(*audit.problem);
       });
  terminal::show(told, invocation);
}

void explain_stored(const store::Store& store, const std::string& id,
                    const terminal::Invocation& invocation) {
  const archive::StoredGame game = flags::require_game(store, id);
  const rules::RuleSet& rules = *game.rules;
  terminal::ToldGame told{rules, {}, game.record.first, true, {}, {}};
  for (std::size_t seat = 0; seat < game.record.seats; ++seat)
    told.players.push_back(text::escape_terminal(game.names[game.record.agent_at[seat]]));
  const Position first = referee::record::first_position(rules, game.record);
  tell(invocation, told, first, [&](const referee::record::VisitStep& visit) {
    if (const auto problem = referee::record::replay(rules, game.record, visit))
      throw std::runtime_error(fmt::format("{} is not legal: {}", id, *problem));
  });
  terminal::show(told, invocation);
}

void explain_agent(const store::Store& store, const std::string& agent,
                   const terminal::Invocation& invocation) {
  const auto agents = store.all_agents();
  if (std::ranges::find(agents, agent, &store::StoredAgent::shown_name) == agents.end()) {
    throw terminal::UsageError(fmt::format(
        "'{}' is no file, no game (RULES/LINE-UP/DEAL/SEATING) and no agent of the league",
        text::escape_terminal(agent)));
  }
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const archive::Reviews reviews =
      archive::review_agent(store, agent, terminal::watch_for(invocation));
  for (const std::string& reason : reviews.left_out)
    fmt::print(stderr, "left out: {}\n", reason);
  terminal::show(agent, reviews, invocation);
}

void run_explain(const Arguments& arguments, const terminal::Invocation& invocation) {
  if (arguments.what == "-" || std::filesystem::is_regular_file(arguments.what))
    return explain_written(arguments.what, invocation);
  const flags::StoredLeagueArguments& league = arguments.league;
  if (league.league.empty() && league.out.empty() && !std::filesystem::exists("league.toml")) {
    const std::string what = text::escape_terminal(arguments.what);
    throw terminal::UsageError(fmt::format(
        "'{0}' is no file, and no league.toml is here; a game or agent of a league: 'danno explain "
        "{0} LEAGUE'",
        what));
  }
  const store::Store store = store::Store::open_to_read(flags::stored_folder(league));
  if (archive::parse_game_id(arguments.what))
    return explain_stored(store, arguments.what, invocation);
  explain_agent(store, arguments.what, invocation);
}

}  // namespace

void add_explain(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "explain",
                           .summary = "what was luck, and what each decision cost",
                           .group = "The games",
                           .examples = "  danno explain koans/ada,bob/17/0 out/spring\n"
                                       "  danno explain ada out/spring"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("WHAT", arguments->what,
              "a written game's file (- is stdin), a stored game or an agent of a league")
      .required();
  flags::add_stored_league(verb, arguments->league);
  verb.runs([arguments, &invocation] { run_explain(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
