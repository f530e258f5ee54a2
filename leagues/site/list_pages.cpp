// Lists of a division: its games with pages, and who beat whom where that is too wide beside the
// table.
#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/pages.hpp"
#include "leagues/site/parts.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {
namespace {

void add_game(Element body, const SitePage& page, const ShownGame& game) {
  const std::string path = page.to(game.path + ".html");
  Element tr = body.add("tr");
  Element link = tr.add("th").set("scope", "row").add("a").link(path);
  add_names(link, game.names);
  link.text(fmt::format(", deal {}", game.deal.deal));
  tr.add("td", "n").text(game.result);
  tr.add("td", "n").text(game.margin);
  Element why = tr.add("td");
  for (const Reason& reason : game.why) {
    if (&reason != &game.why.front()) why.text("; ");
    if (reason.step.empty())
      why.text(reason.words);
    else
      why.add("a").link(path, reason.step).text(reason.words);
  }
}

}  // namespace

std::string head_to_head_page(const ShownLeague& league, const ShownDivision& division) {
  SitePage page(league, division.folder + "head-to-head.html", "Head to head – " + division.name,
                division.name);
  page.describe("Who beat whom in " + division.name + ".");
  page.main().add("h1").text("Head to head");
  add_square(page.main(), page, division);
  return page.print();
}

std::string games_page(const ShownLeague& league, const ShownDivision& division, std::size_t part) {
  SitePage page(league, division.folder + paged("games", part),
                part_of("Games", part) + " – " + division.name, division.name);
  page.describe(fmt::format("{} of {} to watch.", words::show_count(division.games.size(), "deal"),
                            division.name));
  Element main = page.main();
  main.add("h1").text("Games to watch");
  main.add("p", "soft")
      .text(
          fmt::format("{} of {}, those that tell most, each with all its games; {} were played. "
                      "Any other game: ",
                      words::show_count(division.games.size(), "deal"), division.name,
                      words::show_count(static_cast<std::uint64_t>(division.table.games), "game")))
      .add("code")
      .text("danno replay GAME --html game.html");
  if (league.options.by_author.empty()) {
    Element data = main.add("p", "soft small");
    data.text("Each is beside its page for danno audit (.txt) and, by ");
    data.add("a").link(page.to("game.schema.json")).text("this schema");
    data.text(", for programs (.jsonl).");
  }
  const std::size_t first = part * kRowsOfPage;
  const std::size_t end = std::min(division.games.size(), first + kRowsOfPage);
  if (end - first >= kFewestToFind) main.add("div", "find");
  Element body = add_table(main, page, "Games with a page", "games",
                           {{"Deal"}, {"Games won", "n"}, {"Margin", "n"}, {"Why"}});
  for (std::size_t i = first; i < end; ++i)
    add_game(body, page, division.games[i]);
  add_pager(main, page, division.folder, "games", part,
            (division.games.size() + kRowsOfPage - 1) / kRowsOfPage);
  return page.print();
}

}  // namespace danno::leagues::site
