import { bank, decline, roll } from "./danno.mjs";

const ENOUGH = [0, 200, 200, 350, 950, 2800, 2800]; // points to stop at, by the dice left; for koans

function goal(question, dice) {
  if (question.lastTurn) return question.bestOtherTotal - question.total + 1;
  return Math.min(ENOUGH[dice], question.parameter("target") - question.total);
}

export function decide(question) {
  if (question.isOffer) return decline();
  for (let option = 0; option < question.options; ++option) {
    const enough = goal(question, question.ask.nextDice[option]);
    if (question.bankCounts(option) && question.turnPoints(option) >= enough) return bank(option);
  }
  for (let option = 0; option < question.options; ++option) {
    if (question.mayRoll(option)) return roll(option);
  }
  return bank(0);
}
