#include "leagues/site/tournament_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/figures.hpp"

namespace danno::leagues::site {
namespace {

void add_winner(Element item, const SitePage& page, const ShownDivision& division,
                std::size_t number) {
  const formats::tournament::Tournament& tournament =
      division.tournaments->table.tournaments[number];
  item.add("a")
      .link(page.to(division.folder + paged("tournament", number)))
      .text(division.tournaments->repeat == 1 ? "The tournament"
                                              : fmt::format("Tournament {}", number + 1));
  if (!tournament.finished) {
    item.text(" is being played");
    return;
  }
  item.text(", won by ");
  add_entrant(item.add("strong"), page, division, tournament.ranking().front());
}

}  // namespace

void add_winners(Element parent, const SitePage& page, const ShownDivision& division,
                 std::size_t most) {
  if (!division.tournaments) return;
  Element list = parent.add("ul", "plain");
  for (std::size_t i = 0; i < std::min(most, division.tournaments->pages); ++i)
    add_winner(list.add("li"), page, division, i);
}

void add_played_again(Element parent, const SitePage& page, const ShownDivision& division) {
  const ShownTournaments& all = *division.tournaments;
  parent.add("h2").text("Had it been played again");
  parent.add("p").text(
      "One tournament says little. These are the chances in one more like it, from 2,000 simulated "
      "ones with ratings as uncertain as they are.");
  Element table = add_box(parent, "Chances in one more tournament").add("table", "narrow");
  Element head = table.add("thead").add("tr");
  add_head(head, page, "Agent", "");
  add_head(head, page, all.repeat > 1 ? "Mean place" : "Place", "n");
  if (all.repeat > 1) add_head(head, page, "Won", "n");
  add_head(head, page, "Advances", "n");
  add_head(head, page, "In the final", "n");
  add_head(head, page, "Wins", "n");
  Element body = table.add("tbody");
  for (const formats::tournament::TournamentRow& row : all.table.rows) {
    Element tr = body.add("tr");
    Element name = tr.add("th", "cut");
    name.set("scope", "row");
    add_entrant(name, page, division, row.entrant);
    tr.add("td", "n").text(fmt::format("{:.4g}", row.mean_place));
    if (all.repeat > 1) tr.add("td", "n").text(fmt::to_string(row.titles));
    for (const double chance : {row.odds.advance, row.odds.final, row.odds.win})
      tr.add("td", "n").text(estimated(chance));
  }
}

}  // namespace danno::leagues::site
