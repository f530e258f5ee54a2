// danno replay GAME: a stored game, throw by throw.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "leagues/cli/color.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "referee/record.hpp"

namespace danno::cli {
namespace {

using referee::Step;
using rules::Position;

struct Arguments {
  StoredLeagueArguments league;
  std::string game;
};

/// The dice of a throw, those kept first and bright.
class Teller {
 public:
  Teller(const rules::RuleSet& rules, const referee::WrittenGame& game, bool drawn)
      : rules_(rules), players_(game.players), drawn_(drawn) {}

  void tell(const Step& step, const Position& before, const Position& after) const {
    const std::string& name = players_[static_cast<std::size_t>(step.seat)];
    switch (step.kind) {
      case Step::Kind::Throw:
        if (step.outcome == rules::Thrown::Choice) return;
        show_dice(name, step.thrown,
                  step.outcome == rules::Thrown::Bust ? rules::Dice() : step.thrown);
        fmt::print("  {}\n", step.outcome == rules::Thrown::Bust  ? "bust"
                             : step.outcome == rules::Thrown::Win ? "six alike: wins"
                                                                  : "the attempt succeeds");
        break;
      case Step::Kind::Choice:
        tell_choice(name, step, before);
        break;
      case Step::Kind::Offer:
        fmt::print("{} {} {} points with {} dice\n", name,
                   step.action == rules::Action::Accept ? "takes over" : "declines",
                   points(before.offer.points), before.offer.dice);
        break;
      case Step::Kind::Forfeit:
        fmt::print("{} forfeits\n", name);
        break;
    }
    if (after.clock != before.clock || after.forfeited != before.forfeited) show_scores(after);
  }

 private:
  [[nodiscard]] std::string points(rules::Points value) const {
    return rules::show_points(rules_.definition(), value);
  }

  void tell_choice(const std::string& name, const Step& step, const Position& before) const {
    show_dice(name, step.thrown, step.option.keep);
    const bool rolls = step.action == rules::Action::Roll;
    fmt::print("  keeps {} for {}, {} with {}\n",
               rules::to_string(step.option.keep, rules_.faces()), points(step.option.points),
               rolls ? "rolls on" : "banks", points(before.turn.points + step.option.points));
  }

  void show_dice(const std::string& name, rules::Dice thrown, rules::Dice kept) const {
    const std::string keep = rules::to_string(kept, rules_.faces());
    const std::string rest = rules::to_string(thrown.without(kept), rules_.faces());
    if (!drawn_) {
      fmt::print("{} {}\n", name, rules::to_string(thrown, rules_.faces()));
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
    fmt::print("{}\n  {}\n  {}\n  {}\n", name, rows[0], rows[1], rows[2]);
  }

  void show_scores(const Position& position) const {
    std::vector<std::string> scores;
    for (std::size_t seat = 0; seat < players_.size(); ++seat)
      scores.push_back(fmt::format("{} {}{}", players_[seat], points(position.totals[seat]),
                                   position.is_out(static_cast<int>(seat)) ? " (out)" : ""));
    fmt::print("{}\n\n",
               styled(fmt::format("  [{}]", fmt::join(scores, ", ")), Style::Dim, stdout));
  }

  const rules::RuleSet& rules_;
  const std::vector<std::string>& players_;
  bool drawn_;
};

void replay_game(const Arguments& arguments) {
  const leagues::Store store = leagues::Store::open_to_read(stored_folder(arguments.league));
  const leagues::StoredGame game = require_game(store, arguments.game);
  const rules::RuleSet rules(*game.definition, game.record.seats, game.parameters);
  const referee::WrittenGame written = leagues::written_game(rules, game.record, game.names);
  fmt::print("{}: {}; {} begins\n\n", game.id.rules, fmt::join(written.players, ", "),
             written.players[static_cast<std::size_t>(written.first)]);
  const Teller teller(rules, written, ::isatty(STDOUT_FILENO) == 1);
  // written_game has found it legal.
  (void)referee::replay(rules, game.record,
                        [&](const Step& step, const Position& before, const Position& after) {
                          teller.tell(step, before, after);
                        });
  for (std::size_t seat = 0; seat < written.players.size(); ++seat) {
    fmt::print("{}. {} {}{}\n", game.record.places[seat], written.players[seat],
               rules::show_points(rules.definition(), game.record.totals[seat]),
               ((game.record.absent >> seat) & 1U) != 0 ? " (absent)" : "");
  }
  if (game.record.capped) fmt::print("capped: a player had all its turns\n");
}

}  // namespace

void add_replay(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "replay",
                             .summary = "a stored game, throw by throw",
                             .group = "Playing",
                             .examples = "  danno replay koans/ada,bob/17/0\n"
                                         "  danno replay koans/ada,bob/17/0 out/spring"});
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("GAME", arguments->game, "RULES/LINE-UP/DEAL/SEATING")->required();
  add_stored_league(verb, arguments->league);
  verb.callback([arguments] { guarded([&] { replay_game(*arguments); }); });
}

}  // namespace danno::cli
