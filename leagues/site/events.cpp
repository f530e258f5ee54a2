
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

using schedule::PageCell;
using schedule::PageColumn;
using schedule::Piece;

constexpr std::size_t kMostOpen = 2;
constexpr std::size_t kMostAcross = 6;  // On a phone the figures of more columns have names.

/// Prints pieces, tables and brackets of one division on one page.
class EventPrinter {
 public:
  EventPrinter(const SitePage& page, const PageDivision& division)
      : page_(page), division_(division) {}

  void add_section(Element main, const schedule::PageSection& section, const char* heading) const {
    if (section.is_folded) {
      main = main.add("details");
      main.add("summary").add(heading).text(section.heading);
    } else {
      main.add(heading).text(section.heading);
    }
    if (!section.intro.empty()) main.add("p").text(section.intro);
    if (!section.bracket.empty()) add_bracket(main, section);
    if (section.table) add_table(main, *section.table);
    for (const std::string& note : section.notes)
      main.add("p", "soft small").text(note);
    if (section.sheets) add_sheets(main, *section.sheets);
  }

 private:
  void add_line(Element parent, const schedule::Line& line) const {
    for (const Piece& piece : line)
      add_piece(parent, piece);
  }

  void add_piece(Element parent, const Piece& piece) const {
    switch (piece.kind) {
      case Piece::Kind::Text:
        parent.text(piece.text);
        break;
      case Piece::Kind::Small:
        parent.add("small").text(piece.text);
        break;
      case Piece::Kind::Outcome:
        parent.add("span", "then").text(piece.text);
        break;
      case Piece::Kind::Entrant:
        add_entrant(parent, page_, division_, piece.entrant);
        break;
      case Piece::Kind::Winner:
        add_entrant(parent.add("strong"), page_, division_, piece.entrant);
        break;
      case Piece::Kind::Rating: {
        const report::TableRow& row = entrant_row(piece.entrant);
        parent.text(format_rating(row.rating()));
        break;
      }
      case Piece::Kind::Points:
        parent.text(format_grouped(division_.definition(), piece.points));
        break;
      case Piece::Kind::Chance:
        parent.text(estimated(piece.chance));
        break;
      case Piece::Kind::Game:
        add_game(parent, piece);
        break;
      case Piece::Kind::Games:
        add_deals_link(parent, piece.deals);
        break;
    }
  }

  [[nodiscard]] const report::TableRow& entrant_row(int entrant) const {
    return division_.table.rows[division_.entrant_rows[static_cast<std::size_t>(entrant)]];
  }

  void add_game(Element parent, const Piece& piece) const {
    if (const PageGame* const game = division_.find_game(piece.deals))
      parent.add("a").link(page_.to(game->path + ".html")).text(piece.text);
    else
      parent.text(piece.text);
  }

