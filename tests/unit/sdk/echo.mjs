// An agent for conversation_test.py: its answers tell what it was asked and has seen in the game.
import process from "node:process";

const { accept, bank, decline, parameter, play, roll } = await import(process.argv[2]);

class Memory {
  asked = 0;
  heard = 0;
  seen(seen) {
    this.heard += seen.turnPoints;
  }
  ended(end) {
    console.error(`ended ${end.game} after ${this.asked}`);
  }
}

console.log("noise before play");
parameter("limit", 0);
play(
  (question, memory) => {
    console.log("noise on stdout");
    process.stdout.write("noise on process.stdout\n");
    if (question.game.rules === "shown") console.log(question);
    if (question.game.rules === "typo") question.parameter("Target");
    let told = memory.asked++ * 7 + memory.heard;
    told += (question.rules?.text.length ?? 0) + (question.rules?.traits.hot.length ?? 0);
    for (const pattern of question.rules?.patterns ?? []) told += pattern.points + pattern.dice.length;
    if (question.isOffer) return told % 2 === 0 ? accept() : decline();
    const option = told % question.options;
    return question.mayRoll(option) ? roll(option) : bank(option);
  },
  { state: Memory, name: "echo", version: "1" },
);
