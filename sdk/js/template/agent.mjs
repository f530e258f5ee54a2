// Your agent: decide() is all there is to write.
import { bank, decline, parameter, roll } from "./danno.mjs";

// `danno tune . --set share=6,8,10,12,15,20 --against hold` finds its best value.
const SHARE = parameter("share", 10);

/** @param {import("./danno.mjs").Question} question */
export function decide(question) {
  // A question lists all that is legal, so you need no rules here. Options count from 0, those
  // worth most first; of option i
  //   question.turnPoints(i)    is what your turn is worth with it,
  //   question.ask.nextDice[i]  how many dice you would roll next: few dice bust often,
  //   question.mayRoll(i)       whether you may go on: answer roll(i),
  //   question.bankCounts(i)    whether a bank is legal and scores: answer bank(i).
  // An offer (what the seat before left) has no options: answer accept() or decline().
  // question.total, bestOtherTotal, lastTurn, parameter("target") tell how the game stands.
  // Write what you like with console.log: it goes to your log. This agent stops at a tenth of the
  // target: at 300 points in koans. docs/write-an-agent.md makes it stronger, step by step.
  if (question.isOffer) return decline();
  const enough = question.parameter("target") / SHARE;
  for (let option = 0; option < question.options; ++option) {
    if (question.bankCounts(option) && question.turnPoints(option) >= enough) return bank(option);
  }
  for (let option = 0; option < question.options; ++option) {
    if (question.mayRoll(option)) return roll(option);
  }
  return bank(0);
}
