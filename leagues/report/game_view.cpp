#include "leagues/report/game_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "referee/record/written_game.hpp"

namespace danno::leagues::report {

namespace {

using referee::record::Step;
using rules::Action;
using rules::Phase;
using rules::Position;
using solver::Choice;

std::string_view action_name(Action action) {
  constexpr std::array<std::string_view, 4> kWords{"roll", "bank", "accept", "decline"};
  return kWords.at(static_cast<std::size_t>(action));
}

std::string_view outcome_name(rules::Thrown outcome) {
  constexpr std::array<std::string_view, 5> kWords{"choice", "bust", "attempt succeeds",
                                                   "six alike win", "bonus"};
  return kWords.at(static_cast<std::size_t>(outcome));
}

std::string format_decision(const rules::Definition& definition, Action action, rules::Dice keep) {
  const bool keeps = referee::record::names_keep(definition, action);
  return (keeps ? "keep " + rules::to_string(keep, definition.faces) + " " : "") +
         std::string(action_name(action));
}

/// Plays the game from its first position on and shows each step.
using Play = std::function<void(const referee::record::VisitStep&)>;

/// Returns whether a choice is the one that was made. Offers differ in the action alone.
bool is_made(const Step& made, const Choice& choice) {
  return choice.action == made.action &&
         (made.kind == Step::Kind::Offer || choice.option.keep == made.option.keep);
}

/// Returns the dice that the rules keep of a throw without a decision.
rules::Dice kept_dice(const rules::RuleSet& rules, const Step& made) {
  if (made.kind == Step::Kind::Choice) return made.option.keep;
  if (made.kind != Step::Kind::Throw) return {};
  if (made.outcome == rules::Thrown::Win) return made.thrown;
  if (made.outcome == rules::Thrown::Attempt)
    return rules.keep_table().all_scoring(made.thrown)->dice;
  return {};
}

/// Returns the points that the kept dice of a step score.
rules::Points keep_points(const rules::RuleSet& rules, const ViewedStep& step) {
  if (step.made.kind == Step::Kind::Choice) return step.made.option.points;
  if (step.kept.empty()) return 0;
  return step.made.outcome == rules::Thrown::Win ? rules.points_of_win(step.made.thrown)
                                                 : step.after.turn.points - step.before.turn.points;
}

/// Fills in the steps. With an evaluator each has its chances and the best other choices, and the
/// chances are summed up.
void play_steps(GameView& view, const Position& first, const Play& play, const Chances& chances,
                solver::Evaluator* evaluator) {
  std::optional<referee::record::Accountant> accountant;
  if (evaluator != nullptr) accountant.emplace(*evaluator, first);
  play([&](const Step& made, const Position& before, const Position& after) {
    ViewedStep& step = view.steps.emplace_back(view_step(*view.rules, made, before, after));
    view.end = after;
    if (!accountant) return;
    chances.watch()("steps explained", view.steps.size() - 1, view.steps.size());
    step.explained = accountant->add(made, before, after);
    if (step.is_decision()) step.alternatives = best_others(*evaluator, step);
  });
  if (accountant) view.account = accountant->account();
}

/// Fills the view with the game's steps, with chances if there are values. `view` has the agents at
/// the seats.
void add_steps(GameView& view, const Position& first, const Play& play, Chances& chances) {
  view.end = first;
  view.left_out = chances.why_none();
  if (chances.evaluator() != nullptr) {
    try {
      play_steps(view, first, play, chances, chances.evaluator());
    } catch (const std::invalid_argument& error) {  // set up as play can never stand
      view.left_out = fmt::format("it cannot be explained: {}", error.what());
      view.steps.clear();
    }
  }
  // The first attempt may have stopped half-way, so the game is played once more.
  if (!view.account) play_steps(view, first, play, chances, nullptr);
  const auto places = rules::places(*view.rules, view.end);
  view.places.assign(places.begin(), places.begin() + view.seats());
}

}  // namespace

std::string format_played(const rules::Definition& definition, const Step& made) {
  if (made.kind == Step::Kind::Forfeit) return "forfeit";
  if (made.kind == Step::Kind::Throw) return std::string(outcome_name(made.outcome));
  return format_decision(definition, made.action, made.option.keep);
}

std::string format_choice(const rules::Definition& definition, const solver::Choice& choice) {
  return format_decision(definition, choice.action, choice.option.keep);
}

Chances::Chances(const rules::RuleSet& rules, solver::Watch watch) : watch_(std::move(watch)) {
  if (rules.seats() != 2) {
    why_none_ = fmt::format("a game with {} players; only games of two are solved", rules.seats());
    return;
  }
  auto found = ratings::find_solved(rules.definition(), rules.parameters(), watch_);
  if (const auto* const not_solved = std::get_if<ratings::NotSolved>(&found)) {
    why_none_ = not_solved->reason;
    return;
  }
  solved_ = std::get<std::unique_ptr<const ratings::SolvedGame>>(std::move(found));
  evaluator_.emplace(*solved_->table);
}

ViewedStep view_step(const rules::RuleSet& rules, const Step& made, const Position& before,
                     const Position& after) {
  const auto seat = static_cast<std::size_t>(made.seat);
  ViewedStep step{.made = made, .before = before, .after = after};
  step.turn = static_cast<int>(before.turns[seat]) + 1;
  // A seat that is not the mover has thrown nothing in its turn.
  step.roll = before.mover == made.seat ? before.roll : 0;
  if (made.kind == Step::Kind::Throw) ++step.roll;
  step.kept = kept_dice(rules, made);
  step.worth = keep_points(rules, step);
  const bool goes_on = after.phase == Phase::Throw && after.mover == made.seat &&
                       after.turns[seat] == before.turns[seat];
  if (goes_on) step.next_dice = after.turn.dice;
  return step;
}

std::vector<Choice> best_others(solver::Evaluator& evaluator, const ViewedStep& step) {
  std::vector<Choice> others;
  std::ranges::copy_if(evaluator.choices(step.before), std::back_inserter(others),
                       [&](const Choice& choice) { return !is_made(step.made, choice); });
  std::ranges::stable_sort(others, std::ranges::greater(), &Choice::chance);
  if (others.size() > kAlternatives) others.resize(kAlternatives);
  return others;
}

bool ViewedStep::is_decision() const {
  return made.kind == Step::Kind::Choice || made.kind == Step::Kind::Offer;
}

double ViewedStep::cost() const {
  return is_decision() && explained ? std::max(0.0, explained->cost) : 0;
}

std::optional<double> GameView::adjusted() const {
  if (!account) return std::nullopt;
  return account->result - account->luck;
}

GameView view_game(const StoredGame& game, Chances& chances) {
  const referee::record::GameRecord& record = game.record;
  GameView view{.id = to_string(game.id), .rules = game.rules, .first = record.first};
  for (std::size_t seat = 0; seat < record.seats; ++seat) {
    view.agent_at.push_back(record.agent_at[seat]);
    view.players.push_back(game.names[record.agent_at[seat]]);
  }
  view.faults = record.faults;
  add_steps(
      view, referee::record::first_position(*game.rules, record),
      [&](const referee::record::VisitStep& visit) {
        if (const auto problem = referee::record::replay(*game.rules, record, visit))
          throw std::runtime_error(fmt::format("{} is not legal: {}", view.id, *problem));
      },
      chances);
  return view;
}

std::shared_ptr<const rules::RuleSet> written_rules(const referee::record::WrittenGame& game) {
  return std::make_shared<const rules::RuleSet>(referee::record::audited_rules(game));
}

std::variant<GameView, referee::record::LineProblem> view_game(
    const referee::record::WrittenGame& game, std::shared_ptr<const rules::RuleSet> rules,
    Chances& chances) {
  GameView view{.rules = std::move(rules),
                .players = referee::record::player_names(game),
                .first = game.first};
  view.agent_at.resize(game.players.size());
  std::iota(view.agent_at.begin(), view.agent_at.end(), std::size_t{0});
  std::optional<referee::record::LineProblem> problem;
  add_steps(
      view, referee::record::first_position(*view.rules, game),
      [&](const referee::record::VisitStep& visit) {
        problem = referee::record::audit_game(*view.rules, game, visit).problem;
      },
      chances);
  if (problem) return *std::move(problem);
  return view;
}

}  // namespace danno::leagues::report
