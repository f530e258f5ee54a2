#include "leagues/cli/flags/page_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "leagues/archive/game_view.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/site/match_page.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::cli::flags {

void add_page_file(Verb verb, std::string& file) {
  verb.option("--html", file, "write it as a page for a browser, all in one file; - is stdout")
      .takes("FILE");
}

void check_result_page_file(const std::string& file) {
  if (file.empty()) return;
  if (file == "-")
    throw terminal::UsageError("--html -: the result is printed there; expected a file");
  check_file_to_write("--html", file);
}

void write_page(const site::Page& page, const std::string& file) {
  const std::string text = site::print_single_file(page);
  if (file == "-") {
    terminal::print("{}", text);
    return;
  }
  check_file_to_write("--html", file);
  files::write_named(file, text);
}

void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  archive::Chances chances(referee::record::audited_rules(game), terminal::watch_for(invocation));
  auto view = require_legal(read, archive::view_game(game, chances));
  write_page(site::deal_page(site::shown_deal(std::move(view))), file);
}

void write_match_page(const terminal::ShownMatch& match, const archive::MatchGames& games,
                      const std::string& file, const terminal::Invocation& invocation) {
  const play::MatchResult& result = match.result;
  site::MatchSummary summary{.rules = std::string(match.line_up.rules->id()),
                             .agents = match.line_up.key_names,
                             .deals = result.deals,
                             .games = result.games,
                             .tallies = result.tallies,
                             .verdict = terminal::verdict(match)};
  terminal::RatedMatch ratings = terminal::rated(match);
  if (match.line_up.advice == referee::play::Advice::Off) summary.raw = std::move(ratings.raw);
  summary.adjusted = std::move(ratings.adjusted);
  archive::Chances chances(*match.line_up.rules, terminal::watch_for(invocation));
  site::ShownDeal deal = site::shown_deal(games.deal_to_learn_from(0), chances);
  deal.why = fmt::format("The last deal in which {} lost a game, if it lost one.", deal.agents[0]);
  deal.seed = match.line_up.seed.text;
  for (archive::GameView& game : deal.games)
    game.id.clear();  // of no league
  write_page(site::match_page(summary, deal), file);
}

}  // namespace danno::leagues::cli::flags