  void add_deals_link(Element parent, const schedule::MetAgents& deals) const {
    if (const PageGame* const game = division_.find_game(deals)) {
      Element link = parent.add("a").link(page_.to(game->path + ".html"));
      link.text(fmt::format("deal {}: ", game->deal.deal));
      if (game->leader.empty()) {
        add_names(link, game->names);
        link.text(", as many points");
      } else {
        link.bot(game->leader).text(" by " + game->margin);
      }
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

  void add_bracket(Element main, const schedule::PageSection& section) const {
    Element tree = add_box(main, section.heading).add("ol", "bracket");
    for (std::size_t i = 0; i < section.bracket.size(); ++i) {
      const schedule::BracketColumn& column = section.bracket[i];
      const bool is_paired = i + 1 == section.bracket.size() ||
                             section.bracket[i + 1].cards.size() < column.cards.size();
      Element item = tree.add("li", is_paired ? "" : "straight");
      item.add("h3").text(column.title);
      Element list = item.add("ol");
      for (const schedule::BracketCard& card : column.cards)
        add_card(list.add("li").add("div"), card);
    }
  }

  void add_card(Element box, const schedule::BracketCard& card) const {
    for (const schedule::BracketCard::Side& side : card.sides) {
      Element line = box.add("p");
      add_line(line.add("span", "cut"), side.name);
      line.add("span", "n").text(side.points);
    }
    if (!card.more.empty()) add_line(box.add("small"), card.more);
  }

  /// Folds score sheets, unless there are only a few.
  void add_sheets(Element main, const std::vector<schedule::TitledTable>& sheets) const {
    Element all = main.add("details");
    if (sheets.size() <= kMostOpen) all.set("open");
    all.add("summary").text(base::format_count(sheets.size(), "table") + ", game by game");
    Element list = all.add("div", "sheets");
    for (const schedule::TitledTable& sheet : sheets) {
      Element section = list.add("section");
      section.add("h3").text(sheet.title);
      add_table(section, sheet.table);
    }
  }

  void add_table(Element parent, const schedule::PageTable& own) const {
    const bool is_stacked = own.groups.empty() && own.columns.size() > kMostAcross;
    Element table = add_box(parent, own.label)
                        .add("table", is_stacked           ? "narrow stacked"
                                      : own.groups.empty() ? "narrow"
                                                           : "");
    Element head = table.add("thead");
    auto column = own.columns.begin();
    if (!own.groups.empty()) add_groups(head.add("tr"), own.groups, (column++)->title);
    Element titles = head.add("tr");
    for (; column != own.columns.end(); ++column)
      add_column(titles, *column);
    Element body = table.add("tbody");
    for (const std::vector<PageCell>& row : own.rows) {
      Element tr = body.add("tr");
      for (std::size_t i = 0; i < row.size(); ++i) {
        Element cell = add_cell(tr, row[i].kind);
        if (is_stacked && i > 0 && row[i].kind == PageCell::Kind::Figure)
          cell.set("data-name", own.columns[i].title);
        add_line(cell, row[i].line);
      }
    }
  }

  /// The title of the first column is as high as both rows of the head.
  void add_groups(Element head, const std::vector<schedule::ColumnGroup>& groups,
                  const std::string& first) const {
    Element title = head.add("th");
    title.set("scope", "col").set("rowspan", "2").text(first);
    for (const schedule::ColumnGroup& group : groups) {
      Element cell = head.add("th", "n");
      cell.set("scope", "colgroup").set("colspan", fmt::to_string(group.columns));
      add_line(cell, group.title);
    }
  }

  void add_column(Element head, const PageColumn& column) const {
    add_head(head, page_, column.title, column.kind == PageColumn::Kind::Text ? "" : "n",
             column.kind == PageColumn::Kind::Rating ? "elo" : "");
  }

  static Element add_cell(Element tr, PageCell::Kind kind) {
    switch (kind) {
      case PageCell::Kind::Figure:
        return tr.add("td", "n");
      case PageCell::Kind::BadFigure:
        return tr.add("td", "n bad");
      case PageCell::Kind::Heading:
        return tr.add("th", "cut").set("scope", "row");
      case PageCell::Kind::Agent:
        return tr.add("td", "cut");
      case PageCell::Kind::Soft:
        return tr.add("td", "soft");
      case PageCell::Kind::Outcome:
        return tr.add("td", "then");
      case PageCell::Kind::Text:
        break;
    }
    return tr.add("td");
  }

  const SitePage& page_;
  const PageDivision& division_;
};

/// Adds the winners, such as "ada and bob", as links if they have pages.
void add_event_winners(Element parent, const SitePage& page, const PageDivision& division,
                       const std::vector<int>& winners) {
  bool first = true;
  for (const int entrant : winners) {
    if (!std::exchange(first, false)) parent.text(" and ");
    add_entrant(parent.add("strong"), page, division, entrant);
  }
}

/// Returns "Knock-out in koans: 8 agents, 12 games, won by odds."
std::string describe_event(const PageDivision& division, const schedule::EventPage& own) {
  std::string words = fmt::format("{} in {}: {}", own.title, division.name, own.summary);
  for (std::size_t i = 0; i < own.winners.size(); ++i) {
    const auto entrant = static_cast<std::size_t>(own.winners[i]);
    words += i == 0 ? ", won by " : i + 1 < own.winners.size() ? ", " : " and ";
    words += division.table.rows[division.entrant_rows[entrant]].name;
  }
  return words + (own.winners.empty() ? ", not finished." : ".");
}

/// Adds a link to the page and the name of the winner.
void add_event_link(Element parent, const SitePage& page, const PageDivision& division,
                    const schedule::EventPage& own) {
  parent.add("a").link(page.to(event_path(division, own))).text(own.link_text);
  if (own.winners.empty()) {
    parent.text(" is not finished");
    return;
  }
  parent.text(", won by ");
  add_event_winners(parent, page, division, own.winners);
}

/// Adds links to the pages of the format, with the winners' names.
void add_event_links(Element parent, const SitePage& page, const PageDivision& division,
                     std::size_t most) {
  const std::vector<schedule::EventPage>& pages = division.event->pages;
  const std::size_t shown = std::min(most, pages.size());
  Element list = division.event->is_series ? parent.add("ul", "plain") : parent;
  for (std::size_t i = 0; i < shown; ++i)
    add_event_link(list.add(division.event->is_series ? "li" : "p"), page, division, pages[i]);
}

}  // namespace

std::string event_path(const PageDivision& division, const schedule::EventPage& own) {
  return division.folder + paged(own.stem, own.number);
}

void add_sections(Element main, const SitePage& page, const PageDivision& division,
                  std::span<const schedule::PageSection> sections, const char* heading) {
  const EventPrinter printer(page, division);
  for (const schedule::PageSection& section : sections)
    printer.add_section(main, section, heading);
}

void add_event_intro(Element main, const SitePage& page, const PageDivision& division,
                     std::size_t most, const char* heading) {
  if (!division.event) return;
  add_event_links(main, page, division, most);
  if (division.event->standings) {
    schedule::PageSection standings = *division.event->standings;
    auto& rows = standings.table->rows;
    if (rows.size() > most) rows.resize(most);
    add_sections(main, page, division, {&standings, 1}, heading);
  }
  main.add(heading).text("Ratings over all games");
}

std::string event_page(const PageLeague& league, const PageDivision& division,
                       const schedule::EventPage& own) {
  SitePage page(league, event_path(division, own), own.title + " – " + division.name,
                division.name);
  page.describe(describe_event(division, own));
  Element main = page.main();
  main.add("h1").text(own.title);
  Element line = main.add("p", "soft");
  line.add("a").link(page.to(division.folder + "index.html")).text(division.name);
  line.text(" · " + own.summary);
  if (own.winners.empty()) {
    main.add("p", "unfinished").text("Not finished.");
  } else {
    Element winner = main.add("p").text("Won by ");
    add_event_winners(winner, page, division, own.winners);
    winner.text(own.after_winners);
  }
  add_sections(main, page, division, own.sections);
  return page.print();
}

}  // namespace danno::leagues::site
