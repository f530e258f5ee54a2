// The page of an agent over all divisions: how it stands in each.
#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/authors.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {
namespace {

void add_row(Element tr, const SitePage& page, const ShownDivision& division,
             const tables::TableRow& row) {
  const ShownLeague& league = page.league();
  tr.add("th")
      .set("scope", "row")
      .add("a")
      .link(page.to(division.folder + agent_page_path(league.files, row.name)))
      .text(division.name);
  tr.add("td", "n").text(fmt::format("{} of {}", show_ranks(row), division.table.rows.size()));
  tr.add("td", "n").text(show_rating(row));
  tr.add("td", "n").text(row.tally.games > 0 ? percent(row.tally.score()) : "–");
  tr.add("td", "n").text(words::show_count(static_cast<std::uint64_t>(row.tally.games)));
  if (league.options.faults != ShownFaults::None)
    tr.add("td", row.tally.faults.empty() ? "soft" : "bad").text(show_faults(row.tally));
}

}  // namespace

std::string agent_in_all_page(const ShownLeague& league, const tables::TableRow& agent) {
  SitePage page(league, agent_page_path(league.files, agent.name),
                agent.name + ", in all rule sets", "");
  std::string where;
  for (const ShownDivision& division : league.divisions) {
    const auto row = std::ranges::find(division.table.rows, agent.name, &tables::TableRow::name);
    if (row != division.table.rows.end())
      where += fmt::format("{}{} rank {} of {}", where.empty() ? ": " : ", ", division.name,
                           show_ranks(*row), division.table.rows.size());
  }
  page.describe(agent.name + where);
  Element main = page.main();
  main.add("h1").bot(agent.name);
  Element who = main.add("p", "soft");
  who.text(fmt::format("in {} rule sets", league.divisions.size()));
  if (league.options.authors && !agent.author.empty())
    add_author(who.text(" · by "), page, agent.author);
  Element table = add_box(main, "Standing in each rule set").add("table", "narrow");
  Element head = table.add("thead").add("tr");
  add_head(head, page, "Rules", "");
  add_head(head, page, "Rank", "n", "rank");
  add_head(head, page, "Elo", "n", "elo");
  add_head(head, page, "Score", "n", "score");
  add_head(head, page, "Games", "n");
  if (league.options.faults != ShownFaults::None) add_head(head, page, "Faults", "", "faults");
  Element body = table.add("tbody");
  for (const ShownDivision& division : league.divisions) {
    const auto row = std::ranges::find(division.table.rows, agent.name, &tables::TableRow::name);
    if (row != division.table.rows.end()) add_row(body.add("tr"), page, division, *row);
  }
  return page.print();
}

}  // namespace danno::leagues::site
