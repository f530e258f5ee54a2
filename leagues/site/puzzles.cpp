// Finds the decisions of "What would you do?", and lists them with their solutions. The script
// makes a game of the list: it asks for five of them a day, by the date alone.
#include "leagues/site/puzzles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/site/deal_parts.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"

namespace danno::leagues::site {
namespace {

using referee::record::Step;
using report::Mistake;
using rules::Action;
using solver::Choice;

constexpr std::size_t kADay = 5;
constexpr int kMostOfLesson = 3;

Choice made_choice(const Mistake& made) {
  return {made.viewed.made.action, made.viewed.made.option};
}

/// Returns whether two mistakes are of one habit: the same action at the same total.
bool are_alike(const Mistake& one, const Mistake& other) {
  const auto habit = [](const Mistake& made) {
    const Step& step = made.viewed.made;
    return std::pair(made.viewed.before.totals.at(static_cast<std::size_t>(step.seat)),
                     step.action);
  };
  return habit(one) == habit(other);
}

/// A key that decisions share that teach the same: the actions, the dice of the better roll, and
/// whether these are the last turns.
using Taught = std::tuple<rules::Action, rules::Action, int, bool>;

Taught taught(const Choice& made, const Choice& best, const rules::Position& position) {
  const rules::Option& roll = best.action == rules::Action::Roll ? best.option : made.option;
  return {made.action, best.action, roll.next_dice, position.closer.has_value()};
}

/// Returns the choices to show, in their order: those that somebody made or that are best, then
/// those with most value.
std::vector<PuzzleChoice> shown(std::vector<PuzzleChoice> all, const std::vector<double>& values) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  const auto is_needed = [&](std::size_t i) { return all[i].by_odds || all[i].by_agent; };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(is_needed(a), values[a]) > std::pair(is_needed(b), values[b]);
  });
  order.resize(std::min(order.size(), kMostChoices));
  std::ranges::sort(order);
  std::vector<PuzzleChoice> few;
  for (const std::size_t i : order)
    few.push_back(all[i]);
  return few;
}

/// Adds at most `most` puzzles of the division whose agents and games have pages.
void add_shown(const PageLeague& league, const PageDivision& division, std::size_t most,
               std::vector<Puzzle>& chosen) {
  for (const Puzzle& puzzle : division.survey.puzzles) {
    const Mistake& made = puzzle.made;
    const PageGame* const page = division.find_game(made.game.line_up, made.game.deal);
    const bool is_shown = page != nullptr || division.games.empty();
    const report::TableRow& row = division.table.rows[static_cast<std::size_t>(puzzle.row)];
    if (most == 0 || !is_shown || !league.has_page(row)) continue;
    --most;
    chosen.push_back(puzzle);
    if (page != nullptr) chosen.back().page = page->path + ".html";
  }
}

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

PuzzleFinder::PuzzleFinder(const rules::RuleSet& rules, std::size_t agents)
    : rules_(rules), coach_(rules), by_row_(agents) {}

void PuzzleFinder::add(Puzzle candidate) {
  std::vector<Puzzle>& own = by_row_[static_cast<std::size_t>(candidate.row)];
  const auto known = std::ranges::find_if(
      own, [&](const Puzzle& other) { return are_alike(other.made, candidate.made); });
  if (known == own.end())
    own.push_back(std::move(candidate));
  else if (known->weight < candidate.weight)
    *known = std::move(candidate);
}

