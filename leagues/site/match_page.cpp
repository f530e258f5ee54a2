#include "leagues/site/match_page.hpp"

#include <fmt/format.h>

#include "leagues/base/count.hpp"
#include "leagues/report/table.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

std::string show(const MatchSummary& match, const ratings::MatchRating& rating) {
  return format_rating({rating.elo, rating.low, rating.high, static_cast<std::int64_t>(match.deals),
                        report::kMinDealsForMatchInterval});
}

void add_row(Element body, const MatchSummary& match, std::size_t agent) {
  const ratings::AgentTally& tally = match.tallies[agent];
  Element tr = body.add("tr");
  tr.add("th", "cut").set("scope", "row").bot(match.agents[agent]);
  if (!match.raw.empty()) tr.add("td", "n").text(show(match, match.raw[agent]));
  if (!match.adjusted.empty()) tr.add("td", "n").text(show(match, match.adjusted[agent]));
  tr.add("td", "n").text(percent(tally.score()));
  std::string places;
  for (std::size_t place = 0; place < match.agents.size(); ++place)
    places += fmt::format("{}{}", place == 0 ? "" : " / ", tally.places.at(place));
  tr.add("td", "n").text(places);
  tr.add("td", tally.faults.empty() ? "soft" : "bad").text(format_faults(tally));
}

void add_result(Element main, const MatchSummary& match) {
  if (!match.verdict.empty()) main.add("p").add("strong").bot(match.verdict);
  Element table = add_box(main, "The match").add("table", "narrow");
  Element head = table.add("thead").add("tr");
  const auto add = [&](std::string_view text, std::string_view classes) {
    head.add("th", classes).set("scope", "col").text(text);
  };
  add("Agent", "");
  if (!match.raw.empty()) add(match.agents.size() == 2 ? "Elo difference" : "Elo", "n");
  if (!match.adjusted.empty()) add("without the luck of the dice", "n");
  add("Score", "n");
  add("Places", "n");
  add("Faults", "");
  Element body = table.add("tbody");
  for (std::size_t agent = 0; agent < match.agents.size(); ++agent)
    add_row(body, match, agent);
}

}  // namespace

Page match_page(const MatchSummary& match, const PageDeal& deal) {
  const std::string facts =
      fmt::format("{}: {}, {}", match.rules, base::format_count(match.deals, "deal"),
                  base::format_count(match.games, "game"));
  Page page{fmt::format("{}, {}", deal_title(deal), match.rules),
            match.verdict.empty() ? facts : match.verdict,
            "",
            {}};
  Element main = page.body.root().add("main");
  main.add("p", "soft small").text(facts);
  add_names(main.add("h1"), match.agents);
  add_result(main, match);
  main.add("h2").text("A deal of it");
  main.add("p").bot(deal.why);
  add_games(main, deal);
  add_colour_switch(page.body.root().add("footer"));
  return page;
}

}  // namespace danno::leagues::site
