#include "leagues/site/authors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "leagues/site/standings.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

/// Rows of one agent, one for each division.
using Agent = std::vector<std::pair<const ShownDivision*, const tables::TableRow*>>;
using Agents = std::map<std::string, Agent>;

/// An author's name may be anything, so the address is made of its hash: it stays, whoever comes.
std::string anchor_of(const std::string& author) {
  return "by-" + referee::record::sha256_hex(author).substr(0, 12);
}

std::map<std::string, Agents> agents_by_author(const ShownLeague& league) {
  std::map<std::string, Agents> authors;
  for (const ShownDivision& division : league.divisions) {
    for (const tables::TableRow& row : division.table.rows)
      if (!row.author.empty()) authors[row.author][row.name].emplace_back(&division, &row);
  }
  return authors;
}

/// "hold: koans, rank 2–3 of 5, Elo +66 ± 4".
void add_agent(Element list, const SitePage& page, const std::string& name, const Agent& agent) {
  Element item = list.add("li");
  item.bot(name);
  item.text(": ");
  for (std::size_t i = 0; i < agent.size(); ++i) {
    const auto& [division, row] = agent[i];
    item.text(i > 0 ? " · " : "")
        .add("a")
        .link(page.to(division->folder + agent_page_path(page.league().files, name)))
        .text(division->name);
    item.text(fmt::format(", rank {} of {}", show_ranks(*row), division->table.rows.size()));
    if (row->tally.games > 0) item.text(", Elo " + show_rating(*row));
  }
}

}  // namespace

bool has_authors(const ShownLeague& league) {
  return league.options.authors && league.options.by_author.empty();
}

void add_author(Element parent, const SitePage& page, const std::string& author) {
  if (has_authors(page.league()))
    parent.add("a").link(page.to(kAuthorsPage), anchor_of(author)).bot(author);
  else
    parent.bot(author);
}

std::string authors_page(const ShownLeague& league) {
  const auto authors = agents_by_author(league);
  SitePage page(league, kAuthorsPage, "Authors", "");
  page.describe(fmt::format("The programs of {}.", words::show_count(authors.size(), "author")));
  Element main = page.main();
  main.add("h1").text("Authors");
  if (authors.empty()) main.add("p").text("No agent names its author.");
  for (const auto& [author, agents] : authors) {
    main.add("h2").set("id", anchor_of(author)).bot(author);
    Element list = main.add("ul", "plain");
    for (const auto& [name, agent] : agents)
      add_agent(list, page, name, agent);
  }
  return page.print();
}

}  // namespace danno::leagues::site
