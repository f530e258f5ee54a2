#include "leagues/site/rounds_tables.hpp"

#include <utility>

#include "leagues/site/rounds.hpp"

namespace danno::leagues::site {

std::string rounds_path(const ShownDivision& division) { return division.folder + "rounds.html"; }

void add_rounds_link(Element parent, const SitePage& page, const ShownDivision& division) {
  if (!division.rounds) return;
  Element line = parent.add("p");
  line.add("a").link(page.to(rounds_path(division))).text(division.rounds->title);
  if (winners_of(*division.rounds).empty()) {
    line.text(" is being played");
    return;
  }
  line.text(", won by ");
  add_rounds_winners(line, page, division);
}

void add_rounds_winners(Element parent, const SitePage& page, const ShownDivision& division) {
  bool first = true;
  for (const int entrant : winners_of(*division.rounds)) {
    if (!std::exchange(first, false)) parent.text(" and ");
    add_entrant(parent.add("strong"), page, division, entrant);
  }
}

}  // namespace danno::leagues::site
