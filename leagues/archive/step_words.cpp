#include "leagues/archive/step_words.hpp"

#include "referee/record/written_game.hpp"

namespace danno::leagues::archive {
namespace {

using referee::record::Step;
using rules::Action;

std::string_view name_of(Action action) {
  switch (action) {
    case Action::Roll:
      return "roll";
    case Action::Bank:
      return "bank";
    case Action::Accept:
      return "accept";
    case Action::Decline:
      break;
  }
  return "decline";
}

std::string_view name_of(rules::Thrown outcome) {
  switch (outcome) {
    case rules::Thrown::Choice:
      return "choice";
    case rules::Thrown::Bust:
      return "bust";
    case rules::Thrown::Attempt:
      return "attempt succeeds";
    case rules::Thrown::Bonus:
      return "bonus";
    case rules::Thrown::Win:
      break;
  }
  return "six alike win";
}

std::string show_decision(const rules::Definition& definition, Action action, rules::Dice keep) {
  const bool keeps = referee::record::names_keep(definition, action);
  return (keeps ? "keep " + rules::to_string(keep, definition.faces) + " " : "") +
         std::string(name_of(action));
}

}  // namespace

std::string show_played(const rules::Definition& definition, const Step& made) {
  if (made.kind == Step::Kind::Forfeit) return "forfeit";
  if (made.kind == Step::Kind::Throw) return std::string(name_of(made.outcome));
  return show_decision(definition, made.action, made.option.keep);
}

std::string show_choice(const rules::Definition& definition, const solver::Choice& choice) {
  return show_decision(definition, choice.action, choice.option.keep);
}

}  // namespace danno::leagues::archive
