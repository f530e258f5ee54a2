#include "leagues/site/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "leagues/site/authors.hpp"
#include "leagues/site/dice.hpp"
#include "leagues/tables/history.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {
namespace {

using tables::TableRow;

std::string figure_of(std::int64_t number) {
  return words::show_count(static_cast<std::uint64_t>(number));
}

/// Of all divisions.
struct LeagueSums {
  std::int64_t games = 0;
  std::int64_t planned = 0;
  std::int64_t faults = 0;
  std::size_t watched = 0;  ///< Deals with a page.
  std::set<std::string> agents;
  std::set<std::string> authors;
  std::optional<std::chrono::sys_seconds> last_game;
};

LeagueSums sums_of(const ShownLeague& league) {
  LeagueSums sums;
  for (const ShownDivision& division : league.divisions) {
    sums.games += division.table.games;
    sums.planned += division.table.games_planned;
    sums.watched += division.games.size();
    sums.last_game = std::max(sums.last_game, division.last_game);
    for (const TableRow& row : division.table.rows) {
      sums.agents.insert(row.name);
      if (!row.author.empty()) sums.authors.insert(row.author);
      for (const auto& [kind, times] : row.tally.faults)
        sums.faults += times;
    }
  }
  return sums;
}

void add_figure(Element list, const std::string& figure, const std::string& what,
                const std::string& link = {}, std::string_view fragment = {}) {
  Element item = list.add("div");
  Element name = item.add("dt");
  (link.empty() ? name : name.add("a").link(link, fragment)).text(what);
  item.add("dd").text(figure);
}

std::string watch_page(const ShownLeague& league) {
  for (const ShownDivision& division : league.divisions) {
    if (!division.games.empty()) return division.folder + "games.html";
  }
  return {};
}

}  // namespace

void add_opening(Element main, const ShownLeague& league) {
  Element opening = main.add("div", "opening");
  Element words = opening.add("div");
  words.add("h1").bot(league.title());
  const LeagueSums sums = sums_of(league);
  std::string line = "Programs play Greed, a dice game of pushing one’s luck";
  if (sums.games > 0)
    line += ": " + words::show_count(static_cast<std::uint64_t>(sums.games), "game");
  if (sums.last_game) line += ", the last on " + show_minute(*sums.last_game);
  words.add("p", "lead").text(line + ".");
  add_dice(opening, "11153");
}

void add_figures(Element main, const SitePage& page) {
  const ShownLeague& league = page.league();
  const LeagueSums sums = sums_of(league);
  Element list = main.add("dl", "cards");
  add_figure(list, figure_of(sums.games),
             sums.games >= sums.planned ? "games, all that were planned"
                                        : fmt::format("of {} games", figure_of(sums.planned)));
  const bool authored = league.options.authors && !sums.authors.empty();
  add_figure(
      list, words::show_count(sums.agents.size()),
      authored ? "programs, by " + words::show_count(sums.authors.size(), "author") : "programs",
      has_authors(league) ? page.to(kAuthorsPage) : "");
  if (league.options.faults != ShownFaults::None)
    add_figure(list, figure_of(sums.faults), sums.faults == 1 ? "fault" : "faults",
               page.to("how.html"), "faults");
  const std::string watch = watch_page(league);
  if (!watch.empty())
    add_figure(list, words::show_count(sums.watched), "deals to watch", page.to(watch));
}

void add_deal_to_watch(Element line, const SitePage& page, const ShownDivision& division) {
  if (division.games.empty()) return;
  const std::vector<TableRow>& rows = division.table.rows;
  const auto plays = [&](const ShownGame& game, std::size_t row) {
    return row < rows.size() && std::ranges::find(game.names, rows[row].name) != game.names.end();
  };
  auto game = std::ranges::find_if(
      division.games, [&](const ShownGame& one) { return plays(one, 0) && plays(one, 1); });
  if (game == division.games.end()) game = division.games.begin();
  line.text("Watch a deal: ");
  add_names(line.add("a").link(page.to(game->path + ".html")), game->names);
  line.text(" · ");
}

}  // namespace danno::leagues::site
