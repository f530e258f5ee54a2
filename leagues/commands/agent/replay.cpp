// danno replay GAME: a written or stored game, throw by throw; as a page also its deal.
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/cli/command.hpp"
#include "leagues/cli/game_printer.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::commands::agent {
namespace {

struct ReplayArguments {
  cli::StoredLeagueArguments league;
  std::string game;
  std::string rules;
  std::string html;
};

void replay_written(const ReplayArguments& arguments, const cli::Invocation& invocation) {
  const std::string& file = arguments.game;
  const auto game = cli::require_written_game(file, arguments.rules);
  if (!arguments.html.empty())
    return cli::write_written_game(file, game, arguments.html, invocation);
  const rules::RuleSet rules = referee::record::audited_rules(game);
  cli::print_game(rules, cli::escaped(referee::record::player_names(game)),
                  referee::record::first_position(rules, game),
                  [&](const referee::record::VisitStep& visit) {
                    const auto audit = referee::record::audit_game(rules, game, visit);
                    if (audit.problem)
                      throw cli::UsageError(cli::format_problem(file, *audit.problem));
                  });
}

void write_deal(const store::Reader& store, const ReplayArguments& arguments,
                const cli::Invocation& invocation) {
  const cli::StoredDealOfGame deal = cli::require_deal(store, arguments.game);
  const cli::Interrupts interrupts(cli::Work::Compute);
  report::Chances chances(*deal.games.front().rules, cli::watch_for(invocation));
  site::PageDeal shown = site::make_page_deal(deal.games, chances);
  shown.opens = deal.meant;
  cli::write_page(site::deal_page(shown), arguments.html);
}

void replay_stored(const ReplayArguments& arguments, const cli::Invocation& invocation) {
  cli::require_league_for(arguments.game, "replay", arguments.league);
  const store::Reader store = store::Reader::open_to_read(cli::stored_folder(arguments.league));
  if (!arguments.html.empty()) return write_deal(store, arguments, invocation);
  const report::StoredGame game = cli::require_game(store, arguments.game);
  cli::print_game(*game.rules, game.record,
                  cli::escaped(referee::record::player_names(report::written_game(game))));
}

void replay_game(const ReplayArguments& arguments, const cli::Invocation& invocation) {
  const bool is_file = arguments.game == "-" || std::filesystem::is_regular_file(arguments.game);
  is_file ? replay_written(arguments, invocation) : replay_stored(arguments, invocation);
}

}  // namespace

void add_replay(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, replay_game,
              {.name = "replay",
               .summary = "show a game, throw by throw, also in a browser",
               .group = "Playing",
               .examples = "  danno replay koans/ada,bob/17/0 out/spring\n"
                           "  danno replay out/match/koans/mybot/hold/99-1.txt\n"
                           "  danno replay koans/ada,bob/17 out/spring --html game.html"});
  command
      .option("GAME", arguments.game,
              "a stored game (RULES/LINE-UP/DEAL/SEATING; with --html also RULES/LINE-UP/DEAL), or "
              "a written one's file (- is stdin)")
      .required();
  cli::add_written_rules(command, arguments.rules);
  cli::add_stored_league(command, arguments.league);
  cli::add_page_file(command, arguments.html);
}

}  // namespace danno::leagues::commands::agent
