#include "referee/record/audit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace danno::referee::record {
namespace {

using rules::Action;
using rules::Dice;
using rules::NoBank;
using rules::Option;
using rules::Options;
using rules::Phase;
using rules::Position;
using rules::RuleSet;
using rules::Thrown;
using Kind = WrittenEvent::Kind;
/// A description of what is wrong, or nullopt.
using Wrong = std::optional<std::string>;

/// Describes why the player called `mover` may not bank the option.
std::string describe(NoBank reason, const RuleSet& rules, const std::string& mover,
                     const Position& next, const Option& option) {
  const rules::Definition& definition = rules.definition();
  switch (reason) {
    case NoBank::Attempt:
      return "an attempt may not be banked";
    case NoBank::Unproven:
      return "no bank until a 1 or 5 is kept after the attempt";
    case NoBank::Hot:
      return "all dice are set aside and must be rolled again";
    case NoBank::BelowEntry: {
      const rules::Points inherited = definition.inherited_enters ? 0 : next.turn.inherited;
      const rules::Points own = next.turn.points - inherited + option.points;
      return fmt::format("{} is not in the game and may not bank {}{} points; the entry is {}",
                         mover, rules::format_points(definition, own), inherited > 0 ? " own" : "",
                         rules::format_points(definition, rules.parameters().entry));
    }
    case NoBank::BelowLeast:
      return fmt::format("no bank below {} points",
                         rules::format_points(definition, definition.minimum_bank));
    case NoBank::Tie:
      return "no bank to a total that equals the highest in the last turns";
    case NoBank::NotAll:
      return "a bank takes every scoring die";
  }
  return {};
}

/// Plays a written game under the rules, line by line. If a line is not legal, nothing of it
/// happens.
class Auditor {
 public:
  Auditor(const RuleSet& rules, const WrittenGame& game, const VisitStep& visit)
      : rules_(rules), game_(game), visit_(visit), position_(first_position(rules, game)) {}

  [[nodiscard]] const Position& position() const { return position_; }

  /// Plays the event. If it is not legal, returns the reason and leaves the position as it was.
  Wrong play(const WrittenEvent& event) {
    if (position_.phase == Phase::Over) return "the game is over; no line may follow";
    if (event.kind == Kind::Forfeit) return play_forfeit(event);
    if (event.seat != position_.mover)
      return fmt::format("it is not the turn of {}; {}", name(event.seat), next_legal());
    if (event.kind == Kind::Accept || event.kind == Kind::Decline) return play_answer(event);
    if (position_.phase == Phase::Offer)
      return fmt::format("{} rolls while an offer stands; {}", name(event.seat), next_legal());
    return play_roll(event);
  }

 private:
  Wrong play_forfeit(const WrittenEvent& event) {
    if (position_.is_out(event.seat))
      return fmt::format("{} is out already; {}", name(event.seat), next_legal());
    const Position before = position_;
    rules::forfeit(rules_, position_, event.seat);
    show({.kind = Step::Kind::Forfeit, .seat = event.seat}, before, position_);
    return std::nullopt;
  }

  Wrong play_answer(const WrittenEvent& event) {
    if (position_.phase != Phase::Offer)
      return fmt::format("nothing is on offer; {}", next_legal());
    const Position before = position_;
    const Action action = event.kind == Kind::Accept ? Action::Accept : Action::Decline;
    apply_decision(rules_, position_, action, {});
    show({.kind = Step::Kind::Offer, .seat = event.seat, .action = action}, before, position_);
    return std::nullopt;
  }

  Wrong play_roll(const WrittenEvent& event) {
    if (event.dice.size() != position_.turn.dice)
      return fmt::format("{} rolls {}; {}", name(event.seat), count(event.dice.size()),
                         next_legal());
    const auto dice = rules::parse_dice(event.dice, rules_.faces());
    Position next = position_;
    const Thrown thrown = rules::throw_dice(rules_, next, *dice);
    // A line with a decision is two steps. Both are shown only after the whole line was found
    // legal.
    const Position to_choose = next;
    const Step fallen{.seat = event.seat, .thrown = *dice, .outcome = thrown};
    if (thrown != Thrown::Choice) {
      if (Wrong wrong = check_forced(event, *dice, thrown)) return wrong;
      show(fallen, position_, next);
    } else {
      Step chosen{.kind = Step::Kind::Choice, .seat = event.seat, .thrown = *dice};
      if (Wrong wrong = play_choice(event, next, chosen)) return wrong;
      show(fallen, position_, to_choose);
      show(chosen, to_choose, next);
    }
    position_ = next;
    return std::nullopt;
  }

