/**
 * Write an agent for Danno in JavaScript: one function, position in, decision out.
 *
 *     import { accept, bank, decline, play, roll } from "./danno.mjs";
 *
 *     play((question) => {
 *       if (question.isOffer) return decline();
 *       return question.mayBank(0) ? bank(0) : roll(0);
 *     });
 *
 * The messages, and what their fields mean, are those of agent.proto, with names in camelCase;
 * points are whole numbers in units (GameStart.unit units make a point). Node 18 or later; no
 * package is needed.
 */

import { Console } from "node:console";
import { readSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

export const Action = Object.freeze({ ROLL: 1, BANK: 2, ACCEPT: 3, DECLINE: 4 });
/** What a seat did (Seen.event). */
export const Event = Object.freeze({
  ROLLED_ON: 1,
  BANKED: 2,
  BUSTED: 3,
  ACCEPTED: 4,
  DECLINED: 5,
  FORFEITED: 6,
  WON_AT_ONCE: 7,
});
/** Why a game ended (GameEnd.cause). */
export const Cause = Object.freeze({ FINISHED: 1, CAPPED: 2, FORFEIT: 3, YOU_FORFEIT: 4 });
const MAX_FRAME = 64 * 1024;
const BY_HAND = `danno: this is an agent: a referee plays it, by pipes. In its folder, try
  danno check .
  danno match . hold`;

/** @typedef {{action: number, option: number}} Decision */

/** @param {number} option @returns {Decision} */
export const roll = (option) => ({ action: Action.ROLL, option });
/** @param {number} option @returns {Decision} */
export const bank = (option) => ({ action: Action.BANK, option });
/** @returns {Decision} */
export const accept = () => ({ action: Action.ACCEPT, option: 0 });
/** @returns {Decision} */
export const decline = () => ({ action: Action.DECLINE, option: 0 });

/** The parameters that the program has asked for.
 * @type {Set<string>} */
const asked = new Set();

/**
 * A value of your own that can be changed without changing the program: that of `parameters` in
 * agent.toml or of `danno tune`, of the type of the fallback.
 * @template {number | string} T
 * @param {string} name @param {T} fallback @returns {T}
 */
export function parameter(name, fallback) {
  asked.add(`DANNO_${name}`);
  const text = process.env[`DANNO_${name}`];
  if (text === undefined) return fallback;
  if (typeof fallback === "string") return /** @type {T} */ (text);
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value))
    throw new TypeError(`the parameter ${name} is '${text}'; expected a number`);
  return /** @type {T} */ (value);
}

/** The first message: the limits. */
export class Hello {
  protocol = 0;
  answerMs = 0;
  startMs = 0;
  memoryMb = 0;
  games = 0;
  bankMs = 0;
}

export class Parameter {
  name = "";
  value = 0;
}

/** Dice that score together; of a keep, its best split into such dice counts. */
export class Pattern {
  /** @type {number[]} */ dice = [];
  points = 0;
}

/** The rules of a game by a rule file: the whole text (TOML), every pattern that scores, and the other
 * rules by key. A trait has the name and the value that the file has: `traits.hot` is "may-roll". */
export class RuleSet {
  text = "";
  /** @type {Pattern[]} */ patterns = [];
  /** @type {Record<string, string>} */ traits = {};
}

class Trait {
  key = "";
  value = "";
}

/** A game as it began: rules, parameters, seats, the agent's own seed. Where `resumed` is true, an
 * earlier process of the agent has played a part of it and ended. */
export class GameStart {
  game = 0;
  rules = "";
  /** @type {Parameter[]} */ parameters = [];
  unit = 0;
  dice = 0;
  faces = "";
  seat = 0;
  seats = 0;
  first = 0;
  seed = 0n;
  resumed = false;
  /** @type {RuleSet | undefined} */ ruleSet = undefined;
}

