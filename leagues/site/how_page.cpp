// How to read the site: what each figure means and where it comes from, with pictures of made-up
// agents that are drawn like those of real ones.
#include <array>
#include <string_view>
#include <vector>

#include "leagues/site/frame.hpp"
#include "leagues/site/intervals.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/square.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

tables::TableRow made_up(std::string name, int best, int worst, std::optional<double> low,
                         std::optional<double> high) {
  tables::TableRow row;
  row.name = std::move(name);
  row.rank_low = best;
  row.rank_high = worst;
  row.elo_low = low;
  row.elo_high = high;
  row.elo = (low.value_or(-200) + high.value_or(200)) / 2;
  row.tally.deals = tables::kFewestDeals;
  return row;
}

/// A row of a picture: words, then what is drawn.
Element add_row(Element body, const std::string& words) {
  Element tr = body.add("tr");
  tr.add("th").set("scope", "row").text(words);
  return tr.add("td", "picture");
}

/// Rows as they stand in a division's table; `words` has what is said of each.
void add_ratings(Element figure, const std::vector<tables::TableRow>& rows,
                 const std::vector<std::string>& words) {
  const Axis axis(rows);
  Element table = figure.add("table", "example");
  Element body = table.add("tbody");
  for (std::size_t i = 0; i < rows.size(); ++i)
    add_intervals(add_row(body, words[i]), axis, rows[i]);
  Element numbers = table.add("tfoot").add("tr", "axis");
  numbers.set("aria-hidden", "true").add("td");
  add_axis_numbers(numbers.add("td", "picture"), axis);
}

/// Whose intervals overlap share ranks.
void draw_ranks(Element figure) {
  const std::vector<tables::TableRow> rows{
      made_up("ann", 1, 1, 95, 125), made_up("ben", 2, 3, 25, 55), made_up("cem", 2, 4, 5, 40),
      made_up("dee", 3, 4, -10, 20), made_up("eve", 5, 5, -160, -120)};
  std::vector<std::string> words;
  for (const tables::TableRow& row : rows)
    words.push_back(show_ranks(row) + ": " + row.name);
  add_ratings(figure, rows, words);
}

void draw_intervals(Element figure) {
  tables::TableRow far = made_up("", 4, 4, -2000, -40);
  far.elo = -90;
  add_ratings(figure,
              {made_up("", 1, 1, 60, std::nullopt), made_up("", 2, 2, 30, 70),
               made_up("", 3, 3, -90, 10), far},
              {"won all: a bound below", "many games", "few games", "goes on beyond the picture"});
}

void draw_adjusted(Element figure) {
  tables::TableRow row = made_up("", 1, 1, -20, 60);
  row.adjusted = tables::AdjustedRating{38, 28, 48, 0, std::nullopt};
  add_ratings(figure, {row}, {"filled: luck taken out · hollow: raw"});
}

void draw_scores(Element figure) {
  Element body = figure.add("table", "example").add("tbody");
  add_score_interval(add_row(body, "61 % of 600 games: ahead"), 0.61, 0.57, 0.65);
  add_score_interval(add_row(body, "52 % of 600 games: not known"), 0.52, 0.48, 0.56);
  figure.add("figcaption", "soft small").text("from 0 to 100 %, dotted: 50 %");
}

void draw_tints(Element figure) {
  Element row = figure.add("table", "square").add("tbody").add("tr");
  for (const auto& [score, residual] :
       {std::pair("52", 0.4), {"58", 2.5}, {"66", 3.8}, {"44", -2.2}, {"35", -4.1}})
    row.add("td", tint_of(residual)).text(score);
  figure.add("figcaption", "soft small")
      .text("as expected · better, far better · worse, far worse");
}

void add_dice_row(Element body, std::string_view words, std::string_view kept,
                  std::string_view left, std::string_view after) {
  Element tr = body.add("tr");
  tr.add("th").set("scope", "row").text(words);
  Element dice = tr.add("td", "d");
  for (const char face : kept)
    dice.add("b").text(std::string(1, face));
  for (const char face : left)
    dice.add("i").text(std::string(1, face));
  tr.add("td", "n").text(after);
}

void draw_cost(Element figure) {
  Element body = figure.add("table", "narrow").add("tbody");
  add_dice_row(body, "best", "115", "263", "wins 62.0 %");
  add_dice_row(body, "played", "11", "5263", "wins 57.5 %");
  figure.add("figcaption", "soft small").text("dark dice are kept · the cost is 4.5 %");
}

