#include "leagues/site/puzzles.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {
namespace {

using referee::record::Step;
using report::Mistake;
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

}  // namespace danno::leagues::site
