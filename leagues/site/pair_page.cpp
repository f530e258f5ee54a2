#include "leagues/site/pair_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "leagues/site/figures.hpp"
#include "leagues/site/game_list.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/preview.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {
namespace {

/// From so many standard errors on, a result is none that the ratings expect.
constexpr double kFar = 3;

/// "ada scored 61.2 % of 600 games against bob, 95 % from 57.9 % to 64.5 %."
void add_result(Element main, const SitePage& page, const ShownDivision& division, std::size_t one,
                std::size_t other) {
  const Against result = *division.survey.against(static_cast<int>(one), static_cast<int>(other));
  Element line = main.add("p", "lead");
  add_agent_name(line, page, division, division.table.rows[one]);
  line.text(fmt::format(" scored {} of {} against ", percent(result.score),
                        words::show_count(static_cast<std::uint64_t>(result.games), "game")));
  add_agent_name(line, page, division, division.table.rows[other]);
  if (result.low && result.high)
    line.text(fmt::format(", 95 % from {} to {}", percent(*result.low), percent(*result.high)));
  line.text(".");
  const auto residual = division.table.head_to_head(one, other)->residual;
  if (!residual) return;
  const std::string size = fmt::format("{:.1f} standard errors", std::abs(*residual));
  Element note = main.add("p", "soft");
  note.text(std::abs(*residual) < kFar ? "That is what their ratings expect: it is "
                                       : "Their ratings alone do not explain that: it is ");
  note.add("a").link(page.to("how.html"), "residual").text(size);
  note.text(*residual < 0 ? " below." : " above.");
}

}  // namespace

std::optional<std::string> pair_path(const ShownLeague& league, const ShownDivision& division,
                                     std::size_t one, std::size_t other) {
  const ratings::HeadToHead& meetings = division.table.head_to_head;
  const std::size_t size = std::min(meetings.size(), kMostInSquare);
  if (one >= size || other >= size || one == other || !meetings(one, other)) return std::nullopt;
  const tables::TableRow& first = division.table.rows[one];
  const tables::TableRow& second = division.table.rows[other];
  if (!league.has_page(first) && !league.has_page(second)) return std::nullopt;
  std::array names{first.name, second.name};
  std::ranges::sort(names);  // whoever is ahead, the address stays
  return fmt::format("{}pairs/{}.html", division.folder, league.files.of_line_up(names));
}

std::string pair_page(const ShownLeague& league, const ShownDivision& division, std::size_t one,
                      std::size_t other) {
  const std::array names{division.table.rows[one].name, division.table.rows[other].name};
  SitePage page(league, *pair_path(league, division, one, other),
                fmt::format("{} against {} – {}", names[0], names[1], division.name), "");
  page.describe(describe_pair(division, one, other));
  Element main = page.main();
  Element title = main.add("h1");
  title.bot(names[0]);
  title.text(" against ").bot(names[1]);
  main.add("p", "soft").add("a").link(page.to(division.folder + "index.html")).text(division.name);
  add_result(main, page, division, one, other);
  main.add("h2").text("Against all");
  add_standings(main, page, division, std::array{one, other});
  main.add("h2").text("Their deals to watch");
  std::vector<const ShownGame*> games;
  for (const ShownGame& game : division.games) {
    if (std::ranges::all_of(names, [&](const std::string& name) {
          return std::ranges::find(game.names, name) != game.names.end();
        }))
      games.push_back(&game);
  }
  if (games.empty()) {
    main.add("p", "soft")
        .text("None of them has a page here. As one: ")
        .add("code")
        .text("danno replay GAME --html game.html");
  } else {
    add_game_list(main, page, "Their deals with a page", games);
  }
  return page.print();
}

}  // namespace danno::leagues::site
