// A Worker in which one bot runs. The bot has the language and nothing of the browser: what it could send, ask for
// or store with is taken away before its text is loaded. It can still spoil its own answers, and no more.
'use strict';
onmessage = async ({data: {sdk, bot}, ports: [port]}) => {
  const LANGUAGE = `AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error
    EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl
    Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol
    SyntaxError TextDecoder TextEncoder TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap
    WeakRef WeakSet console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite
    isNaN parseFloat parseInt structuredClone undefined unescape`.split(/\s+/);
  const post = port.postMessage.bind(port);
  const tellFrame = postMessage.bind(null, 'unreadable');
  const now = performance.now.bind(performance);
  const {isInteger} = Number;
  const Numbers = Int32Array;
  const printed = {lines: [], left: 200};

  function print(...words) {
    if (printed.left-- > 0) printed.lines.push(words.map(String).join(' ').slice(0, 2000));
  }

  function takeAway() {
    const kept = new Set(LANGUAGE);
    for (let place = globalThis; place && place !== Object.prototype; place = Object.getPrototypeOf(place))
      for (const key of Reflect.ownKeys(place))
        if (place !== globalThis || !kept.has(key)) Reflect.deleteProperty(place, key);
    globalThis.console = {log: print, info: print, warn: print, error: print, debug: print};
  }

  /// An error with its line in the bot's text; 0 if that is not known.
  function describe(error, question) {
    const stack = String(error?.stack ?? '');
    const at = stack.indexOf(bot + ':');
    const line = at >= 0 ? parseInt(stack.slice(at + bot.length + 1), 10) : error?.fileName === bot ? error.lineNumber : 0;
    const message = `${error instanceof Error ? `${error.name}: ${error.message}` : error}`.slice(0, 2000);
    return {message: message.replaceAll(sdk, './danno.mjs').replaceAll(bot, 'agent.mjs'), line, question: String(question ?? '')};
  }

  takeAway();
  post({started: true});
  let decide, Question, GameStart, Ask, Action;
  try {
    ({Question, GameStart, Ask, Action} = await import(sdk));
    ({decide} = await import(bot));
    if (typeof decide !== 'function')
      throw new TypeError('there is no function to ask: write "export function decide(question) { … }"');
  } catch (error) {
    const fault = describe(error);
    if (error instanceof SyntaxError && !fault.line) tellFrame();
    post({fault, syntax: error instanceof SyntaxError});
    return;
  }

  let about;
  const games = new Map();
  function findGame(game, seat) {
    let start = games.get(game);
    if (!start) games.set(game, start = Object.assign(new GameStart(), about, {game, seat, seed: about.seeds[game] ?? 0n}));
    return start;
  }

  /// The question in a row of numbers; the rows are those of danno_match_questions.
  function readQuestion(rows, at) {
    const ask = new Ask();
    const [game, seat, seq, options] = [rows[at], rows[at + 1], rows[at + 2], rows[at + 3]];
    ask.game = game;
    ask.seq = seq;
    ask.inGame = rows[at + 4];
    ask.turnPoints = rows[at + 5];
    ask.locked = rows[at + 6];
    ask.inherited = rows[at + 7];
    ask.offerPoints = rows[at + 8];
    ask.offerDice = rows[at + 9];
    if (rows[at + 10] >= 0) ask.closer = rows[at + 10];
    ask.forfeited = rows[at + 11];
    ask.unproven = rows[at + 12] !== 0;
    ask.totals = [rows[at + 13] >>> 0, rows[at + 14] >>> 0];
    if (rows[at + 15] || rows[at + 16]) ask.busts = [rows[at + 15], rows[at + 16]];
    for (let face = 0; face < 6; ++face)
      for (let count = rows[at + 17 + face]; count > 0; --count) ask.dice.push(face + 1);
    for (let i = 0, from = at + 23; i < options; ++i, from += 4) {
      ask.keep.push(rows[from]);
      ask.points.push(rows[from + 1]);
      ask.nextDice.push(rows[from + 2]);
      ask.may.push(rows[from + 3]);
    }
    return new Question(findGame(game, seat), ask);
  }

  /// The action's number, as in danno.h.
  function toAction(question, decision) {
    const {action, option} = decision ?? {};
    if (!isInteger(action) || !isInteger(option)) {
      const wrong = decision instanceof Promise ? 'a promise' : JSON.stringify(decision);
      throw new TypeError(`decide returned ${wrong}; expected roll(i), bank(i), accept() or decline()`);
    }
    if (question.isOffer) {
      if (action === Action.ACCEPT || action === Action.DECLINE) return 2 * about.options + action - Action.ACCEPT;
      throw new TypeError('an offer was answered by a roll or a bank; expected accept() or decline()');
    }
    const name = action === Action.ROLL ? 'roll' : action === Action.BANK ? 'bank' : 'an answer to an offer';
    if (name === 'roll' && question.mayRoll(option)) return 2 * option;
    if (name === 'bank' && question.mayBank(option)) return 2 * option + 1;
    throw new TypeError(`decide returned ${name}(${option}), which is not allowed here`);
  }

  /// Answers all, and sends what there is each tenth of a second, so that the page sees that it goes on.
  function answerAll({rows, width, count}) {
    let from = 0;
    let sent = now();
    const actions = new Numbers(count);
    for (let i = 0; i < count; ++i) {
      const question = readQuestion(rows, i * width);
      try {
        actions[i] = toAction(question, decide(question));
      } catch (error) {
        post({fault: describe(error, question), printed: printed.lines});
        return;
      }
      if (i + 1 < count && now() < sent + 100) continue;
      post({from, actions: actions.slice(from, i + 1), printed: printed.lines});
      printed.lines = [];
      from = i + 1;
      sent = now();
    }
  }

  port.onmessage = ({data}) => {
    if (data.about) {
      about = data.about;
      return;
    }
    try {
      answerAll(data);
    } catch (error) {
      post({fault: describe(error)});
    }
  };
  post({ready: true});
};
