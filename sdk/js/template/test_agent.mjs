// Your agent on a few positions. Run: node test_agent.mjs
import assert from "node:assert/strict";

import { decide } from "./agent.mjs";
import { Ask, GameStart, Question, bank, decline, roll } from "./danno.mjs";

const ROLL = 1; // in `may`, an entry an option; 3 is both
const BANK = 2;

/** @param {number[]} points @param {number[]} nextDice @param {number[]} may */
function question(points, nextDice, may, turnPoints = 0) {
  const keep = points.map(() => 1);
  const parameters = [{ name: "target", value: 3000 }];
  const game = Object.assign(new GameStart(), { seats: 2, parameters });
  const standing = { totals: [400, 900], inGame: 0b11, turnPoints };
  return new Question(game, Object.assign(new Ask(), standing, { keep, points, nextDice, may }));
}

// It rolls on with many dice.
assert.deepEqual(decide(question([100, 50], [4, 4], [ROLL | BANK, ROLL | BANK])), roll(0));
// It banks with few.
assert.deepEqual(decide(question([200], [2], [ROLL | BANK], 300)), bank(0));
// It chooses only what is legal.
assert.deepEqual(decide(question([1000, 500], [0, 2], [BANK, ROLL])), bank(0));
assert.deepEqual(decide(question([1000], [6], [ROLL])), roll(0));
// It declines an offer.
const offered = question([], [], []);
Object.assign(offered.ask, { offerPoints: 350, offerDice: 3 });
assert.deepEqual(decide(offered), decline());
console.log("all is well");
