// agent.py in JavaScript.
import { accept, bank, decline, play, roll } from "./danno.mjs";

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

class Memory {
  constructor(game) {
    this.luck = Number(game.seed % 65537n);
    this.heard = 0;
  }
  seen(seen) {
    this.heard += seen.seat + 3 * seen.event + sum(seen.dice) + (seen.kept % 1000) + seen.turnPoints + (seen.total & 65535);
  }
}

function decide(question, memory) {
  const { ask } = question;
  memory.luck = (75 * memory.luck + 74) % 65537;
  let told = memory.luck + memory.heard + question.total + 3 * question.bestOtherTotal + question.parameter("target");
  told += sum(ask.dice) + 5 * question.lastTurn + 7 * question.isIn + ask.inherited + ask.offerPoints + ask.offerDice;
  if (question.isOffer) return told % 3 === 0 ? accept() : decline();
  const option = told % question.options;
  told += question.turnPoints(option) + ask.nextDice[option];
  if (question.bankCounts(option) && told % 3 === 0) return bank(option);
  return question.mayRoll(option) ? roll(option) : bank(option);
}

play(decide, { state: Memory });