void draw_deal(Element figure) {
  Element body = figure.add("table", "narrow").add("tbody");
  add_dice_row(body, "game 1: chair 1 is ann, chair 2 is ben", "", "11362", "ann wins");
  add_dice_row(body, "game 2: chair 1 is ben, chair 2 is ann", "", "11362", "ann wins");
  figure.add("figcaption", "soft small").text("the same chair, turn and throw: the same dice");
}

struct Entry {
  std::string_view id;
  std::string_view title;
  std::string_view text;
  void (*draw)(Element figure) = nullptr;  ///< Null: words say it all.
};

constexpr std::array<Entry, 15> kEntries{{
    {"rank", "Rank",
     "The ranks that the games leave open. 2–5 means: at best second, at worst fifth, with 95 % "
     "confidence for the whole table at once. Where two ranges overlap, the games do not say who "
     "is better.",
     draw_ranks},
    {"decided", "Decided",
     "Of a ladder, which looks at its results again and again: the ranks that are left for the "
     "whole season, by pairs whose order is said once for good. It is wrong in at most 5 % of "
     "seasons, at however many looks; the column Rank holds at one look alone."},
    {"elo", "Elo and its interval",
     "0 is the mean of the pool. 200 more means a score of about 76 % against the other. The bar "
     "is the 95 % interval against that mean; games of one deal share their dice and count "
     "together. Who won or lost everything has a bound on one side only: the bar begins at "
     "a stop and ends in an arrow. Two strokes through a bar: it goes on beyond the picture. "
     "Beyond ± 200 a rating is provisional.",
     draw_intervals},
    {"adjusted", "Without the luck of the dice",
     "Each throw raises or lowers a winning chance by a known amount; its mean is 0 whatever the "
     "agents do. Taking it out leaves the same rating with less noise. So this is the figure to go "
     "by, in bold and as the filled dot, of every agent that played ten deals or more; else that "
     "is the raw one. The other one is the hollow dot below. Ranks, and what is said of them in "
     "words, are by the raw results alone.",
     draw_adjusted},
    {"score", "Score and points",
     "The mean score against all others at the table: 1 for above, ½ for a tie, 0 for below. With "
     "more than two seats points are N for the first of N, one less for each place.",
     draw_scores},
    {"los", "Better than next",
     "The chance that the agent is stronger than the one in the next row, given the games (also "
     "known as likelihood of superiority). It is never certain."},
    {"residual", "Head to head and standard errors",
     "A result between two is compared with what their ratings expect. One standard error is what "
     "chance alone does to a result; more than three is a pair that the ratings do not explain: "
     "one agent suits or does not suit the other.",
     draw_tints},
    {"cost", "Cost of a decision",
     "The winning chance of the best decision less that of the one that was made, both for best "
     "play of both sides from there on. In one game the costs of both sides, the luck of the dice "
     "and the chance at the start add up to the result; the costs of one side alone may be over "
     "100 %, for the other side gave chances back.",
     draw_cost},
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
     "falls to everybody alike.",
     draw_deal},
    {"isolation", "Isolation",
     "strict: agents can reach neither files, network nor each other. confined: less than that. "
     "none: they run as ordinary programs, which suits only agents that one trusts."},
    {"verify", "Verified",
     "danno league verify adjudicates every stored game again, throws its dice again from the "
     "seed, tests whether they are fair, and makes every table again from the games."},
}};

/// An idea, its picture beside it where there is room.
void add_idea(Element main, const Entry& entry) {
  Element idea = main.add("section", "idea");
  idea.set("id", entry.id);
  idea.add("h2").text(entry.title);
  idea.add("p").text(entry.text);
  if (entry.draw != nullptr) entry.draw(idea.add("figure"));
}

}  // namespace

std::string how_page(const ShownLeague& league) {
  SitePage page(league, "how.html", "How to read this", "");
  page.describe("What ranks, ratings, intervals, costs and the luck of the dice mean here.");
  Element main = page.main();
  main.add("h1").text("How to read this");
  main.add("p", "soft").text("Agents in pictures are made up.");
  Element nav = main.add("nav");
  nav.set("aria-label", "Contents");
  Element contents = nav.add("ol", "ideas");
  for (const Entry& entry : kEntries)
    contents.add("li").add("a").link("", entry.id).text(entry.title);
  for (const Entry& entry : kEntries)
    add_idea(main, entry);
  return page.print();
}

}  // namespace danno::leagues::site
