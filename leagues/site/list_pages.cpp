// Lists of a division: its games with pages, and who beat whom where that is too wide beside the
// table.
#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/game_list.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/square.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {

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
  std::vector<const ShownGame*> games;
  for (std::size_t i = first; i < end; ++i)
    games.push_back(&division.games[i]);
  add_game_list(main, page, "Games with a page", games);
  add_pager(main, page, division.folder, "games", part,
            (division.games.size() + kRowsOfPage - 1) / kRowsOfPage);
  return page.print();
}

}  // namespace danno::leagues::site
