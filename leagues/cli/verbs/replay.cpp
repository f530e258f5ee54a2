// danno replay GAME: a written or stored game, throw by throw; as a page also its deal.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/game_printer.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct ReplayArguments {
  flags::StoredLeagueArguments league;
  std::string game;
  std::string rules;
  std::string html;
};

/// Returns the names by seat, escaped for a terminal.
std::vector<std::string> shown_players(const referee::record::WrittenGame& game) {
  std::vector<std::string> names = referee::record::player_names(game);
  for (std::string& name : names)
    name = words::escape_terminal(name);
  return names;
}

void replay_written(const ReplayArguments& arguments, const terminal::Invocation& invocation) {
  const std::string& file = arguments.game;
  const auto game = flags::require_written_game(file, arguments.rules);
  if (!arguments.html.empty())
    return flags::write_written_game(file, game, arguments.html, invocation);
  const rules::RuleSet rules = referee::record::audited_rules(game);
  terminal::print_game(rules, shown_players(game), referee::record::first_position(rules, game),
                       [&](const referee::record::VisitStep& visit) {
                         const auto audit = referee::record::audit_game(rules, game, visit);
                         if (audit.problem)
                           throw terminal::UsageError(flags::show_problem(file, *audit.problem));
                       });
}

void write_deal(const store::Reader& store, const ReplayArguments& arguments,
                const terminal::Invocation& invocation) {
  const flags::StoredDealOfGame deal = flags::require_deal(store, arguments.game);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  archive::Chances chances(*deal.games.front().rules, terminal::watch_for(invocation));
  site::ShownDeal shown = site::shown_deal(deal.games, chances);
  shown.opens = deal.meant;
  flags::write_page(site::deal_page(shown), arguments.html);
}

void replay_stored(const ReplayArguments& arguments, const terminal::Invocation& invocation) {
  flags::require_league_of(arguments.game, "replay", arguments.league);
  const store::Reader store = store::Reader::open_to_read(flags::stored_folder(arguments.league));
  if (!arguments.html.empty()) return write_deal(store, arguments, invocation);
  const archive::StoredGame game = flags::require_game(store, arguments.game);
  terminal::print_game(*game.rules, game.record, shown_players(archive::written_game(game)));
}

void replay_game(const ReplayArguments& arguments, const terminal::Invocation& invocation) {
  const bool is_file = arguments.game == "-" || std::filesystem::is_regular_file(arguments.game);
  is_file ? replay_written(arguments, invocation) : replay_stored(arguments, invocation);
}

}  // namespace

void add_replay(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation, {.name = "replay",
                   .summary = "show a game, throw by throw, also in a browser",
                   .group = "Playing",
                   .examples = "  danno replay koans/ada,bob/17/0 out/spring\n"
                               "  danno replay out/match/koans/mybot/hold/99-1.txt\n"
                               "  danno replay koans/ada,bob/17 out/spring --html game.html"});
  const auto arguments = std::make_shared<ReplayArguments>();
  verb.option("GAME", arguments->game,
              "a stored game (RULES/LINE-UP/DEAL/SEATING; with --html also RULES/LINE-UP/DEAL), or "
              "a written one's file (- is stdin)")
      .required();
  flags::add_written_rules(verb, arguments->rules);
  flags::add_stored_league(verb, arguments->league);
  flags::add_page_file(verb, arguments->html);
  verb.runs([arguments, &invocation] { replay_game(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
