// The pages that people come to first: the league, and each of its divisions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/report/history.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/playground.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/site/write.hpp"

namespace danno::leagues::site {

namespace {

using report::TableRow;

/// The sums over all divisions.
struct LeagueSums {
  std::int64_t games = 0;
  std::int64_t planned = 0;
  std::int64_t faults = 0;
  std::size_t watched = 0;  ///< Deals with a page.
  std::set<std::string> agents;
  std::set<std::string> authors;
  std::optional<std::chrono::sys_seconds> last_game;
};

LeagueSums compute_sums(const PageLeague& league) {
  LeagueSums sums;
  for (const PageDivision& division : league.divisions) {
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

std::string watch_page(const PageLeague& league) {
  for (const PageDivision& division : league.divisions) {
    if (!division.games.empty()) return division.folder + "games.html";
  }
  return {};
}

/// Adds the league's title beside a few dice, and a line such as "Programs play Greed, a dice game:
/// 12,000 games, the last on 24 Nov 2026".
void add_intro(Element main, const PageLeague& league, const LeagueSums& sums) {
  Element opening = main.add("div", "opening");
  Element words = opening.add("div");
  words.add("h1").bot(league.title());
  std::string line = "Programs play Greed, a dice game of pushing one’s luck";
  if (sums.games > 0) line += ": " + base::format_count(sums.games, "game");
  if (sums.last_game) line += ", the last on " + format_minute(*sums.last_game);
  words.add("p", "lead").text(line + ".");
  add_dice(opening, "11153");
}

/// Adds four figures: games, programs, faults, deals to watch.
void add_figures(Element main, const SitePage& page, const LeagueSums& sums) {
  const PageLeague& league = page.league();
  Element list = main.add("dl", "cards");
  add_figure(list, base::format_count(sums.games),
             sums.games >= sums.planned
                 ? "games, all that were planned"
                 : fmt::format("of {} games", base::format_count(sums.planned)));
  const bool authored = league.options.authors && !sums.authors.empty();
  add_figure(
      list, base::format_count(sums.agents.size()),
      authored ? "programs, by " + base::format_count(sums.authors.size(), "author") : "programs",
      has_authors(league) ? page.to(kAuthorsPage) : "");
  if (league.options.faults != FaultDetail::None)
    add_figure(list, base::format_count(sums.faults), sums.faults == 1 ? "fault" : "faults",
               page.to("how.html"), "faults");
  const std::string watch = watch_page(league);
  if (!watch.empty())
    add_figure(list, base::format_count(sums.watched), "deals to watch", page.to(watch));
}

/// Adds the deal to begin with, one of the two best agents if there is such; nothing if no deal has
/// a page.
void add_deal_to_watch(Element line, const SitePage& page, const PageDivision& division) {
  if (division.games.empty()) return;
  const std::vector<TableRow>& rows = division.table.rows;
  const auto plays = [&](const PageGame& game, std::size_t row) {
    return row < rows.size() && std::ranges::find(game.names, rows[row].name) != game.names.end();
  };
  auto game = std::ranges::find_if(
      division.games, [&](const PageGame& one) { return plays(one, 0) && plays(one, 1); });
  if (game == division.games.end()) game = division.games.begin();
  line.text("Watch a deal: ");
  add_names(line.add("a").link(page.to(game->path + ".html")), game->names);
  line.text(" · ");
}

constexpr std::size_t kTop = 10;

/// Returns words for the pace of play and the expected end.
std::string pace_words(const Live& live, std::int64_t missing) {
  std::string words = fmt::format(
      ", {} a second",
      base::format_count(static_cast<std::uint64_t>(std::ceil(live.games_per_s)), "game"));
  if (missing > 0) {
    const std::chrono::duration<double> left(static_cast<double>(missing) / live.games_per_s);
    constexpr std::chrono::days kForesight{1'000};
    if (left < kForesight)
      words +=
          ", until about " + format_minute(live.at + std::chrono::ceil<std::chrono::seconds>(left));
  }
  return words + fmt::format("; as of {}", format_minute(live.at));
}

/// Adds the progress of a league that is unfinished or being played.
void add_progress(Element main, std::int64_t games, std::int64_t planned,
                  const std::optional<Live>& live) {
  const bool is_played = live && live->games_per_s > 0;
  const bool is_missing = games < planned;
  if (!is_played && !is_missing) return;
  const std::string share = is_missing
                                ? fmt::format("{} of {} games, {} %", base::format_count(games),
                                              base::format_count(planned), 100 * games / planned)
                                : base::format_count(games, "game");
  const std::string ended = games == 0 ? "No games yet." : fmt::format("Not finished: {}.", share);
  Element line = main.add("p", "unfinished");
  if (!is_played) {
    line.text(ended);
    return;
  }
  line.set(kSaidAtTheEnd, ended);
  line.set("data-as-of", fmt::to_string(live->at.time_since_epoch().count()));
  line.text(fmt::format("Being played: {}{}.", share, pace_words(*live, planned - games)));
}

/// An empty line ends a paragraph; other ends of lines are blanks.
std::vector<std::string> paragraphs(const std::string& text) {
  std::vector<std::string> all;
  bool ended = true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) {
      ended = true;
      continue;
    }
    if (std::exchange(ended, false))
      all.push_back(line);
    else
      all.back() += " " + line;
  }
  return all;
}

std::string dice_words(const report::DivisionTable& table) {
  if (table.epochs.empty()) return "none thrown yet";
  const bool open = std::ranges::all_of(table.epochs, &store::Epoch::open);
  const bool known = std::ranges::all_of(table.epochs, &store::Epoch::revealed);
  if (open) return "open seed: it stood in the league file";
  return known ? "committed to before the first game, seed published"
               : "committed to before the first game, seed secret until all games are played";
}

std::string isolation_words(const report::DivisionTable& table) {
  if (table.isolation.empty()) return "–";
  return fmt::format("{}", fmt::join(table.isolation, ", "));
}

/// Adds words for what was checked and how it was played, each a link to its explanation.
void add_badges(Element main, const SitePage& page, const PageLeague& league,
                const report::DivisionTable& table) {
  Element list = main.add("dl", "badges");
  const auto add = [&](std::string_view what, std::string_view about) {
    Element badge = list.add("div");
    badge.add("dt").add("a").link(page.to("how.html"), about).text(what);
    return badge.add("dd");
  };
  Element verified = add("Verified", "verify");
  if (league.verified) {
    verified.text(
        fmt::format("every throw, decision, place and table; the dice are fair with p = {:.3g}",
                    *league.verified));
  } else {
    verified.text("not here: ").add("code").text("danno league verify");
  }
  add("Dice", "dice").text(dice_words(table));
  add("Deals", "mirror")
      .text(table.mirror ? "each played in every seating, with the same dice"
                         : "every game has its own dice");
  const bool strict = table.isolation == std::vector<std::string>{"strict"};
  add("Isolation", "isolation")
      .add("span", strict || table.isolation.empty() ? "" : "bad")
      .text(isolation_words(table));
}

/// Returns a sentence about the leaders of the division: "odds is ahead of all others. 6,000 games
/// of Greed by 5 programs."
std::string describe_division(const PageDivision& division) {
  std::string words;
  for (const Sentence& sentence : sentences_about(division))
    words += in_words(sentence) + ". ";
  return words + fmt::format("{} of {} by {}.", base::format_count(division.table.games, "game"),
                             division.definition().title,
                             base::format_count(division.table.rows.size(), "program"));
}

/// Adds links to the games with a page and to the rules.
void add_links(Element main, const SitePage& page, const PageDivision& division) {
  Element line = main.add("p", "links");
  add_deal_to_watch(line, page, division);
  if (!division.games.empty()) {
    line.add("a")
        .link(page.to(division.folder + "games.html"))
        .text(base::format_count(division.games.size(), "deal") + " to watch");
    line.text(" · ");
  }
  line.add("a").link(page.to(rules_path(division.name))).text("the rules");
  if (!has_playground() || !page.league().options.by_author.empty()) return;
  line.text(" · ").add("a").link(page.to(kPlayPage), "play~" + division.name).text("play it");
}

}  // namespace

std::string index_page(const PageLeague& league) {
  SitePage page(league, "index.html", "", league.title());
  Element main = page.main();
  if (!league.divisions.empty()) page.describe(describe_division(league.divisions.front()));
  const LeagueSums sums = compute_sums(league);
  add_intro(main, league, sums);
  add_season(main, page);
  for (const std::string& paragraph : paragraphs(league.options.about))
    main.add("p").bot(paragraph);
  add_progress(main, sums.games, sums.planned, league.options.live);
  if (sums.games > 0) add_figures(main, page, sums);
  for (const PageDivision& division : league.divisions) {
    const std::size_t agents = division.table.rows.size();
    Element heading = main.add("h2");
    heading.add("a")
        .link(page.to(division.folder + "index.html"))
        .text(division.definition().title);
    heading.text(" ")
        .add("span", "soft small")
        .text(base::format_count(division.table.games) + " games");
    add_event_intro(main, page, division, kTop, "h3");
    add_leaders(main, page, division);
    add_standings(main, page, division, 0, kTop);
    if (agents > kTop) {
      main.add("p")
          .add("a")
          .link(page.to(division.folder + "index.html"))
          .text(fmt::format("all {}", base::format_count(agents)));
    }
    add_links(main, page, division);
  }
  if (league.divisions.empty()) return page.print();
  const auto adjusted = std::ranges::find_if(league.divisions, [](const PageDivision& division) {
    return !division.table.values.empty();
  });
  add_standings_key(main,
                    adjusted == league.divisions.end() ? league.divisions.front() : *adjusted);
  add_badges(main, page, league, league.divisions.front().table);
  return page.print();
}

std::string division_page(const PageLeague& league, const PageDivision& division,
                          std::size_t part) {
  const report::DivisionTable& table = division.table;
  SitePage page(league, division.folder + paged("index", part), part_title(division.name, part),
                division.name);
  Element main = page.main();
  page.describe(describe_division(division));
  main.add("h1").text(division.definition().title);
  main.add("p", "soft")
      .text(fmt::format("{}, {}{} seats per game, {} · {}",
                        base::format_count(table.rows.size(), "agent"),
                        division.has_table_sizes() ? "up to " : "", table.seats,
                        base::format_count(table.games, "game"), division.definition().summary));
  add_progress(main, table.games, table.games_planned, {});
  if (part == 0) add_event_intro(main, page, division, kRowsOfPage, "h2");
  if (part == 0) add_leaders(main, page, division);
  add_standings(main, page, division, part * kRowsOfPage, (part + 1) * kRowsOfPage);
  add_pager(main, page, division.folder, "index", part, count_pages(table.rows.size()));
  add_standings_key(main, division);
  add_standings_notes(main, division);
  if (part > 0) return page.print();
  if (!division.survey.not_reviewed.empty()) {
    main.add("p", "soft small")
        .text("No winning chances here: " + division.survey.not_reviewed + ".");
  }
  add_links(main, page, division);
  if (table.head_to_head.size() > kSquareInDivision) {
    main.add("p")
        .add("a")
        .link(page.to(division.folder + "head-to-head.html"))
        .text("Who beat whom");
  } else if (table.head_to_head.size() > 1) {
    main.add("h2").set("id", "head-to-head").text("Head to head");
    add_head_to_head_grid(main, page, division);
  }
  add_history(main, page, division);
  add_badges(main, page, league, table);
  return page.print();
}

}  // namespace danno::leagues::site