void PuzzleFinder::compare(const report::GameId& id, const referee::record::GameRecord& record,
                           std::span<const int> rows, const std::vector<std::string>& names) {
  const std::vector<std::size_t> agent_at(record.agent_at.begin(),
                                          record.agent_at.begin() + record.seats);
  if (!report::is_short(record)) return;  // a link must lead to a step that is shown
  std::size_t count = 0;
  const auto visit = [&](const Step& step, const rules::Position& before,
                         const rules::Position& after) {
    ++count;
    Mistake made{id, count, report::view_step(rules_, step, before, after)};
    if (!made.viewed.is_decision()) return;
    const Choice own = made_choice(made);
    const Choice better = coach_.odds_choice(before);
    if (is_same(own, better)) return;
    const auto good = coach_.worth(before, better);
    const auto bad = coach_.worth(before, own);
    if (!good || !bad || *good <= *bad) return;
    const int row = rows[agent_at[static_cast<std::size_t>(step.seat)]];
    add({.made = std::move(made),
         .weight = *good - *bad,
         .row = row,
         .names = names,
         .agent_at = agent_at});
  };
  static_cast<void>(referee::record::replay(rules_, record, visit));
}

Choice PuzzleFinder::best_choice(const Puzzle& puzzle) const {
  const report::ViewedStep& viewed = puzzle.made.viewed;
  return puzzle.is_solved() ? *viewed.explained->best : coach_.odds_choice(viewed.before);
}

void PuzzleFinder::solve(Puzzle& puzzle, solver::Evaluator* evaluator) const {
  const rules::Position& position = puzzle.made.viewed.before;
  const Choice own = made_choice(puzzle.made);
  const Choice odds = coach_.odds_choice(position);
  const Choice best = best_choice(puzzle);
  std::vector<PuzzleChoice> all;
  std::vector<double> values;
  for (const Choice& choice :
       evaluator != nullptr ? evaluator->choices(position) : coach_.choices(position)) {
    const double cost = best.chance - choice.chance;  // both are 0 without values
    const bool is_best = puzzle.is_solved() ? cost <= report::kNoLoss : is_same(choice, odds);
    all.push_back({choice, cost, is_best, is_same(choice, odds), is_same(choice, own)});
    values.push_back(evaluator != nullptr ? choice.chance
                                          : coach_.worth(position, choice).value_or(0));
  }
  puzzle.legal_choices = all.size();
  puzzle.choices = shown(std::move(all), values);
  puzzle.reason = coach_.reason(position, own, best);
  puzzle.definition = &rules_.definition();
  puzzle.target = rules_.parameters().target;
}

std::vector<Puzzle> PuzzleFinder::puzzles(solver::Evaluator* evaluator) {
  std::size_t most = 0;
  for (std::vector<Puzzle>& own : by_row_) {
    most = std::max(most, own.size());
    if (evaluator == nullptr)
      std::ranges::stable_sort(own, std::ranges::greater(), &Puzzle::weight);
  }
  std::vector<Puzzle> found;
  std::map<Taught, int> lessons;
  for (std::size_t turn = 0; turn < most; ++turn) {
    for (std::vector<Puzzle>& own : by_row_) {
      if (turn >= own.size() || found.size() == kMostPuzzles) continue;
      const Mistake& made = own[turn].made;
      const Taught lesson = taught(made_choice(made), best_choice(own[turn]), made.viewed.before);
      if (++lessons[lesson] > kMostOfLesson) continue;
      found.push_back(std::move(own[turn]));
      solve(found.back(), evaluator);
    }
  }
  return found;
}

std::vector<Puzzle> choose_puzzles(const PageLeague& league) {
  if (!league.options.decisions) return {};
  const auto is_solved = [](const PageDivision& division) {
    return division.survey.not_reviewed.empty();
  };
  const auto solved = std::ranges::count_if(league.divisions, is_solved);
  const auto sources = solved > 0 ? static_cast<std::size_t>(solved) : league.divisions.size();
  std::vector<Puzzle> chosen;
  for (const PageDivision& division : league.divisions) {
    if (solved == 0 || is_solved(division))
      add_shown(league, division, kMostPuzzles / sources, chosen);
  }
  std::ranges::stable_sort(chosen, std::ranges::greater(), &Puzzle::weight);
  if (chosen.size() > kADay) chosen.resize(chosen.size() - chosen.size() % kADay);
  return chosen;
}

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
