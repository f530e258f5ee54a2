#include "referee/record/evidence.hpp"

namespace danno::referee::record {
namespace {

std::string format_totals(const rules::Definition& rules, const rules::Position& position) {
  std::string text;
  for (std::size_t seat = 0; seat < position.seats; ++seat) {
    if (!text.empty()) text += " ";
    text += rules::format_points(rules, position.totals[seat]);
  }
  return text;
}

struct QuestionWords {
  std::string operator()(const InWords& question) const { return question.text; }
  std::string operator()(const NotGreeted& /*question*/) const {
    return "none: it did not get ready";
  }
  std::string operator()(const NotAsked& /*question*/) const { return "none: it owed no answer"; }
  std::string operator()(const AskedInGame& question) const {
    const rules::Definition& rules = *question.rules;
    const rules::Position& position = question.position;
    const std::string totals = "totals " + format_totals(rules, position);
    if (position.phase == rules::Phase::Offer) {
      return "offered " + rules::format_points(rules, position.offer.points) + " points and " +
             std::to_string(position.offer.dice) +
             (position.offer.dice == 1 ? " die; " : " dice; ") + totals;
    }
    return "rolled " + rules::to_string(position.thrown, rules.faces) + ", turn score " +
           rules::format_points(rules, position.turn.points) + ", " +
           std::to_string(question.options) + (question.options == 1 ? " option; " : " options; ") +
           totals + "; it sits in seat " + std::to_string(position.mover);
  }
};

}  // namespace

std::string describe(const OpenQuestion& question) { return std::visit(QuestionWords(), question); }

}  // namespace danno::referee::record
