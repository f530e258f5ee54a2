import { bank, decline, roll } from "./danno.mjs";

function goal(question) {
  if (question.lastTurn) return question.bestOtherTotal - question.total + 1;
  const target = question.parameter("target");
  return Math.min(target / 10, target - question.total);
}

export function decide(question) {
  if (question.isOffer) return decline();
  for (let option = 0; option < question.options; ++option) {
    if (question.bankCounts(option) && question.turnPoints(option) >= goal(question)) return bank(option);
  }
  for (let option = 0; option < question.options; ++option) {
    if (question.mayRoll(option)) return roll(option);
  }
  return bank(0);
}
