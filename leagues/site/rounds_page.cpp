// The page of a knock-out or a Swiss event: the bracket as far as it is narrow, standings, and the
// matches of every other stage.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leagues/site/pages.hpp"
#include "leagues/site/rounds.hpp"
#include "leagues/site/rounds_tables.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/text/shown_count.hpp"

namespace danno::leagues::site {
namespace {

using formats::RoundsMatch;
using formats::RoundsStage;

/// Stages of more matches stand in lists beside the tree.
constexpr std::size_t kMostInTree = 16;

/// "semi-finals", "buchholz_median" as a heading.
std::string heading_of(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if ('a' <= name.front() && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

std::string show_points(const RoundsMatch& match, int side) {
  return match.encounter && side >= 0 ? formats::show_half_points(match.encounter->points_of(side))
                                      : "";
}

/// The winner first, where there is one.
RoundsMatch turned(const RoundsMatch& match) {
  RoundsMatch shown = match;
  if (shown.winner >= 0 && shown.winner == shown.sides[1])
    std::swap(shown.sides[0], shown.sides[1]);
  return shown;
}

class RoundsPage {
 public:
  RoundsPage(const ShownLeague& league, const ShownDivision& division)
      : division_(division),
        rounds_(*division.rounds),
        page_(league, rounds_path(division), rounds_.title + " – " + division.name, division.name) {
  }

  std::string print() {
    Element main = page_.main();
    main.add("h1").text(rounds_.title);
    add_summary(main);
    add_tree(main);
    main.add("h2").text("Standings");
    add_standing(main);
    for (const plan::Note& note : rounds_.report.notes)
      main.add("p", "soft small").text(note.text);
    for (const RoundsStage& stage : rounds_.report.stages) {
      if (!is_drawn(stage)) add_stage(main, stage);
    }
    return page_.print();
  }

 private:
  static bool is_drawn(const RoundsStage& stage) {
    return stage.in_tree && stage.matches.size() <= kMostInTree;
  }

  void add_summary(Element main) const {
    std::uint64_t matches = 0;
    for (const RoundsStage& stage : rounds_.report.stages)
      matches += static_cast<std::uint64_t>(std::ranges::count_if(
          stage.matches, [](const RoundsMatch& match) { return !!match.encounter; }));
    Element line = main.add("p", "soft");
    line.add("a").link(page_.to(division_.folder + "index.html")).text(division_.name);
    line.text(fmt::format(" · {} agents, {}", rounds_.entrants.size(),
                          text::show_count(matches, "encounter")));
    if (winners_of(rounds_).empty()) {
      main.add("p", "unfinished").text("Not finished: it is being played.");
      return;
    }
    Element winner = main.add("p").text("Won by ");
    add_rounds_winners(winner, page_, division_);
    winner.text(".");
  }

  void add_tree(Element main) const {
    if (std::ranges::none_of(rounds_.report.stages, is_drawn)) return;
    main.add("h2").text("Bracket");
    Element tree = add_box(main, "Bracket").add("ol", "bracket");
    for (const RoundsStage& stage : rounds_.report.stages) {
      if (!is_drawn(stage)) continue;
      Element column = tree.add("li");
      column.add("h3").text(heading_of(stage.title));
      Element list = column.add("ol");
      for (const RoundsMatch& match : stage.matches)
        add_card(list.add("li"), match);
    }
  }

  /// A side a line, as the sides came in; the winner is bold and marked.
  void add_card(Element item, const RoundsMatch& match) const {
    Element card = item.add("div");
    for (const int side : match.sides) {
      Element line = card.add("p");
      add_side(line.add("span", "cut"), match, side);
      line.add("span", "n").text(show_points(match, side));
    }
    if (!match.encounter) return;
    Element more = card.add("small");
    if (!match.ending.empty()) more.text(match.ending + " · ");
    add_way_on(more, match);
  }

  void add_side(Element cell, const RoundsMatch& match, int side) const {
    if (side == formats::kNobody) {
      cell.text("bye");
    } else if (side < 0) {
      cell.text("not known yet");
    } else if (side == match.winner) {
      add_entrant(cell.add("strong"), page_, division_, side);
      cell.add("span", "then").text(" wins");
    } else {
      add_entrant(cell, page_, division_, side);
    }
  }

  /// To a deal of the match, or to all results of the two.
  void add_way_on(Element parent, const RoundsMatch& match) const {
    if (const ShownGame* const game = find_game(division_, match)) {
      parent.add("a")
          .link(page_.to(game->path + ".html"))
          .text(fmt::format("watch deal {}", game->deal.deal));
      return;
    }
    const std::size_t agents = division_.table.head_to_head.size();
    if (agents > kSquareInDivision)
      parent.add("a").link(page_.to(division_.folder + "head-to-head.html")).text("head to head");
    else if (agents > 1)
      parent.add("a")
          .link(page_.to(division_.folder + "index.html"), "head-to-head")
          .text("head to head");
  }

  void add_standing(Element main) const {
    Element table = add_box(main, "Standings of the rounds").add("table", "narrow");
    Element head = table.add("thead").add("tr");
    add_head(head, page_, "Place", "n");
    add_head(head, page_, "Agent", "");
    for (const std::string& figure : rounds_.report.figures)
      add_head(head, page_, heading_of(figure), "n");
    add_head(head, page_, "Elo", "n", "elo");
    Element body = table.add("tbody");
    for (const formats::Placing& placing : rounds_.report.standings) {
      Element tr = body.add("tr");
      tr.add("td", "n").text(placing.place == 0 ? "–" : fmt::to_string(placing.place));
      add_name(tr, placing.entrant);
      for (const double figure : placing.figures)
        tr.add("td", "n").text(fmt::format("{}", figure));
      const tables::TableRow& row =
          division_.table.rows[division_.entrant_rows[static_cast<std::size_t>(placing.entrant)]];
      tr.add("td", "n").text(show_rating(row.elo, row.elo_low, row.elo_high));
    }
  }

  void add_name(Element tr, int entrant) const {
    Element name = tr.add("th", "cut");
    name.set("scope", "row");
    add_entrant(name, page_, division_, entrant);
  }

  void add_stage(Element main, const RoundsStage& stage) const {
    const std::string heading = heading_of(stage.title);
    main.add("h2").text(heading);
    Element table = add_box(main, heading).add("table", "narrow");
    Element head = table.add("thead").add("tr");
    for (const std::string_view what : {"Agent", "Against"})
      add_head(head, page_, what, "");
    add_head(head, page_, "Games won", "n");
    add_head(head, page_, "More", "");
    Element body = table.add("tbody");
    for (const RoundsMatch& match : stage.matches)
      add_match(body.add("tr"), turned(match));
    for (const int entrant : stage.byes) {
      Element tr = body.add("tr");
      add_name(tr, entrant);
      tr.add("td", "soft").text("bye");
      tr.add("td", "n").text("–");
      tr.add("td");
    }
  }

  void add_match(Element tr, const RoundsMatch& match) const {
    Element name = tr.add("th", "cut");
    name.set("scope", "row");
    add_side(name, match, match.sides[0]);
    add_side(tr.add("td", "cut"), match, match.sides[1]);
    Element points = tr.add("td", "n");
    Element more = tr.add("td");
    if (!match.encounter) {
      points.text("–");
      return;
    }
    points.text(fmt::format("{} : {}", show_points(match, match.sides[0]),
                            show_points(match, match.sides[1])));
    if (!match.ending.empty()) more.text(match.ending + " · ");
    add_way_on(more, match);
  }

  const ShownDivision& division_;
  const ShownRounds& rounds_;
  SitePage page_;
};

}  // namespace

std::string rounds_page(const ShownLeague& league, const ShownDivision& division) {
  return RoundsPage(league, division).print();
}

}  // namespace danno::leagues::site
