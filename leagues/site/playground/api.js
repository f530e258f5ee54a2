// The interface to danno.wasm, which is referee/embed/danno.h compiled for the web: its functions as
// classes. It computes nothing about the game by itself.
//
//   const danno = await loadDanno();
//   const game = danno.game(danno.rules("koans"));
//   game.start();
//   game.throw();
//
// On a site `danno-wasm.js` goes before it and holds the program as text. Elsewhere loadDanno takes
// danno.wasm as a WebAssembly.Module. Points are in units, of which `rules.facts.unit` make a point.
// Seats, faces, games and options count from 0. Dice are the numbers of dice of each face. A mistake
// is an Error with one line of text.
"use strict";

function openDannoApi() {
  const kPhases = ["offer", "throw", "choose", "over"];
  const kThrown = ["choose", "bust", "attempt", "win", "bonus"];
  const kAutoreset = {next: 0, same: 1, disabled: 2};
  const kTexts = {id: 0, title: 1, canonical: 2, parameters: 3, duties: 4, observation: 5, whyUnsolved: 6, bundled: 7, valuesName: 8};
  const kFaces = 6;
  const kSeats = 6;
  const kOptionBytes = 44;
  const kPositionBytes = 240;

  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /** The memory of an instance, and calls that need arguments there. */
  class Machine {
    constructor(module) {
      const fail = (text) => {
        throw new Error(this.text(text));
      };
      const instance = new WebAssembly.Instance(module, {danno: {fail}});
      this.c = instance.exports;
      this.c._initialize();
      this.stack = this.c.__stack_pointer.value;
    }

    /** Calls work(); a mistake unwinds the stack of the program, which is put right here. */
    run(work) {
      const stack = this.c.__stack_pointer.value;
      try {
        return work();
      } catch (error) {
        this.c.__stack_pointer.value = stack;
        if (error instanceof WebAssembly.RuntimeError) throw new Error(`danno.wasm stopped: ${error.message}`);
        throw error;
      }
    }
    ints(at, count) {
      return new Int32Array(this.c.memory.buffer, at, count);
    }
    bytes(at, count) {
      return new Uint8Array(this.c.memory.buffer, at, count);
    }
    doubles(at, count) {
      return new Float64Array(this.c.memory.buffer, at, count);
    }
    text(at) {
      const bytes = this.bytes(at);
      return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
    }
    /** Calls work(address) with `size` zeroed bytes that are freed afterwards. */
    borrow(size, work) {
      const at = this.c.malloc(size || 1);
      if (at === 0) throw new Error("out of memory");
      this.bytes(at, size).fill(0);
      try {
        return this.run(() => work(at));
      } finally {
        this.c.free(at);
      }
    }
    /** Calls work(address) with a text that ends with a zero. */
    lend(text, work) {
      const bytes = encoder.encode(text);
      if (bytes.includes(0)) throw new Error("a text with a zero byte");
      return this.borrow(bytes.length + 1, (at) => {
        this.bytes(at, bytes.length).set(bytes);
        return work(at);
      });
    }
    /** Calls work(address) with bytes. */
    lendBytes(bytes, work) {
      return this.borrow(bytes.length, (at) => {
        this.bytes(at, bytes.length).set(bytes);
        return work(at);
      });
    }
    /** Returns the text of a function that writes into a buffer and returns the length. */
    read(write) {
      const size = this.run(() => write(0, 0)) + 1;
      return this.borrow(size, (at) => {
        write(at, size);
        return this.text(at);
      });
    }
  }

  class Handle {
    constructor(machine, pointer, free) {
      this.machine = machine;
      this.pointer = pointer;
      this.free_ = free;
    }
    free() {
      if (this.pointer !== 0) this.free_(this.pointer);
      this.pointer = 0;
    }
    get live() {
      if (this.pointer === 0) throw new Error("used after free()");
      return this.pointer;
    }
  }

  class Rules extends Handle {
    constructor(machine, rules, seats, parameters) {
      const pointer = machine.lend(rules, (id) =>
        machine.lend(parameters, (lines) => machine.c.danno_rules_new(id, seats, lines, 0)));
      super(machine, pointer, machine.c.danno_rules_free);
      this.name = rules;  // the id or the text
      this.facts = this.readFacts();
    }
    readFacts() {
      return this.machine.borrow(52, (at) => {
        this.machine.c.danno_rules_facts(this.live, at, 0);
        const [seats, dice, unit, target, entry, options, actions, observation, hasOffers, isSolvable, isQuick] =
          this.machine.ints(at, 11);
        return Object.freeze({
          seats, dice, unit, target, entry, options, actions, observation,
          hasOffers: hasOffers !== 0, isSolvable: isSolvable !== 0, isQuick: isQuick !== 0,
          faces: this.machine.text(at + 44),
        });
      });
    }
    text(kind) {
      return this.machine.read((at, size) => this.machine.c.danno_rules_text(this.live, kTexts[kind], at, size));
    }
    lines(kind) {
      return this.text(kind).split("\n").filter((line) => line !== "");
    }
    get id() { return this.text("id"); }
    get title() { return this.text("title"); }
    get canonical() { return this.text("canonical"); }
    get parameters() { return this.text("parameters"); }
    get duties() { return this.lines("duties"); }
    /** The name of the file of its values: other rules or parameters have another one. */
    get valuesName() { return this.text("valuesName"); }
    get whyUnsolved() { return this.text("whyUnsolved"); }
    get observationNames() { return this.lines("observation"); }
    /** The action that accepts an offer, and the one that declines it. */
    get accept() { return 2 * this.facts.options; }
    get decline() { return 2 * this.facts.options + 1; }

    /** Returns units as people write points, such as "3.5". */
    points(units) {
      return this.machine.read((at, size) => this.machine.c.danno_rules_points(this.live, units, at, size));
    }
    /** Returns the exact values: of packed bytes, or solved here and now, which may take a minute. */
    values(packed) {
      return new Values(this, packed);
    }
  }

  class Values extends Handle {
    constructor(rules, packed) {
      const {machine} = rules;
      const pointer = packed
        ? machine.lendBytes(packed, (at) => machine.c.danno_values_unpack(rules.live, at, packed.length, 0))
        : machine.run(() => machine.c.danno_values_new(rules.live, 0, 1, 1, 0));
      super(machine, pointer, machine.c.danno_values_free);
      this.rules = rules;
    }
    /** Returns the values as bytes, each rounded to 16 bits. */
    pack() {
      const size = this.machine.run(() => this.machine.c.danno_values_pack(this.live, 0, 0));
      return this.machine.borrow(size, (at) => {
        this.machine.c.danno_values_pack(this.live, at, size);
        return this.machine.bytes(at, size).slice();
      });
    }
  }

  /** Many games at a time. */
  class Games extends Handle {
    constructor(rules, {values = null, count = 1, policies = [], autoreset = "next", seed = 0n} = {}) {
      const {machine} = rules;
      if (!(autoreset in kAutoreset)) throw new Error(`autoreset '${autoreset}'; expected next, same or disabled`);
      const pointer = machine.lend(policies.join("\n"), (lines) =>
        machine.c.danno_games_new(
          rules.live, values ? values.live : 0, BigInt(count), lines, kAutoreset[autoreset],
          BigInt.asUintN(64, BigInt(seed)), 0));
      super(machine, pointer, machine.c.danno_games_free);
      this.rules = rules;
      this.values = values;
      this.count = count;
    }
    /** Begins new games where `which` is not 0, or all; `seeds` are BigInts. */
    reset({which = null, seeds = null} = {}) {
      const {machine, count} = this;
      return this.fill((arrays) =>
        machine.lendBytes(which ? Uint8Array.from(which) : [], (flags) =>
          machine.lendBytes(seeds ? new Uint8Array(BigUint64Array.from(seeds).buffer) : [], (numbers) =>
            machine.c.danno_games_reset(this.live, which ? flags : 0, seeds ? numbers : 0, arrays, 0))), count);
    }
    /** Takes an action in each game and plays on to the caller's next question. */
    step(actions) {
      const {machine, count} = this;
      if (actions.length !== count) throw new Error(`${actions.length} actions; expected ${count}`);
      const numbers = new Uint8Array(BigInt64Array.from(actions, BigInt).buffer);
      return this.fill((arrays) =>
        machine.lendBytes(numbers, (at) => machine.c.danno_games_step(this.live, at, arrays, 0)), count);
    }
    fill(work, count) {
      const {machine} = this;
      const {observation, actions} = this.rules.facts;
      const sizes = [4 * count * observation, count * actions, 4 * count, 8 * count, count, 4 * count * observation, 8 * count];
      const starts = [];
      let end = 32;
      for (const size of sizes) {
        starts.push(end);
        end += (size + 7) & ~7;
      }
      return machine.borrow(end, (at) => {
        machine.ints(at, 7).set(starts.map((start) => at + start));
        work(at);
        const {buffer} = machine.c.memory;
        const copy = (Type, i, length) => new Type(buffer, at + starts[i], length).slice();
        return {
          observations: copy(Float32Array, 0, count * observation),
          masks: copy(Uint8Array, 1, count * actions),
          movers: copy(Int32Array, 2, count),
          rewards: copy(Float64Array, 3, count),
          terminated: copy(Uint8Array, 4, count),
          finalObservations: copy(Float32Array, 5, count * observation),
          regrets: copy(Float64Array, 6, count),
        };
      });
    }
  }

  /** One game that is led step by step. */
  class Game extends Games {
    constructor(rules, options = {}) {
      super(rules, options);
      const {machine} = rules;
      this.position_ = machine.c.malloc(kPositionBytes);
      this.options_ = machine.c.malloc(kOptionBytes * 64);
    }
    free() {
      if (this.pointer === 0) return;
      this.machine.c.free(this.position_);
      this.machine.c.free(this.options_);
      super.free();
    }
    /** Begins a game. `key` are the 32 bytes of a deal's dice; without one the dice are the game's own. */
    start({first = 0, key = null, totals = [], inGame = []} = {}) {
      const {machine} = this;
      machine.borrow(68, (at) => {
        const numbers = machine.ints(at, 17);
        numbers[0] = first;
        numbers[1] = key ? 1 : 0;
        if (key) machine.bytes(at + 8, 32).set(key);
        numbers.set(totals, 10);
        numbers[16] = inGame.reduce((bits, on, seat) => bits | (on ? 1 << seat : 0), 0);
        machine.c.danno_game_start(this.live, 0n, at, 0);
      });
    }
    /** Begins a game of a deal as the referee does: the start rolls decide who begins. */
    startDeal(key) {
      const {machine} = this;
      return machine.lendBytes(key, (at) => machine.c.danno_game_deal(this.live, 0n, at, 0));
    }
    get position() {
      const {machine} = this;
      machine.run(() => machine.c.danno_game_position(this.live, 0n, this.position_, 0));
      const n = machine.ints(this.position_, 47);
      const seats = n[0];
      const flags = (bits) => Array.from({length: seats}, (_, seat) => ((bits >> seat) & 1) !== 0);
      const list = (at, length) => Array.from(n.subarray(at, at + length));
      return {
        seats, mover: n[1], phase: kPhases[n[2]], capped: n[3] !== 0, closer: n[4], winner: n[5],
        inGame: flags(n[6]), forfeited: flags(n[7]), turnPoints: n[8], locked: n[9], inherited: n[10],
        attempt: n[11] !== 0, unproven: n[12] !== 0, roll: n[13], dice: n[14],
        offer: {points: n[15], dice: n[16]}, thrown: list(17, kFaces),
        totals: list(23, seats), turns: list(23 + kSeats, seats), busts: list(23 + 2 * kSeats, seats),
        places: list(23 + 3 * kSeats, seats),
        rewards: Array.from(machine.doubles(this.position_ + 192, seats)),
      };
    }
    /** The options of phase "choose", by falling points. */
    get options() {
      const {machine} = this;
      const count = machine.run(() => machine.c.danno_game_options(this.live, 0n, this.options_, 0));
      const options = [];
      for (let i = 0; i < count; ++i) {
        const n = machine.ints(this.options_ + kOptionBytes * i, 11);
        options.push({
          keep: Array.from(n.subarray(0, kFaces)), points: n[6], nextDice: n[7],
          mayRoll: n[8] !== 0, mayBank: n[9] !== 0, noBank: n[10],
        });
      }
      return options;
    }
    /** Throws the dice given, or the game's own. */
    throw(dice = null) {
      const {machine} = this;
      if (!dice) return kThrown[machine.run(() => machine.c.danno_game_throw(this.live, 0n, 0, 0))];
      return this.lendDice(dice, (at) => kThrown[machine.c.danno_game_throw(this.live, 0n, at, 0)]);
    }
    lendDice(dice, work) {
      return this.machine.borrow(4 * kFaces, (at) => {
        this.machine.ints(at, kFaces).set(dice);
        return work(at);
      });
    }
    /** The last throw, also where it left no choice. */
    get thrown() {
      const {machine} = this;
      return machine.borrow(4 * kFaces, (at) => {
        machine.c.danno_game_thrown(this.live, 0n, at, 0);
        return Array.from(machine.ints(at, kFaces));
      });
    }
    /** The game as `danno audit` reads it; `names` are those by seat. */
    text(names) {
      const {machine} = this;
      return machine.lend(names.join("\n"), (lines) =>
        machine.read((at, size) => machine.c.danno_game_text(this.live, 0n, lines, at, size, 0)));
    }
    /** Returns why the mover may not keep these dice and then roll or bank, and what is legal; "" if it may. */
    whyNot(keep, {bank = false, names = this.seatNames} = {}) {
      const {machine} = this;
      return this.lendDice(keep, (dice) =>
        machine.lend(names.join("\n"), (lines) =>
          machine.read((at, size) =>
            machine.c.danno_game_why_not(this.live, 0n, lines, dice, bank ? 1 : 0, at, size, 0))));
    }
    get seatNames() {
      return Array.from({length: this.rules.facts.seats}, (_, seat) => `player${seat + 1}`);
    }
    /** Returns why the action `best` is better than `made`, in one or two sentences. */
    reason(made, best) {
      const {machine} = this;
      return machine.read((at, size) => machine.c.danno_game_reason(this.live, 0n, made, best, at, size, 0));
    }
    /** Returns what is bad about a bank of an option, such as "loses: your last turn"; "" if nothing is. */
    bankNote(option) {
      const {machine} = this;
      return machine.read((at, size) => machine.c.danno_game_bank_note(this.live, 0n, option, at, size, 0));
    }
    act(action) {
      this.machine.run(() => this.machine.c.danno_game_act(this.live, 0n, action, 0));
    }
    forfeit(seat) {
      this.machine.run(() => this.machine.c.danno_game_forfeit(this.live, 0n, seat, 0));
    }
    /** Returns the action of a policy such as "odds" or "hold --at 300". */
    judge(policy) {
      const {machine} = this;
      return machine.lend(policy, (at) => machine.c.danno_game_judge(this.live, 0n, at, 0));
    }
    /** Returns the mover's exact chance before its action, and after each one (NaN: illegal). */
    chances() {
      const {machine} = this;
      const {actions} = this.rules.facts;
      return machine.borrow(8 * (actions + 1), (at) => {
        machine.c.danno_game_chances(this.live, 0n, at + 8, at, 0);
        const all = machine.doubles(at, actions + 1);
        return {before: all[0], after: all.slice(1)};
      });
    }
  }

  class Danno {
    constructor(module) {
      this.module = module;
      this.machine = new Machine(module);
      const any = this.rules("koans");
      this.bundled = any.lines("bundled");
      any.free();
    }
    /** Returns rules by the id of a bundled rule set, or by a canonical text. */
    rules(idOrText, seats = 2, parameters = "") {
      return new Rules(this.machine, idOrText, seats, parameters);
    }
    games(rules, options) {
      return new Games(rules, options);
    }
    game(rules, options) {
      return new Game(rules, options);
    }
    /** Returns the key of a deal of `danno match --seed`. */
    dealKey(rules, seed, names, deal) {
      const {machine} = this;
      return machine.lend(seed, (text) =>
        machine.lend(names.join("\n"), (lines) =>
          machine.borrow(32, (key) => {
            machine.c.danno_deal_key(rules.live, text, lines, BigInt(deal), key, 0);
            return machine.bytes(key, 32).slice();
          })));
    }
    /** Returns what is wrong with a written game, such as "line 7: …"; "" if it is legal. */
    audit(game) {
      const {machine} = this;
      return machine.lend(game, (text) => machine.read((at, size) => machine.c.danno_audit(text, at, size)));
    }
    /** Returns the packed values that the page holds of these rules (its values-….js); null if none. */
    shipped(rules) {
      const text = globalThis.dannoValues?.[rules.valuesName];
      return text ? fromBase64(text) : null;
    }
    /** Solves rules in a worker of its own and returns the packed values. */
    solve(rules, signal) {
      return solve(this.module, rules, signal);
    }
    /** Returns a seed that nobody can guess. */
    seedText() {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }

  function fromBase64(text) {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  }

  async function unzip(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async function unpackAndCompile() {
    if (typeof WebAssembly !== "object") throw new Error("This browser does not run WebAssembly, which the game needs.");
    if (typeof DecompressionStream !== "function") throw new Error("This browser is too old for the game: it has no DecompressionStream.");
    return WebAssembly.compile(await unzip(fromBase64(globalThis.dannoWasm)));
  }

  /** Returns a fresh instance of the program in danno-wasm.js, or of a WebAssembly.Module. */
  async function loadDanno(program) {
    return new Danno(program || (await unpackAndCompile()));
  }

  /** The work of a worker that solves a rule set. */
  function solveInWorker() {
    onmessage = async ({data: {program, rules, parameters}}) => {
      try {
        const danno = await loadDanno(program);
        postMessage({packed: danno.rules(rules, 2, parameters).values().pack()});
      } catch (error) {
        postMessage({problem: error.message});
      }
    };
  }

  /** Solves rules in a worker. `signal` ends it. */
  async function solve(program, rules, signal) {
    const address = URL.createObjectURL(new Blob([loadDanno.source, `(${solveInWorker})();`]));
    const worker = new Worker(address);
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({data}) => data.problem ? reject(new Error(data.problem)) : resolve(data.packed);
        worker.onerror = (event) => reject(new Error(event.message));
        signal?.addEventListener("abort", () => reject(new Error("solving was stopped")));
        worker.postMessage({program, rules: rules.name, parameters: rules.parameters});
      });
    } finally {
      worker.terminate();
      URL.revokeObjectURL(address);
    }
  }

  /** The text of this file, for a worker's Blob. */
  loadDanno.source = `"use strict";\n${openDannoApi}\nopenDannoApi();\n`;
  globalThis.loadDanno = loadDanno;
}

openDannoApi();
if (typeof module === "object") module.exports = {loadDanno: globalThis.loadDanno};
