#include "leagues/site/game_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace danno::leagues::site {

void add_game_list(Element parent, const SitePage& page, const std::string& label,
                   std::span<const ShownGame* const> games) {
  Element table = add_box(parent, label).add("table");
  Element head = table.add("thead").add("tr");
  add_head(head, page, "Agents", "");
  add_head(head, page, "Deal", "n");
  add_head(head, page, "Why", "");
  Element body = table.add("tbody");
  for (const ShownGame* const game : games) {
    Element tr = body.add("tr");
    add_names(tr.add("td").add("a").link(page.to(game->path + ".html")), game->names);
    tr.add("td", "n").text(fmt::format("{}", game->deal.deal));
    tr.add("td").text(fmt::format("{}", fmt::join(game->why, "; ")));
  }
}

}  // namespace danno::leagues::site
