// danno.wasm, as pages run it, against the program: the same games, chances and words.
//
//   node api_test.mjs DANNO API_GAMES FOLDER_OF_DANNO_WASM GAMES
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import test, {after} from "node:test";
import {fileURLToPath} from "node:url";

const [program, apiGames, wasmFolder] = process.argv.slice(2, 5).map((path) => resolve(path));
const gameCount = Number(process.argv[5]);
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(import.meta.url);
const script = readFileSync(join(wasmFolder, "danno-wasm.js"), "utf8");
if (script === "") {
  console.log("skipped: this build has no compiler for WebAssembly (.ci/packages-web)");
  process.exit(77);
}
require(join(wasmFolder, "danno-wasm.js"));
const playground = join(root, "leagues/site/playground");
const {loadDanno} = require(join(playground, "api.js"));
const danno = await loadDanno();
const folder = mkdtempSync(join(tmpdir(), "danno-api-"));
after(() => rmSync(folder, {recursive: true}));

const run = (...command) => execFileSync(command[0], command.slice(1), {encoding: "utf8", maxBuffer: 1 << 28});

/** Rules of a file, as their canonical text. */
function ruleFile(name) {
  return run(program, "rules", join(root, "leagues/rules", `${name}.toml`), "--toml");
}

class Hash {
  state = 2166136261;
  add(word) {
    this.state = Math.imul(this.state ^ word, 16777619);
  }
  addAll(words, length = words.length) {
    for (let i = 0; i < length; ++i) this.add(words[i] ?? 0);
  }
}

class Random {
  constructor(state) {
    this.state = state;
  }
  below(n) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return (this.state >>> 8) % n;
  }
}

const phases = ["offer", "throw", "choose", "over"];
const results = ["choose", "bust", "attempt", "win", "bonus"];
const bits = (flags) => flags.reduce((all, on, seat) => all | (on ? 1 << seat : 0), 0);

function addPosition(p, hash) {
  hash.addAll([
    p.seats, p.mover, phases.indexOf(p.phase), p.capped ? 1 : 0, p.closer, p.winner, bits(p.inGame), bits(p.forfeited),
    p.turnPoints, p.locked, p.inherited, p.attempt ? 1 : 0, p.unproven ? 1 : 0, p.roll, p.dice, p.offer.points, p.offer.dice,
  ]);
  for (const bySeatOrFace of [p.thrown, p.totals, p.turns, p.busts, p.places]) hash.addAll(bySeatOrFace, 6);
}

/** Chooses as api_games.cpp does. */
function choose(game, position, hash, random) {
  const {options} = game;
  for (const one of options)
    hash.addAll([...one.keep, one.points, one.nextDice, one.mayRoll ? 1 : 0, one.mayBank ? 1 : 0, one.noBank]);
  if (random.below(4) === 0) return game.judge(["hold", "odds", "timid", "hold --at 100"][random.below(4)]);
  if (position.phase === "offer") return game.rules.accept + random.below(2);
  for (;;) {
    const option = random.below(options.length);
    const banks = random.below(2) === 1;
    if (banks ? options[option].mayBank : options[option].mayRoll) return 2 * option + (banks ? 1 : 0);
  }
}

function play(game, number) {
  const hash = new Hash();
  const random = new Random(number);
  game.startDeal(danno.dealKey(game.rules, "api", ["ann", "bob"], number));
  for (;;) {
    const position = game.position;
    addPosition(position, hash);
    if (position.phase === "over")
      return [number, (hash.state >>> 0).toString(16).padStart(8, "0"), ...position.totals].join(" ");
    if (position.phase === "throw") {
      hash.add(results.indexOf(game.throw()));
      continue;
    }
    const action = choose(game, position, hash, random);
    hash.add(action);
    game.act(action);
  }
}

const files = ["farkle", "zilch", "dix-mille"];
for (const name of [...danno.bundled, ...files]) {
  test(`${name}: random games have the same options, points and ends`, () => {
    const text = files.includes(name) ? ruleFile(name) : name;
    const argument = files.includes(name) ? join(folder, "rules.toml") : name;
    if (files.includes(name)) writeFileSync(argument, text);
    for (const seats of [2, 4]) {
      const count = Math.ceil(gameCount / 2);
      const expected = run(apiGames, String(count), String(seats), argument).trimEnd().split("\n");
      const rules = danno.rules(text, seats);
      const game = danno.game(rules);
      const played = Array.from({length: count}, (_, number) => play(game, number));
      assert.deepEqual(played, expected);
      game.free();
      rules.free();
    }
  });
}

