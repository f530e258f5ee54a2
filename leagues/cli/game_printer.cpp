#include "leagues/cli/game_printer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/watch_screen.hpp"

namespace danno::leagues::cli {

using referee::record::Step;
using rules::Position;

namespace {

/// Pauses between steps at a terminal. Space or Enter shows the next step, `p` holds until another
/// key is pressed, `q` or Ctrl-C leaves. Without a terminal there is no pause.
class Playback {
 public:
  [[nodiscard]] bool live() const { return keys_.live(); }
  /// Pauses after a step; returns false if the reader has left.
  bool pause() {
    constexpr std::chrono::milliseconds kReading{900};
    if (!live() || left_) return !left_;
    int pressed = Keys::read(kReading);
    if (pressed == 'p') pressed = Keys::read(Keys::kForever);
    left_ = Keys::leaves(pressed);
    return !left_;
  }

 private:
  Keys keys_;
  bool left_ = false;
};

}  // namespace

void GamePrinter::print(const Step& step, const Position& before, const Position& after) const {
  const std::string& name = names_[static_cast<std::size_t>(step.seat)];
  switch (step.kind) {
    case Step::Kind::Throw:
      // The throw is shown with the decision.
      if (step.outcome == rules::Thrown::Choice) return;
      print_dice(name, step.thrown,
                 step.outcome == rules::Thrown::Bust ? rules::Dice() : step.thrown);
      print_text("  {}\n", outcome(step, before, after));
      break;
    case Step::Kind::Choice:
      print_choice(name, step, before, after);
      break;
    case Step::Kind::Offer:
      print_text("{} {} {} points with {}\n", name,
                 step.action == rules::Action::Accept ? "takes over" : "declines",
                 points(before.offer.points), base::format_dice(before.offer.dice));
      break;
    case Step::Kind::Forfeit:
      print_text("{} forfeits\n", name);
      break;
  }
  print_scores(before, after);
}

void GamePrinter::print_scores(const Position& before, const Position& after) const {
  if (after.clock != before.clock || after.forfeited != before.forfeited) print_scores(after);
}

std::string GamePrinter::points(rules::Points value) const {
  return rules::format_points(rules_.definition(), value);
}

// A rule set may punish several busts in a row, so their number is said.
std::string GamePrinter::bust(int seat, const Position& before, const Position& after) const {
  const rules::Busts& busts = rules_.definition().busts;
  const auto at = static_cast<std::size_t>(seat);
  if (busts.in_a_row == 0 || busts.penalty == 0) return "bust";
  const int row = before.busts[at] + 1;
  std::string text =
      busts.in_a_row == 1 ? "bust" : fmt::format("bust, {} of {} in a row", row, busts.in_a_row);
  if (row == busts.in_a_row && after.totals[at] < before.totals[at])
    text += fmt::format(": {} points lost", points(before.totals[at] - after.totals[at]));
  return text;
}

std::string GamePrinter::outcome(const Step& step, const Position& before,
                                 const Position& after) const {
  if (step.outcome == rules::Thrown::Bust) return bust(step.seat, before, after);
  if (step.outcome == rules::Thrown::Bonus) return "nothing scores: a bonus";
  if (step.outcome == rules::Thrown::Attempt) return "the attempt succeeds";
  return rules::is_six_alike(step.thrown) ? "six alike: wins" : "wins at once";
}

void GamePrinter::print_choice(const std::string& name, const Step& step, const Position& before,
                               const Position& after) const {
  print_dice(name, step.thrown, step.option.keep);
  const bool rolls = step.action == rules::Action::Roll;
  print_text("  keeps {} for {}, {} with {}\n", rules::to_string(step.option.keep, rules_.faces()),
             points(step.option.points), rolls ? "rolls on" : "banks",
             points(before.turn.points + step.option.points));
  if (!rolls && rules::passes_target(rules_, before, before.turn.points + step.option.points))
    print_text("  passes {}: {}\n", points(rules_.parameters().target),
               bust(step.seat, before, after));
}

void GamePrinter::print_dice(const std::string& name, rules::Dice thrown, rules::Dice kept) const {
  const std::string keep = rules::to_string(kept, rules_.faces());
  const std::string rest = rules::to_string(thrown.without(kept), rules_.faces());
  if (!drawn_) {
    print_text("{} {}\n", name, rules::to_string(thrown, rules_.faces()));
    return;
  }
  std::array<std::string, 3> rows;
  const auto draw = [&](char face, Style style) {
    rows[0] += styled("┌───┐", style, stdout) + " ";
    rows[1] += styled(fmt::format("│ {} │", face), style, stdout) + " ";
    rows[2] += styled("└───┘", style, stdout) + " ";
  };
  for (const char face : keep)
    draw(face, Style::Bold);
  for (const char face : rest)
    draw(face, Style::Dim);
  print_text("{}\n  {}\n  {}\n  {}\n", name, rows[0], rows[1], rows[2]);
}

void GamePrinter::print_scores(const Position& position) const {
  std::vector<std::string> scores;
  for (std::size_t seat = 0; seat < names_.size(); ++seat)
    scores.push_back(fmt::format("{} {}{}", names_[seat], points(position.totals[seat]),
                                 position.is_out(static_cast<int>(seat)) ? " (out)" : ""));
  print_text("{}\n\n", styled(fmt::format("  [{}]", fmt::join(scores, ", ")), Style::Dim, stdout));
}

void GamePrinter::print_end(const Position& last) const {
  const auto places = rules::places(rules_, last);
  std::vector<std::size_t> seats(names_.size());
  std::iota(seats.begin(), seats.end(), std::size_t{0});
  const bool over = last.phase == rules::Phase::Over;
  if (over) std::ranges::stable_sort(seats, {}, [&](std::size_t seat) { return places[seat]; });
  for (const std::size_t seat : seats)
    print_text("{}{} {}{}\n", over ? fmt::format("{}. ", places[seat]) : "", names_[seat],
               points(last.totals[seat]), last.is_out(static_cast<int>(seat)) ? " (out)" : "");
  if (!over) print_text("the game is not over\n");
  if (last.capped) print_text("capped: a player used all its turns\n");
}

void print_game(const rules::RuleSet& rules, std::span<const std::string> names,
                const Position& first,
                const std::function<void(const referee::record::VisitStep&)>& play) {
  Playback playback;
  print_text("{}: {}; {} begins\n", rules.id(), fmt::join(names, ", "), names[first.mover]);
  print_text("{}\n", playback.live() ? "space: next   p: hold   q: to the end\n" : "");
  const GamePrinter printer(rules, names, playback.live());
  bool watched = true;
  Position last = first;
  play([&](const Step& step, const Position& before, const Position& after) {
    last = after;
    // A reader who left sees the end only; the game is still played to it.
    if (!watched) return;
    printer.print(step, before, after);
    watched = playback.pause();
  });
  printer.print_end(last);
}

void print_game(const rules::RuleSet& rules, const referee::record::GameRecord& game,
                std::span<const std::string> names) {
  print_game(rules, names, referee::record::first_position(rules, game),
             [&](const referee::record::VisitStep& visit) {
               (void)referee::record::replay(rules, game, visit);
             });
}

/// Adds 0.0, so that a change that rounds to zero has no minus sign.
std::string format_change(double change) {
  return fmt::format("{:+.1f} %", std::round(1000 * change) / 10 + 0.0);
}

std::string format_standing(const rules::Definition& definition, const report::ViewedStep& step) {
  const Position& before = step.before;
  const auto points = [&](rules::Points value) { return rules::format_points(definition, value); };
  std::string text;
  for (int i = 0; i < before.seats; ++i) {
    const auto seat = static_cast<std::size_t>((step.made.seat + i) % before.seats);
    text += (i == 0 ? "" : ":") + points(before.totals[seat]);
  }
  if (before.phase == rules::Phase::Offer)
    return text + fmt::format(", offered {} with {}", points(before.offer.points),
                              base::format_dice(before.offer.dice));
  if (before.turn.points > 0) text += ", turn " + points(before.turn.points);
  if (!before.is_in(step.made.seat)) text += ", not in";
  if (before.closer) text += ", last turns";
  return text;
}

}  // namespace danno::leagues::cli
