// "What would you do?": a list of decisions with their solutions. The script makes a game of it: it
// asks for five of them a day, by the date alone.
#include <fmt/format.h>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/site/deal_parts.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"

namespace danno::leagues::site {

namespace {

using rules::Action;

std::size_t deciding_agent(const Puzzle& puzzle) {
  return puzzle.agent_at[static_cast<std::size_t>(puzzle.made.viewed.made.seat)];
}

/// Adds "timid against odds".
void add_players(Element heading, const Puzzle& puzzle) {
  const std::size_t own = deciding_agent(puzzle);
  heading.bot(puzzle.names[own]);
  std::string_view before = " against ";
  for (std::size_t agent = 0; agent < puzzle.names.size(); ++agent) {
    if (agent == own) continue;
    heading.text(before).bot(puzzle.names[agent]);
    before = " and ";
  }
}

/// Adds everybody's total, the points of the turn, what else the standing needs, and the dice.
void add_position(Element article, const Puzzle& puzzle) {
  const rules::Definition& definition = *puzzle.definition;
  const report::ViewedStep& step = puzzle.made.viewed;
  Element totals = article.add("p", "totals");
  for (std::size_t agent = 0; agent < puzzle.names.size(); ++agent) {
    const auto seat = static_cast<std::size_t>(std::ranges::find(puzzle.agent_at, agent) -
                                               puzzle.agent_at.begin());
    totals.bot(puzzle.names[agent]);
    totals.text(" ").add("b").text(format_grouped(definition, step.before.totals.at(seat)));
    totals.text(" ");
  }
  std::string state = say_state(definition, step.before, step.made.seat);
  if (step.before.turn.points > 0)
    state = fmt::format("turn so far {}{}{}", format_grouped(definition, step.before.turn.points),
                        state.empty() ? "" : "; ", state);
  if (!state.empty()) article.add("p", "state soft small").text(state);
  if (step.made.thrown.empty()) return;
  Element dice = article.add("p", "d");
  for (const char face : rules::to_string(step.made.thrown, definition.faces))
    dice.add("i").text(std::string(1, face));
}

/// Adds a choice such as "roll 4 dice", with the dice that it keeps below.
void add_choice(Element cell, const Puzzle& puzzle, const solver::Choice& choice) {
  const rules::Definition& definition = *puzzle.definition;
  const rules::Position& before = puzzle.made.viewed.before;
  const rules::Option& option = choice.option;
  switch (choice.action) {
    case Action::Roll:
      cell.text("roll " + base::format_dice(option.next_dice));
      break;
    case Action::Bank:
      cell.text("bank " + format_grouped(definition, before.turn.points + option.points));
      break;
    case Action::Accept:
      cell.text(fmt::format("take over {}, roll {}",
                            format_grouped(definition, before.offer.points),
                            base::format_dice(before.offer.dice)));
      return;
    case Action::Decline:
      cell.text("decline");
      return;
  }
  cell.add("small").text(fmt::format("keep {} for {}",
                                     rules::to_string(option.keep, definition.faces),
                                     format_grouped(definition, option.points)));
}

/// Adds who decided so. An agent that is called like the policy is named once.
void add_deciders(Element cell, const Puzzle& puzzle, const PuzzleChoice& choice) {
  const std::size_t own = deciding_agent(puzzle);
  std::string_view before;
  if (choice.is_best && puzzle.is_solved()) {
    cell.text("solver");
    before = ", ";
  }
  if (choice.by_odds && !(choice.by_agent && puzzle.names[own] == "odds")) {
    cell.text(before).text("odds");
    before = ", ";
  }
  if (choice.by_agent) cell.text(before).bot(puzzle.names[own]);
}

void add_choices(Element article, const Puzzle& puzzle) {
  Element table = article.add("table", "choices");
  Element head = table.add("thead").add("tr");
  head.add("th").text("Decision");
  if (puzzle.is_solved()) {
    head.add("th").text("Wins");
    head.add("th").text("Gives away");
  }
  head.add("th").text("Chosen by");
  Element body = table.add("tbody");
  for (const PuzzleChoice& choice : puzzle.choices) {
    const bool is_near = puzzle.is_solved() && choice.cost <= kMistake;
    Element tr = body.add("tr", choice.is_best ? "best" : is_near ? "near" : "");
    add_choice(tr.add("th"), puzzle, choice.choice);
    if (puzzle.is_solved()) {
      tr.add("td").text(percent(choice.choice.chance));
      tr.add("td").text(choice.is_best ? "–" : percent(choice.cost));
    }
    add_deciders(tr.add("td"), puzzle, choice);
  }
}

void add_source(Element article, const SitePage& page, const Puzzle& puzzle) {
  const report::Mistake& made = puzzle.made;
  Element line = article.add("p", "small source");
  if (puzzle.page.empty()) {
    line.text(fmt::format("Step {} of ", made.step));
    line.add("code").text(
        fmt::format("danno explain {} LEAGUE", base::quote_shell(report::to_string(made.game))));
    return;
  }
  Element link = line.text("Watch it: ")
                     .add("a")
                     .link(page.to(puzzle.page),
                           step_id(static_cast<std::size_t>(made.game.seating), made.step));
  add_names(link, puzzle.names);
  link.text(fmt::format(", deal {}, step {}", made.game.deal, made.step));
}

void add_puzzle(Element list, const SitePage& page, const Puzzle& puzzle) {
  Element article = list.add("article");
  article.set("data-mover", fmt::to_string(deciding_agent(puzzle)));
  article.set("data-target", rules::format_points(*puzzle.definition, puzzle.target));
  Element heading = article.add("h3");
  add_players(heading, puzzle);
  heading.text(" ").add("small").text(puzzle.made.game.rules);
  add_position(article, puzzle);
  add_choices(article, puzzle);
  Element why = article.add("p", "why").text(puzzle.reason);
  if (puzzle.choices.size() < puzzle.legal_choices)
    why.text(
        fmt::format(" The other {} are not shown.",
                    base::format_count(puzzle.legal_choices - puzzle.choices.size(), "choice")));
  add_source(article, page, puzzle);
}

}  // namespace

std::string puzzle_page(const PageLeague& league) {
  SitePage page(league, kPuzzlePage, kPuzzleTitle, kPuzzleTitle, kPuzzleAssets);
  const std::vector<Puzzle>& puzzles = league.puzzles;
  page.describe(fmt::format("Decisions of {} that went wrong: what would you do?", league.title()));
  Element main = page.main();
  main.set("class", "puzzle").set("data-league", league.title());
  main.add("h1").text(kPuzzleTitle);
  Element intro = main.add("p");
  intro.text(puzzles.size() > 5
                 ? "Five decisions that programs of this league got wrong, other ones each day, "
                   "from plain to subtle."
                 : "Decisions that programs of this league got wrong.");
  intro.text(puzzles.front().is_solved()
                 ? " What is right is computed exactly."
                 : " No exact values are known for these rules: right is here what odds does, a "
                   "sound simple program.");
  Element list = main.add("section", "list");
  list.add("h2").text(base::format_count(puzzles.size(), "decision") + " and what was right");
  list.add("p", "soft small").text("With script, the page asks for five of them a day.");
  for (const Puzzle& puzzle : puzzles)
    add_puzzle(list, page, puzzle);
  return page.print();
}

}  // namespace danno::leagues::site
