// A page that the league's format adds: a tournament, the rounds of an event.
#include "leagues/site/event_parts.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/preview.hpp"

namespace danno::leagues::site {

std::string event_page(const ShownLeague& league, const ShownDivision& division,
                       const formats::EventPage& own) {
  SitePage page(league, event_path(division, own), own.title + " – " + division.name,
                division.name);
  page.describe(describe_event(division, own));
  Element main = page.main();
  main.add("h1").text(own.title);
  Element line = main.add("p", "soft");
  line.add("a").link(page.to(division.folder + "index.html")).text(division.name);
  line.text(" · " + own.summary);
  if (own.winners.empty()) {
    main.add("p", "unfinished").text("Not finished: it is being played.");
  } else {
    Element winner = main.add("p").text("Won by ");
    add_event_winners(winner, page, division, own);
    winner.text(own.after_winners);
  }
  add_sections(main, page, division, own.sections);
  return page.print();
}

}  // namespace danno::leagues::site