  void show(const Step& step, const Position& before, const Position& after) const {
    if (visit_) visit_(step, before, after);
  }

  /// Checks the line of a throw that left no choice: it must say what the throw led to.
  [[nodiscard]] Wrong check_forced(const WrittenEvent& event, Dice dice, Thrown thrown) const {
    const WrittenEvent due = written_throw(*game_.definition, event.seat, dice, thrown);
    if (event.kind == due.kind && !event.keep) return std::nullopt;
    return fmt::format("{}; legal: {}", why_forced(dice, thrown), print_event(game_, due));
  }

  [[nodiscard]] std::string why_forced(Dice dice, Thrown thrown) const {
    if (thrown == Thrown::Win)
      return rules::is_six_alike(dice) ? "six alike win" : "the throw wins at once";
    if (thrown == Thrown::Bonus) return "the first throw scores nothing, for points, and rolls on";
    if (thrown == Thrown::Attempt)
      return "a successful attempt keeps its dice automatically and rolls on";
    return position_.turn.attempt ? "the attempt shows no 1 or 5 and fails"
                                  : "no legal keep: a bust";
  }

  Wrong play_choice(const WrittenEvent& event, Position& next, Step& chosen) const {
    Options options;
    rules::list_options(rules_, next, options);
    const auto legal = [&] { return list_legal(next, options); };
    if (event.kind == Kind::Bust) return "no bust, something can be kept; " + legal();
    if (event.kind == Kind::Wins) return "this roll does not win; " + legal();
    const rules::Action action =
        event.kind == Kind::Roll ? rules::Action::Roll : rules::Action::Bank;
    if (names_keep(rules_.definition(), action) != event.keep.has_value())
      return wrong_about_keep(event) + legal();
    if (!event.keep) return play_unnamed(event, next, options, chosen);
    const auto keep = rules::parse_dice(*event.keep, rules_.faces());
    if (!keep || !next.thrown.contains(*keep))
      return fmt::format("{} was not rolled; {}", *event.keep, legal());
    for (const Option& option : options.all()) {
      if (option.keep == *keep) return play_option(event, next, option, options, chosen);
    }
    return fmt::format("{} is not a legal keep of {}; {}", *event.keep, event.dice, legal());
  }

  /// Plays a decision that names no keep. The rules determine it: the only keep, or all scoring
  /// dice.
  Wrong play_unnamed(const WrittenEvent& event, Position& next, const Options& options,
                     Step& chosen) const {
    const Dice all = rules_.keep_table().all_scoring(next.thrown)->dice;
    const auto listed = options.all();
    const auto option = std::ranges::find(listed, all, &Option::keep);
    return play_option(event, next, *option, options, chosen);
  }

  Wrong play_option(const WrittenEvent& event, Position& next, const Option& option,
                    const Options& options, Step& chosen) const {
    chosen.option = option;
    chosen.option_index = static_cast<std::size_t>(&option - options.all().data());
    chosen.action = event.kind == Kind::Roll ? Action::Roll : Action::Bank;
    if (event.kind == Kind::Roll) {
      if (!option.may_roll)
        return fmt::format("no dice are left to roll after {}; {}", format_dice(option.keep),
                           list_legal(next, options));
      rules::keep_and_roll(rules_, next, option);
      return std::nullopt;
    }
    const auto no_bank = rules::why_no_bank(rules_, next, option);
    if (no_bank)
      return fmt::format("{}; {}", describe(*no_bank, rules_, name(next.mover), next, option),
                         list_legal(next, options));
    rules::keep_and_bank(rules_, next, option);
    return std::nullopt;
  }

