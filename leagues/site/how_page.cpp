// The page that explains how to read the site: each figure's meaning and origin.
#include <array>
#include <string_view>

#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"

namespace danno::leagues::site {
namespace {

struct Entry {
  std::string_view id;
  std::string_view title;
  std::string_view text;
};

constexpr auto kEntries = std::to_array<Entry>({
    {"rank", "Rank",
     "The ranks that the games leave open. 2–5 means: at best second, at worst fifth, with 95 % "
     "confidence for the whole table at once. Where two ranges overlap, the games do not say who "
     "is better."},
    {"decided", "Decided",
     "For a ladder, which looks at its results again and again: the ranks that are still possible "
     "in the whole season, from pairs whose order is final once it is stated. It is wrong in at "
     "most 5 % of seasons, however often one looks; the column Rank holds for a single look."},
    {"elo", "Elo and its interval",
     "0 is the mean of all agents that neither won nor lost everything. 200 more means a score of "
     "about 76 % against the other agent. The bar is the 95 % interval against that mean; games of "
     "one deal share their dice and count together. An agent that won or lost everything has a "
     "bound on one side only: the bar begins at a stop and ends in an arrow. Two strokes through a "
     "bar: it continues beyond the picture. Beyond ± 200 a rating is provisional."},
    {"adjusted", "Without the luck of the dice",
     "Each throw raises or lowers a winning chance by a known amount; its mean is 0 whatever the "
     "agents do. Taking it out leaves the same rating with less noise. A table goes by one kind of "
     "rating, this one where it is known of all its agents, else the raw one (as the organiser may "
     "choose): order, ranks, bars and sentences follow it. It is in bold and has the filled dot; "
     "the other kind is a column of its own, with the hollow dot below."},
    {"score", "Score and points",
     "The mean score against all others at the table: 1 for above, ½ for a tie, 0 for below. With "
     "more than two seats points are N for the first of N, one less for each place."},
    {"los", "Better than next",
     "The chance that the agent is stronger than the one in the next row, given the games (also "
     "known as likelihood of superiority). It is never certain."},
    {"residual", "Head to head and standard errors",
     "A result between two is compared with what their ratings expect. One standard error is what "
     "chance alone does to a result; more than three is a pair that the ratings do not explain: "
     "one agent suits or does not suit the other."},
    {"cost", "Cost of a decision",
     "The winning chance of the best decision less that of the one that was made, both for best "
     "play of both sides from there on. In one game the costs of both sides, the luck of the dice "
     "and the chance at the start add up to the result; the costs of one side alone may be over "
     "100 %, for the other side gave chances back."},
    {"luck", "Luck of the dice",
     "What an agent’s own throws added to its winning chance, in standard errors from 0. Beyond "
     "4 or so, ask whether the agent knew the dice."},
    {"faults", "Faults",
     "An agent that crashes, answers too late or plays what the rules forbid forfeits that game. "
     "never-ready means that it did not start at all; games against it are not rated."},
    {"dice", "Dice",
     "All throws follow from a seed. Its SHA-256 is published before the first game, the seed "
     "after the last: so nobody could choose the dice, and everybody can throw them again, with "
     "danno league verify or with the thirty lines of Python in docs/fair-dice.md."},
    {"mirror", "Deals",
     "A deal is one set of dice, played once in every seating. Luck that comes with the seat then "
     "falls to everybody alike."},
    {"isolation", "Isolation",
     "strict: agents can reach neither files, network nor each other. confined: less than that. "
     "none: they run as ordinary programs, which suits only agents that one trusts."},
    {"verify", "Verified",
     "danno league verify adjudicates every stored game again, throws its dice again from the "
     "seed, tests whether they are fair, and makes every table again from the games."},
});

}  // namespace

std::string how_page(const PageLeague& league) {
  SitePage page(league, "how.html", "How to read this", "");
  page.describe("What ranks, ratings, intervals, costs and the luck of the dice mean here.");
  Element main = page.main();
  main.add("h1").text("How to read this");
  Element nav = main.add("nav");
  nav.set("aria-label", "Contents");
  Element contents = nav.add("ol", "ideas");
  for (const Entry& entry : kEntries)
    contents.add("li").add("a").link("", entry.id).text(entry.title);
  for (const Entry& entry : kEntries) {
    Element idea = main.add("section", "idea").set("id", entry.id);
    idea.add("h2").text(entry.title);
    idea.add("p").text(entry.text);
  }
  return page.print();
}

}  // namespace danno::leagues::site