/** All that is public, and the legal options. */
export class Ask {
  game = 0;
  seq = 0;
  /** @type {number[]} */ dice = [];
  /** @type {number[]} */ keep = [];
  /** @type {number[]} */ points = [];
  /** @type {number[]} */ nextDice = [];
  /** @type {number[]} */ may = [];
  /** @type {number[]} */ totals = [];
  inGame = 0;
  turnPoints = 0;
  locked = 0;
  inherited = 0;
  offerPoints = 0;
  offerDice = 0;
  /** @type {number | undefined} */ closer = undefined;
  forfeited = 0;
  unproven = false;
  /** @type {number | undefined} */ adviceOption = undefined;
  adviceAction = 0;
  /** @type {number[]} */ busts = [];
}

/** What another seat did. */
export class Seen {
  game = 0;
  seat = 0;
  event = 0;
  /** @type {number[]} */ dice = [];
  kept = 0;
  turnPoints = 0;
  total = 0;
}

export class GameEnd {
  game = 0;
  /** @type {number[]} */ places = [];
  /** @type {number[]} */ totals = [];
  cause = 0;
}

export class Goodbye {}

/** What is asked: the game as it began, and the question with its options. */
export class Question {
  /** @param {GameStart} game @param {Ask} ask */
  constructor(game, ask) {
    this.game = game;
    this.ask = ask;
  }
  /** Whether accept or decline is asked; then there are no options. */
  get isOffer() {
    return this.ask.offerDice !== 0;
  }
  /** How many there are; they count from 0, by falling points. */
  get options() {
    return this.ask.keep.length;
  }
  /** @param {number} option */
  mayRoll(option) {
    return (this.ask.may[option] & 1) !== 0;
  }
  /** @param {number} option */
  mayBank(option) {
    return (this.ask.may[option] & 2) !== 0;
  }
  /** Whether a bank is legal and is recorded: below the entry it may be one and not both.
   * @param {number} option */
  bankCounts(option) {
    return (
      this.mayBank(option) && (this.isIn || this.turnPoints(option) >= this.parameter("entry", 0))
    );
  }
  /** The turn points after keeping the option.
   * @param {number} option */
  turnPoints(option) {
    return this.ask.turnPoints + this.ask.points[option];
  }
  /** This seat's banked points. */
  get total() {
    return this.ask.totals[this.game.seat] | 0; // below 0 in two's complement
  }
  /** The highest total of the others that are still in the game. */
  get bestOtherTotal() {
    const others = this.ask.totals.filter(
      (_, seat) => seat !== this.game.seat && ((this.ask.forfeited >>> seat) & 1) === 0,
    );
    return others.length === 0 ? 0 : Math.max(...others.map((total) => total | 0));
  }
  /** Whether this seat has banked under the entry rule. */
  get isIn() {
    return ((this.ask.inGame >>> this.game.seat) & 1) !== 0;
  }
  /** Whether these are the last turns: this is the seat's last (unless official goes on). */
  get lastTurn() {
    return this.ask.closer !== undefined;
  }
  /** The rules of a game by a rule file; undefined where `danno rules` lists the rule set. */
  get rules() {
    return this.game.ruleSet;
  }
  /** A parameter of the rule set, in units; the fallback, if any, where it has none of that name.
   * @param {string} name @param {number} [fallback] */
  parameter(name, fallback) {
    const { parameters, rules } = this.game;
    const value = parameters.find((parameter) => parameter.name === name)?.value ?? fallback;
    if (value !== undefined) return value;
    const known = parameters.map((parameter) => parameter.name).join(", ") || "none";
    throw new RangeError(
      `${rules || "the game"} has no parameter '${name}'; it has ${known}. ` +
        `Where rules differ, parameter("${name}", 0) gives 0`,
    );
  }
  /** The position, then a line an option; all points are in units. */
  toString() {
    const { game, ask } = this;
    const totals = ask.totals.map((total) => total | 0).join(" ");
    let head = `${game.rules}, seat ${game.seat} of ${game.seats}, totals ${totals}`;
    if (this.lastTurn) head += ", last turn";
    if (this.isOffer) return `${head}, offer: ${ask.offerPoints} points, ${ask.offerDice} dice`;
    head += `, turn ${ask.turnPoints}, dice ${ask.dice.join(" ")}`;
    const lines = ask.keep.map((keep, option) => {
      const kept = ask.dice.filter((_, i) => ((keep >>> i) & 1) !== 0).join(" ");
      const roll = this.mayRoll(option) ? [`roll ${ask.nextDice[option]} dice`] : [];
      const may = [...roll, ...(this.mayBank(option) ? ["bank"] : [])].join(" or ");
      return `\n  ${option}: keep ${kept} for ${ask.points[option]}, turn ${this.turnPoints(option)}, ${may}`;
    });
    return head + lines.join("");
  }
  /** What console.log shows. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }
}

/**
 * Plays until the referee says goodbye or is gone, then ends the program.
 *
 * `decide` takes a Question; with `state`, a Question and the state of its game. `state` is a class
 * that is made anew for each game, from its GameStart. Where it has a method seen(Seen), it is told
 * what the other seats do; where it has ended(GameEnd), how the game ended. Many games are played
 * at once. `decide` is no async function: the answer is what it returns. If the program ends early,
 * a new one plays its games on, each with a new state.
 *
 * What the program prints with console after the import goes to stderr, its log.
 *
 * @param {(question: Question, state?: any) => Decision} decide
 * @param {{state?: new (game: GameStart) => any, name?: string, version?: string,
 *          games?: number}} [about]
 */
export function play(decide, about = {}) {
  if (isatty(0)) {
    console.error(BY_HAND);
    process.exit(2);
  }
  if (typeof decide !== "function")
    throw new TypeError(`play(decide) takes the function itself, not ${decide}`);
  for (const name of Object.keys(process.env).filter((name) => name.startsWith("DANNO_")))
    if (!asked.has(name))
      console.error(`danno: nothing has read the parameter '${name.slice(6)}' before play()`);
  const conversation = new Conversation(decide, about);
  const input = Buffer.allocUnsafe(256 * 1024);
  let end = 0;
  let more = true;
  while (more) {
    const got = read(input, end);
    if (got === 0) break;
    end += got;
    let used = 0;
    try {
      used = conversation.take(input.subarray(0, end));
    } catch (error) {
      write(conversation.drain()); // the answers before count
      fail(error);
    }
    more = write(conversation.drain()) && !conversation.over;
    input.copyWithin(0, used, end);
    end -= used;
  }
  process.exit(0);
}

// ---- the standard streams -----------------------------------------------------------------------

// Nothing but play() may write to stdout: all that prints goes to the log.
process.stdout.write = process.stderr.write.bind(process.stderr);
globalThis.console = new Console(process.stderr, process.stderr);

/** Ends the program; the trace shows the author's lines only.
 * @param {any} error */
function fail(error) {
  const lines = String(error?.stack ?? error).split("\n");
  process.stderr.write(lines.filter((line) => !line.includes(import.meta.url)).join("\n") + "\n");
  process.exit(1);
}

/** @param {Buffer} input @param {number} begin */
function read(input, begin) {
  for (;;) {
    try {
      return readSync(0, input, begin, input.length - begin, null);
    } catch (/** @type {any} */ error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** False where the referee is gone.
 * @param {Uint8Array} bytes */
function write(bytes) {
  for (let pos = 0; pos < bytes.length; ) {
    try {
      pos += writeSync(1, bytes, pos);
    } catch (/** @type {any} */ error) {
      if (error.code === "EPIPE") return false;
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
  return true;
}

/** Node makes the pipe of stdout non-blocking: a full one is tried again a little later. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

// ---- the conversation ---------------------------------------------------------------------------

/** One agent's side: bytes in, frames out. */
export class Conversation {
  over = false;
  #decide;
  #about;
  #seen;
  #output = Buffer.allocUnsafe(64 * 1024);
  #size = 0;
  /** @type {Map<number, {start: GameStart, state: any}>} */
  #games = new Map();

  /** @param {any} decide @param {{name?: string, version?: string, games?: number, state?: any}} about */
  constructor(decide, about) {
    this.#decide = decide;
    this.#about = about;
    this.#seen = typeof about.state?.prototype?.seen === "function";
  }

  /** Answers all complete frames; how many bytes they took.
   * @param {Uint8Array} data */
  take(data) {
    let pos = 0;
    while (pos < data.length && !this.over) {
      let size = 0;
      let at = pos;
      let byte = 0x80;
      while (byte >= 0x80 && at < data.length && at - pos < 5) {
        byte = data[at];
        size += (byte & 0x7f) * 2 ** (7 * (at - pos));
        at += 1;
      }
      if (size > MAX_FRAME) throw new Error(`a frame of ${size} bytes; at most ${MAX_FRAME}`);
      if (byte >= 0x80 && at - pos === 5) throw new Error("a frame with no length");
      if (byte >= 0x80 || at + size > data.length) break;
      this.#answer(decode(data, at, at + size));
      pos = at + size;
    }
    return pos;
  }

  /** The frames to write; they hold until the next take(). */
  drain() {
    const output = this.#output.subarray(0, this.#size);
    this.#size = 0;
    return output;
  }

  /** @param {ArrayLike<number>} frame */
  #append(frame) {
    if (this.#size + frame.length > this.#output.length) {
      const larger = Buffer.allocUnsafe(2 * (this.#output.length + frame.length));
      this.#output.copy(larger, 0, 0, this.#size);
      this.#output = larger;
    }
    this.#output.set(frame, this.#size);
    this.#size += frame.length;
  }

  /** @param {any} message */
  #answer(message) {
    if (message instanceof Ask) {
      const game = this.#find(message.game);
      const decision = this.#decide(new Question(game.start, message), game.state);
      if (!Number.isInteger(decision?.action) || !Number.isInteger(decision?.option)) {
        const wrong = decision instanceof Promise ? "a promise" : JSON.stringify(decision);
        throw new TypeError(
          `decide returned ${wrong}; expected roll(i), bank(i), accept() or decline()`,
        );
      }
      this.#append(encodeAnswer(message.game, message.seq, decision.option, decision.action));
    } else if (message instanceof GameStart) {
      const state = this.#about.state && new this.#about.state(message);
      this.#games.set(message.game, { start: message, state });
    } else if (message instanceof Seen) {
      if (this.#seen) this.#find(message.game).state.seen(message);
    } else if (message instanceof GameEnd) {
      const { state } = this.#find(message.game);
      if (typeof state?.ended === "function") state.ended(message);
      this.#games.delete(message.game);
    } else if (message instanceof Hello) {
      const { name = "", version = "", games = 1024 } = this.#about;
      this.#append(encodeReady(name, version, games, this.#seen));
    } else if (message instanceof Goodbye) {
      this.over = true;
    }
  }

  /** @param {number} game */
  #find(game) {
    const found = this.#games.get(game);
    if (!found) throw new Error(`game ${game} has not begun`);
    return found;
  }
}

// ---- the codec: protobuf's wire format, as much of it as agent.proto needs ----------------------

const [UINT32, INT32, BOOL, FIXED64, STRING, PACKED, ELEMENT, PARAMETERS, PATTERNS, TRAITS, RULE_SET] =
  Array(11).keys();
const WIRE_TYPES = {
  [FIXED64]: 1,
  [STRING]: 2,
  [PACKED]: 2,
  [PARAMETERS]: 2,
  [PATTERNS]: 2,
  [TRAITS]: 2,
  [RULE_SET]: 2,
};

/** By tag (the number of the field and its wire type): its name and form.
 * @param {...[number, string, number]} list */
function fields(...list) {
  const table = [];
  for (const [number, name, form] of list) {
    table[(number << 3) | (WIRE_TYPES[form] ?? 0)] = { name, form };
    if (form === PACKED) table[number << 3] = { name, form: ELEMENT };
  }
  return table;
}

const TABLES = new Map([
  [
    Hello,
    fields(
      [1, "protocol", UINT32],
      [2, "answerMs", UINT32],
      [3, "startMs", UINT32],
      [4, "memoryMb", UINT32],
      [5, "games", UINT32],
      [6, "bankMs", UINT32],
    ),
  ],
  [Parameter, fields([1, "name", STRING], [2, "value", INT32])],
  [Pattern, fields([1, "dice", PACKED], [2, "points", UINT32])],
  [RuleSet, fields([1, "text", STRING], [2, "patterns", PATTERNS], [3, "traits", TRAITS])],
  [Trait, fields([1, "key", STRING], [2, "value", STRING])],
  [
    GameStart,
    fields(
      [1, "game", UINT32],
      [2, "rules", STRING],
      [3, "parameters", PARAMETERS],
      [4, "unit", UINT32],
      [5, "dice", UINT32],
      [6, "faces", STRING],
      [7, "seat", UINT32],
      [8, "seats", UINT32],
      [9, "first", UINT32],
      [10, "seed", FIXED64],
      [11, "resumed", BOOL],
      [12, "ruleSet", RULE_SET],
    ),
  ],
  [
    Ask,
    fields(
      [1, "game", UINT32],
      [2, "seq", UINT32],
      [3, "dice", PACKED],
      [4, "keep", PACKED],
      [5, "points", PACKED],
      [6, "nextDice", PACKED],
      [7, "may", PACKED],
      [8, "totals", PACKED],
      [9, "inGame", UINT32],
      [10, "turnPoints", UINT32],
      [11, "locked", UINT32],
      [12, "inherited", UINT32],
      [13, "offerPoints", UINT32],
      [14, "offerDice", UINT32],
      [15, "closer", UINT32],
      [16, "forfeited", UINT32],
      [17, "unproven", BOOL],
      [18, "adviceOption", UINT32],
      [19, "adviceAction", INT32],
      [20, "busts", PACKED],
    ),
  ],
  [
    Seen,
    fields(
      [1, "game", UINT32],
      [2, "seat", UINT32],
      [3, "event", INT32],
      [4, "dice", PACKED],
      [5, "kept", UINT32],
      [6, "turnPoints", UINT32],
      [7, "total", UINT32],
    ),
  ],
  [
    GameEnd,
    fields([1, "game", UINT32], [2, "places", PACKED], [3, "totals", PACKED], [4, "cause", INT32]),
  ],
  [Goodbye, fields()],
]);
const KINDS = [undefined, Hello, GameStart, Ask, Seen, GameEnd, Goodbye];

/** The bytes of one message, and how far they are read. */
class Reader {
  /** @param {Uint8Array} data @param {number} pos @param {number} end */
  constructor(data, pos, end) {
    this.data = data;
    this.pos = pos;
    this.end = end;
  }
  get done() {
    if (this.pos > this.end) throw new Error("a message that is cut off");
    return this.pos === this.end;
  }
  /** A varint, its lower 32 bits; whether any higher bit is set is left in `high`. */
  number() {
    let value = 0;
    this.high = false;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.pos >= this.end) throw new Error("a message that is cut off");
      const byte = this.data[this.pos++];
      if (shift < 28) value |= (byte & 0x7f) << shift;
      else if (shift === 28) value |= (byte & 0x0f) << 28;
      if ((shift === 28 && (byte & 0x70) !== 0) || (shift > 28 && (byte & 0x7f) !== 0)) {
        this.high = true;
      }
      if (byte < 0x80) return value >>> 0;
    }
    throw new Error("a number of more than ten bytes");
  }
  /** A part with its length before it. */
  part() {
    const size = this.number();
    if (this.high || this.pos + size > this.end) throw new Error("a message that is cut off");
    this.pos += size;
    return new Reader(this.data, this.pos - size, this.pos);
  }
  fixed64() {
    if (this.pos + 8 > this.end) throw new Error("a message that is cut off");
    let value = 0n;
    for (let i = 7; i >= 0; --i) value = (value << 8n) | BigInt(this.data[this.pos + i]);
    this.pos += 8;
    return value;
  }
  /** Past the field of a later version.
   * @param {number} tag */
  skip(tag) {
    const form = tag & 7;
    if (tag >>> 3 === 0 || form > 5 || form === 4) throw new Error(`no field has the tag ${tag}`);
    if (form === 0) this.number();
    else if (form === 1) this.pos += 8;
    else if (form === 2) this.part();
    else if (form === 5) this.pos += 4;
    else for (let inner; (inner = this.number()) !== tag + 1; ) this.skip(inner);
  }
}

/** The ToAgent in data[pos..end); undefined where it holds no message that is known here.
 * @param {Uint8Array} data @param {number} pos @param {number} end */
export function decode(data, pos, end) {
  const reader = new Reader(data, pos, end);
  let message;
  while (!reader.done) {
    const tag = reader.number();
    const Kind = (tag & 7) === 2 ? KINDS[tag >>> 3] : undefined;
    if (Kind === undefined) {
      reader.skip(tag);
    } else {
      // Sent in parts, they are merged; of several messages the last counts.
      if (!(message instanceof Kind)) message = new Kind();
      parse(message, Kind, reader.part());
    }
  }
  return message;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param {any} message @param {any} Kind @param {Reader} reader */
function parse(message, Kind, reader) {
  const table = /** @type {any} */ (TABLES.get(Kind));
  while (!reader.done) {
    const tag = reader.number();
    const field = table[tag];
    if (field === undefined) {
      reader.skip(tag);
      continue;
    }
    const { name, form } = field;
    if (form === UINT32) message[name] = reader.number();
    else if (form === PACKED) for (const part = reader.part(); !part.done; ) message[name].push(part.number());
    else if (form === ELEMENT) message[name].push(reader.number());
    else if (form === INT32) message[name] = reader.number() | 0;
    else if (form === BOOL) message[name] = reader.number() !== 0 || reader.high;
    else if (form === FIXED64) message[name] = reader.fixed64();
    else if (form === STRING) {
      const part = reader.part();
      message[name] = utf8.decode(part.data.subarray(part.pos, part.end));
    } else if (form === RULE_SET) {
      message[name] = parse(new RuleSet(), RuleSet, reader.part());
    } else if (form === TRAITS) {
      const trait = parse(new Trait(), Trait, reader.part());
      message[name] = { ...message[name], [trait.key]: trait.value };
    } else if (form === PATTERNS) message[name].push(parse(new Pattern(), Pattern, reader.part()));
    else message[name].push(parse(new Parameter(), Parameter, reader.part()));
  }
  return message;
}

/** @param {number[]} bytes @param {number} value */
function pushNumber(bytes, value) {
  for (value >>>= 0; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  bytes.push(value);
}

/** A frame of FromAgent with the message of this number.
 * @param {number} number @param {number[]} body */
function frame(number, body) {
  const message = [(number << 3) | 2];
  pushNumber(message, body.length);
  /** @type {number[]} */
  const bytes = [];
  pushNumber(bytes, message.length + body.length);
  return bytes.concat(message, body);
}

/** A frame with an Answer.
 * @param {number} game @param {number} seq @param {number} option @param {number} action */
export function encodeAnswer(game, seq, option, action) {
  /** @type {number[]} */
  const body = [];
  [game, seq, option, action].forEach((value, index) => {
    if (value === 0) return;
    body.push((index + 1) << 3);
    pushNumber(body, value);
  });
  return frame(2, body);
}

/** A frame with a Ready.
 * @param {string} name @param {string} version @param {number} games @param {boolean} seen */
export function encodeReady(name, version, games, seen) {
  /** @type {number[]} */
  const body = [];
  for (const [index, text] of [name, version].entries()) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length === 0) continue;
    body.push(((index + 1) << 3) | 2);
    pushNumber(body, bytes.length);
    body.push(...bytes);
  }
  if (games !== 0) {
    body.push(0x18);
    pushNumber(body, games);
  }
  if (seen) body.push(0x20, 1);
  return frame(1, body);
}