  /// Describes the legal next event while no dice are thrown.
  [[nodiscard]] std::string next_legal() const {
    if (position_.phase == Phase::Offer) {
      return fmt::format("legal: {0} accept or {0} decline, of {1} points with {2}",
                         name(position_.mover), points(position_.offer.points),
                         count(position_.offer.dice));
    }
    return fmt::format("legal: {} rolls {}", name(position_.mover), count(position_.turn.dice));
  }

  [[nodiscard]] std::string list_legal(const Position& next, const Options& options) const {
    constexpr std::size_t kMostListed = 8;
    std::vector<std::string> lines;
    for (const Option& option : options.all()) {
      if (option.may_roll) add_legal(lines, next, option, Action::Roll);
      if (option.may_bank) add_legal(lines, next, option, Action::Bank);
    }
    const std::size_t more = lines.size() - std::min(lines.size(), kMostListed);
    lines.resize(lines.size() - more);
    return fmt::format("legal: {}{}", fmt::join(lines, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
  }

  void add_legal(std::vector<std::string>& lines, const Position& next, const Option& option,
                 Action action) const {
    const WrittenEvent event =
        written_choice(*game_.definition, next.mover, next.thrown, option.keep, action);
    const std::string_view does = action == Action::Roll ? "roll" : "bank";
    lines.push_back(event.keep ? fmt::format("keep {} {}", *event.keep, does) : std::string(does));
  }

  [[nodiscard]] std::string wrong_about_keep(const WrittenEvent& event) const {
    if (!event.keep) return "a keep is missing; ";
    return rules_.definition().automatic_keeps
               ? "a keep is named, but these rules keep automatically; "
               : "a keep is named, but a bank takes every scoring die by itself; ";
  }

  [[nodiscard]] const std::string& name(int seat) const {
    return game_.players[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] std::string points(rules::Points units) const {
    return rules::format_points(rules_.definition(), units);
  }
  [[nodiscard]] std::string format_dice(Dice dice) const {
    return rules::to_string(dice, rules_.faces());
  }
  [[nodiscard]] static std::string count(std::size_t dice) {
    return fmt::format("{} {}", dice, dice == 1 ? "die" : "dice");
  }

  const RuleSet& rules_;
  const WrittenGame& game_;
  const VisitStep& visit_;
  Position position_;
};

}  // namespace

RuleSet audited_rules(const WrittenGame& game) {
  return {*game.definition, static_cast<int>(game.players.size()), game.parameters};
}

std::optional<WrittenEvent> written_step(const rules::Definition& definition, const Step& step) {
  WrittenEvent event;
  event.seat = step.seat;
  switch (step.kind) {
    case Step::Kind::Throw:
      if (step.outcome == Thrown::Choice) return std::nullopt;
      return written_throw(definition, step.seat, step.thrown, step.outcome);
    case Step::Kind::Choice:
      return written_choice(definition, step.seat, step.thrown, step.option.keep, step.action);
    case Step::Kind::Offer:
      event.kind = step.action == Action::Accept ? Kind::Accept : Kind::Decline;
      return event;
    case Step::Kind::Forfeit:
      event.kind = Kind::Forfeit;
      return event;
  }
  return std::nullopt;
}

Position first_position(const RuleSet& rules, const WrittenGame& game) {
  Position position = rules::start_game(rules, game.first);
  for (const WrittenScore& score : game.scores)
    rules::set_score(position, score.seat, score.points, score.in_game);
  return position;
}

Audit audit_game(const RuleSet& rules, const WrittenGame& game, const VisitStep& visit) {
  Auditor auditor(rules, game, visit);
  Audit audit;
  for (const WrittenEvent& event : game.events) {
    const Position before = auditor.position();
    if (Wrong wrong = auditor.play(event)) {
      audit.problem = LineProblem{event.line, *std::move(wrong)};
      break;
    }
    const Position& after = auditor.position();
    // The clock counts ended turns. A forfeit is listed even if it ends no turn.
    if (after.clock == before.clock && event.kind != Kind::Forfeit) continue;
    const auto seat = static_cast<std::size_t>(event.seat);
    audit.turns.push_back({event.line, event.seat, event.kind,
                           after.totals[seat] - before.totals[seat], after.totals});
  }
  audit.position = auditor.position();
  return audit;
}

}  // namespace danno::referee::record