test("the example that a release has beside danno.wasm runs", () => {
  copyFileSync(join(wasmFolder, "danno.wasm"), join(folder, "danno.wasm"));
  copyFileSync(join(playground, "api.js"), join(folder, "danno.js"));
  const [, example] = /```js\n([^]*?)```/.exec(readFileSync(join(playground, "download.md"), "utf8"));
  writeFileSync(join(folder, "game.mjs"), example);
  const game = execFileSync(process.execPath, ["game.mjs"], {cwd: folder, encoding: "utf8"});
  assert.match(game, /^odds \d+ bank$/m);
  assert.equal(danno.audit(game), "");
});

/** Plays a game of koans between random and hold, and returns the cost of each decision. */
function playWithCosts(values, number) {
  const game = danno.game(values.rules, {values, seed: number});
  game.start({first: number % 2});
  const costs = [];
  for (let position = game.position; position.phase !== "over"; position = game.position) {
    if (position.phase === "throw") {
      game.throw();
      continue;
    }
    const action = game.judge(position.mover === 0 ? "hold" : "random");
    const {before, after} = game.chances();
    assert.ok(Math.abs(before - Math.max(...after.filter((chance) => !Number.isNaN(chance)))) < 1e-12);
    costs.push({chance: before, cost: before - after[action]});
    game.act(action);
  }
  const text = game.text(["ann", "bob"]);
  game.free();
  return {text, costs};
}

function explainedCosts(text) {
  const file = join(folder, "game.txt");
  writeFileSync(file, text);
  const {steps} = JSON.parse(run(program, "explain", file, "--json"));
  return steps.filter((step) => step.cost != null && step.best != null);
}

test("chances are those of danno explain: 1e-9 where they are solved, 0.06 points where they are packed", () => {
  const rules = danno.rules("koans");
  const solved = rules.values();
  const packed = rules.values(solved.pack());
  for (let number = 0; number < 4; ++number) {
    const {text, costs} = playWithCosts(solved, number);
    assert.equal(danno.audit(text), "");
    const expected = explainedCosts(text);
    assert.equal(costs.length, expected.length);
    const rounded = playWithCosts(packed, number);
    assert.equal(rounded.text, text);
    for (let i = 0; i < costs.length; ++i) {
      assert.ok(Math.abs(costs[i].cost - expected[i].cost) < 1e-9, `decision ${i}`);
      assert.ok(Math.abs(rounded.costs[i].cost - expected[i].cost) < 0.0006, `decision ${i}, packed`);
    }
  }
});

test("the audit's words are the program's", () => {
  const text = "rules koans\nplayers ann bob\nann 11122 roll\nbob 11122 bank\n";
  const file = join(folder, "wrong.txt");
  writeFileSync(file, text);
  let said = "";
  try {
    run(program, "audit", file);
  } catch (error) {
    said = `${error.stdout}${error.stderr}`;
  }
  const problem = danno.audit(text);
  assert.match(problem, /^line 4: /);
  assert.ok(said.includes(problem.replace("line 4: ", "")), said);
});

test("the coach has a reason for the better of two actions", () => {
  const game = danno.game(danno.rules("koans"));
  game.start({totals: [0, 0]});
  game.throw([2, 1, 1, 1, 0, 0]);
  assert.match(game.reason(1, 0), /\d/);
  assert.throws(() => game.reason(0, 0), {message: "both actions are the same"});
  assert.throws(() => game.reason(9, 0), {message: /^the action 9 is illegal/});
});

test("mistakes are Errors with one line, and nothing else breaks", () => {
  const rules = danno.rules("official");
  const game = danno.game(rules);
  for (let i = 0; i < 2000; ++i) {
    assert.throws(() => danno.rules("greed"), {message: /^no rule set 'greed'; expected true-greed/});
    assert.throws(() => game.act(99), Error);
    assert.throws(() => game.judge("best"), {message: /^no policy|^no decision/});
  }
  assert.throws(() => danno.rules("koans", 7), {message: "7 seats; expected 2 to 6"});
  assert.throws(() => danno.rules("koans").values(new Uint8Array(100)), {message: /packed table/});
  assert.throws(() => game.start({first: 5}), {message: "no seat 5 to begin"});
  game.start();
  game.throw();
  assert.equal(game.position.mover, 0);
  assert.throws(() => danno.rules("id = 3\n"), {message: /^[^\n]+$/});
  game.free();
  assert.throws(() => game.position, {message: "used after free()"});
});

test("many games at a time step as one does", () => {
  const rules = danno.rules("koans");
  const games = danno.games(rules, {count: 3, policies: ["", "hold"], seed: 7n});
  let arrays = games.reset();
  assert.equal(arrays.masks.length, 3 * rules.facts.actions);
  for (let i = 0; i < 200; ++i) {
    const actions = Array.from({length: 3}, (_, game) => arrays.masks.slice(2 * game, 2 * game + 2).indexOf(1));
    arrays = games.step(actions.map((action) => Math.max(action, 0)));
  }
  assert.ok(arrays.observations.every((number) => Math.abs(number) <= 8));
});
