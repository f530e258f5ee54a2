#include "leagues/site/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/site/pages.hpp"

namespace danno::leagues::site {
namespace {

/// Of more agents, columns are named by numbers alone.
constexpr std::size_t kMostNamed = 12;

/// The class of a result that is so many standard errors from what the ratings expect. Below two it
/// is noise: of many cells a third would be tinted from one on, though all are as expected.
std::string tint_of(double residual) {
  const double size = std::abs(residual);
  if (size < 2) return "";
  return fmt::format("{}{}", residual > 0 ? "up" : "down", size < 3 ? 2 : 3);
}

/// The score of the row against the column, a link to that result on the page of the row's agent.
void add_cell(Element tr, const SitePage& page, const ShownDivision& division, std::size_t row,
              std::size_t column) {
  const auto met = row == column ? std::nullopt : division.table.head_to_head(row, column);
  if (!met) {
    tr.add("td", "soft").text(row == column ? "·" : "–");
    return;
  }
  Element cell = tr.add("td", tint_of(met->residual.value_or(0)));
  const tables::TableRow& own = division.table.rows[row];
  Element place = cell;
  if (page.league().has_page(own) && division.table.rows.size() <= kMostOpponents + 1) {
    const FileNames& files = page.league().files;
    place = cell.add("a").link(page.to(division.folder + agent_page_path(files, own.name)),
                               against_id(files, division.table.rows[column].name));
  }
  place.text(fmt::format("{:.0f}", 100 * met->score()));
}

/// The agents' numbers, which stand for their names where those are too wide.
void add_number(Element head, std::size_t row) {
  head.add("span", "number").text(fmt::format("{}", row + 1));
  head.text(" ");
}

}  // namespace

void add_square(Element parent, const SitePage& page, const ShownDivision& division) {
  const ratings::HeadToHead& meetings = division.table.head_to_head;
  const std::size_t size = std::min(meetings.size(), kMostInSquare);
  Element table = add_box(parent, "Head to head in " + division.name)
                      .add("table", size > kMostNamed ? "square many" : "square");
  Element head = table.add("thead").add("tr");
  head.add("td");
  for (std::size_t i = 0; i < size; ++i) {
    Element cell = head.add("th", "cut");
    cell.set("scope", "col");
    add_number(cell, i);
    cell.bot(division.table.rows[i].name);
  }
  Element body = table.add("tbody");
  for (std::size_t i = 0; i < size; ++i) {
    Element tr = body.add("tr");
    Element name = tr.add("th", "cut");
    name.set("scope", "row");
    add_number(name, i);
    add_agent_name(name, page, division, division.table.rows[i]);
    for (std::size_t j = 0; j < size; ++j)
      add_cell(tr, page, division, i, j);
  }
  Element key = parent.add("p", "soft small");
  key.text(
      "Score of the row against the column in percent; a score leads to that result. Plain: "
      "as the ratings expect. Blue: the row "
      "did better by more than two standard errors, orange: worse. A frame: by more than three ");
  key.add("a").link(page.to("how.html"), "residual").text("standard errors");
  key.text(".");
  if (meetings.size() > size)
    key.text(fmt::format(" The first {}; each agent’s page has its own.", size));
}

}  // namespace danno::leagues::site
