// danno explain: a game's decisions against the best ones, or an agent's over a league.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "leagues/archive/game_view.hpp"
#include "leagues/archive/review.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/show_explained.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct ExplainArguments {
  std::string what;
  std::string rules;
  flags::StoredLeagueArguments league;
};

// The progress that a watch shows ends with it, before anything else is printed.

archive::GameView view_written(const ExplainArguments& arguments,
                               const terminal::Invocation& invocation) {
  const auto game = flags::require_written_game(arguments.what, arguments.rules);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  archive::Chances chances(referee::record::audited_rules(game), terminal::watch_for(invocation));
  return flags::require_legal(arguments.what, archive::view_game(game, chances));
}

archive::GameView view_stored(const store::Reader& store, const std::string& id,
                              const terminal::Invocation& invocation) {
  const archive::StoredGame game = flags::require_game(store, id);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  archive::Chances chances(*game.rules, terminal::watch_for(invocation));
  return archive::view_game(game, chances);
}

void explain_agent(const store::Reader& store, const std::string& agent,
                   const terminal::Invocation& invocation) {
  const auto agents = store.all_agents();
  if (std::ranges::find(agents, agent, &store::StoredAgent::shown_name) == agents.end()) {
    throw terminal::UsageError(fmt::format(
        "'{}' is neither a file nor a game (RULES/LINE-UP/DEAL/SEATING) nor an agent of the league",
        words::escape_terminal(agent)));
  }
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const archive::Reviews reviews =
      archive::review_agent(store, agent, terminal::watch_for(invocation));
  for (const std::string& reason : reviews.left_out)
    terminal::print_note("left out: {}\n", reason);
  terminal::show(agent, reviews, invocation);
}

void run_explain(const ExplainArguments& arguments, const terminal::Invocation& invocation) {
  if (arguments.what == "-" || std::filesystem::is_regular_file(arguments.what))
    return terminal::show(view_written(arguments, invocation), invocation);
  const flags::StoredLeagueArguments& league = arguments.league;
  flags::require_league_of(arguments.what, "explain", league);
  const store::Reader store = store::Reader::open_to_read(flags::stored_folder(league));
  if (archive::parse_game_id(arguments.what))
    return terminal::show(view_stored(store, arguments.what, invocation), invocation);
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
  const auto arguments = std::make_shared<ExplainArguments>();
  verb.option("WHAT", arguments->what,
              "a written game's file (- is stdin), a stored game or an agent of a league")
      .required();
  flags::add_written_rules(verb, arguments->rules);
  flags::add_stored_league(verb, arguments->league);
  verb.runs([arguments, &invocation] { run_explain(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
