#include "leagues/cli/terminal/show_coach.hpp"

#include <algorithm>
#include <array>

#include "leagues/archive/review.hpp"
#include "leagues/archive/step_words.hpp"
#include "leagues/cli/terminal/explained_text.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

/// Mistakes that are named.
constexpr std::size_t kNamed = 3;

void show_mistake(const rules::Definition& definition, const archive::ViewedStep& step) {
  const referee::record::Step& made = step.made;
  const bool rolled = made.kind == referee::record::Step::Kind::Choice;
  print_text("  at {}{}: {} cost {}; better: {}\n", show_standing(definition, step),
             rolled ? ", rolled " + rules::to_string(made.thrown, definition.faces) : "",
             archive::show_played(definition, made), show_chance(step.cost()),
             archive::show_choice(definition, *step.explained->best));
}

void show_review(const std::string& name, const archive::Review& review) {
  print_text("{}: the dice gave {} of winning chance, {} cost {}\n", name, show_change(review.luck),
             words::show_count(static_cast<std::uint64_t>(review.decisions), "decision"),
             show_chance(review.lost));
  for (std::size_t i = 0; i < std::min(kNamed, review.worst.size()); ++i)
    show_mistake(*review.definition, review.worst[i].viewed);
}

}  // namespace

void show_coach(const archive::StoredGame& game, std::size_t people) {
  const auto solved = game.rules->seats() == 2 ? scores::known_values(*game.rules) : nullptr;
  if (!solved) return;
  std::array<archive::Review, 2> reviews;
  archive::Reviewer(*game.rules, *solved).add(game.id, game.record, {&reviews[0], &reviews[1]});
  print_text("\n");
  for (std::size_t person = 0; person < people; ++person)
    if (reviews.at(person).decisions > 0) show_review(game.names[person], reviews.at(person));
}

}  // namespace danno::leagues::cli::terminal
