// A game against bots. api.js has the rules, the dice, the bots and the chances; this script shows
// what it says and hands it what the person does.

document.documentElement.classList.add('opening');
document.addEventListener('DOMContentLoaded', async () => {
  const main = document.querySelector('main.play-page');
  const needs = main.querySelector('.needs');
  const began = () => document.documentElement.classList.remove('opening');
  try {
    const danno = await loadDanno();
    needs.hidden = true;
    startPlay(main, danno);
  } catch (error) {
    needs.prepend(`${error.message} `);
  }
  began();
});

const BOTS = ['odds', 'hold', 'timid', 'optimal'];
const COACH = {never: 'never', asked: 'when asked', each: 'after each decision', end: 'at the end'};
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const PLACES = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'last'];
const PAUSE = 600;  // milliseconds that a bot's step is seen
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NEAR = 1e-9;  // what is below it is rounding
const MISTAKE = .02;

const group = text => text.replace(/\d(?=(\d{3})+(?!\d))/g, '$&,');
const percent = share => (100 * share).toFixed(1).replace('-', '−');
/// A chance that is no certainty does not look like one.
const chance = share => share > 0 && share < .0005 ? '<0.1' : share < 1 && share >= .9995 ? '>99.9' : share % 1 ? percent(share) : 100 * share;
const signed = share => (share < 0 ? '' : '+') + percent(share);
const dieCount = count => `${count} ${count === 1 ? 'die' : 'dice'}`;
const list = words => words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// ---- A game as a link -------------------------------------------------------------------------------

/// An action is a digit of 64, or `_` and a digit for those from 63 on. A point is a throw after the last action.
function writeGame({spec, actions, trailing}) {
  const digits = actions.map(action => action < 63 ? DIGITS[action] : '_' + DIGITS[action - 63]).join('');
  return `#g=1~${encodeURIComponent(spec.rules)}~${spec.bots.join('.')}~${spec.chair}~${spec.seed}~${digits}${'.'.repeat(trailing)}`;
}

/// Returns null for a fragment that is no game.
function readGame(fragment) {
  const found = /^#g=1~([\w.%-]{1,60})~([a-z.]{1,60})~([0-5])~([\w-]{1,64})~([\w-]{0,20000})(\.{0,600})$/.exec(fragment);
  if (!found) return null;
  const [, rules, line, chair, seed, digits, points] = found;
  const bots = line.split('.');
  if (Number(chair) > bots.length || bots.length > 5 || bots.some(bot => !BOTS.includes(bot))) return null;
  const actions = [...digits.matchAll(/_?[^_]/g)].map(([text]) => text.length > 1 ? 63 + DIGITS.indexOf(text[1]) : DIGITS.indexOf(text));
  return {spec: {rules, bots, chair: Number(chair), seed}, actions, trailing: points.length};
}

// ---- Dice ---------------------------------------------------------------------------------------------

/// The faces of a throw, sorted, as positions: [5, 0, 0, 0, 1, 0] is [0, 0, 0, 0, 0, 4].
const spread = counts => counts.flatMap((count, face) => Array(count).fill(face));
/// The number of dice of each face.
const countFaces = faces => [0, 1, 2, 3, 4, 5].map(face => faces.filter(one => one === face).length);
const same = (one, other) => one.every((count, face) => count === other[face]);

/// Returns the dice of a throw that a keep takes, the first of each face.
function markKept(thrown, keep) {
  const left = [...keep];
  return spread(thrown).map(face => left[face]-- > 0);
}

// ---- The page -------------------------------------------------------------------------------------------

function select(label, values, chosen) {
  const field = make('select', {}, ...Object.entries(values).map(([value, words]) => make('option', {value}, words)));
  if (chosen) field.value = chosen;
  return {field, root: make('label', {}, `${label} `, field)};
}

function startPlay(main, danno) {
  const sets = new Map([...main.querySelectorAll('.rule-sets li')].map(item => [item.dataset.rules, {
    text: item.dataset.id ?? [...item.querySelectorAll('pre > span')].map(line => line.textContent).join('\n') + '\n',
    parameters: (item.dataset.parameters ?? '').replaceAll(' ', '\n')}]));
  main.querySelector('.rule-sets').hidden = true;
  const opened = new Map();  // rules by rule set and seats
  const known = new Map();  // exact values by rule set; null while they are made or if there are none
  let now = null;  // the game that is played
  let picked = [];  // the dice on the board that the person chose
  let busy = 0;  // the timer of a bot's next step
  let waits = false;  // after a bust, until the person goes on
  let ended = [];  // words for turns that ended since the person last did something
  let chairs = [];  // results on these dice, by chair

  // ---- What is on the page

  const page = makePage();
  main.append(page.root);
  for (const one of main.querySelectorAll('.given-away')) main.append(one);

  function makePage() {
    const board = make('section', {class: 'board', 'aria-label': 'The board'});
    const one = {
      title: main.querySelector('h1'), lead: main.querySelector('.lead'), board,
      turn: make('p', {class: 'soft small turn'}), tray: make('div', {class: 'tray', role: 'group', 'aria-label': 'Dice'}),
      said: make('p', {class: 'said', role: 'status'}),
      first: button('', '', () => press(0)), second: button('', '', () => press(1)),
      coach: make('div', {class: 'coach', role: 'status'}), ask: button('', 'Ask the coach', askCoach),
      curve: make('figure', {class: 'curve'}), facts: make('dl', {class: 'facts'}), verdict: make('div'),
      rules: select('Rules', Object.fromEntries([...sets.keys()].map(id => [id, id]))),
      seats: select('Players', Object.fromEntries([2, 3, 4, 5, 6].map(seats => [seats, seats]))),
      against: [0, 1, 2, 3, 4].map(i => select(i ? 'and' : 'against', Object.fromEntries(BOTS.map(bot => [bot, bot])))),
      when: select('Coach', COACH, 'each'), note: make('p', {class: 'soft small note', role: 'status'}),
      log: make('ol', {class: 'log', reversed: '', tabindex: '0', 'aria-label': 'The game so far'}), how: make('div', {class: 'duties'}),
      text: make('textarea', {readonly: '', rows: '8', 'aria-label': 'The game as danno audit takes it', spellcheck: 'false'}),
      copied: make('span', {role: 'status', class: 'small'}), keys: make('input', {type: 'checkbox', checked: ''}),
    };
    one.acts = make('div', {class: 'acts'}, one.first, one.second);
    board.append(make('div'), one.turn, one.tray, one.said);
    one.settings = make('div', {class: 'controls settings', role: 'group', 'aria-label': 'A new game'},
      one.rules.root, one.seats.root, ...one.against.map(({root}) => root), button('', 'New game', () => begin(wanted())));
    one.root = make('div', {class: 'table'},
      make('div', {class: 'at-table'}, board, one.acts, one.coach,
        make('div', {class: 'controls'}, one.when.root, one.ask), one.verdict, one.settings, one.note),
      make('div', {class: 'beside'}, one.curve, one.facts,
        make('h2', {}, 'The game so far'), one.log,
        make('div', {class: 'controls'}, button('', 'Copy link', () => copyText(location.href, page.copied, 'Address of this game')),
          button('', 'Copy the game as text', () => copyText(one.text.value, page.copied, 'The game as text')), one.copied),
        make('details', {}, make('summary', {}, 'The game as text'), one.text,
          make('p', {class: 'soft small'}, make('code', {}, 'danno audit FILE'), ' checks it by the rules.')),
        make('details', {}, make('summary', {}, 'The rules'), one.how),
        make('details', {class: 'keys'}, make('summary', {}, 'Keys'),
          ...[['R', 'roll, or accept an offer'], ['B', 'bank, or decline an offer'], ['1 to 6', 'keep or leave a die, from the left'],
            ['Enter', 'the first button'], ['?', 'ask the coach']].map(([key, what]) => make('p', {}, make('kbd', {}, key), ` ${what}`)),
          make('label', {}, one.keys, ' use these keys'))));
    for (const {field} of [one.rules, one.seats, ...one.against]) field.addEventListener('change', changeSettings);
    one.when.field.addEventListener('change', () => show());
    return one;
  }

  /// Returns the game that the settings ask for, on new dice.
  function wanted() {
    const seats = Number(page.seats.field.value);
    return {rules: page.rules.field.value, bots: page.against.slice(0, seats - 1).map(({field}) => field.value), chair: 0,
      seed: danno.seedText().slice(0, 24)};
  }

  /// Only of two players, and where values come soon, one may be optimal.
  const takesOptimal = ({rules, bots}) => bots.length === 1 && isQuick(open(rules, 2));

  /// Shows a field for each bot.
  function limitBots(spec) {
    page.against.forEach(({root, field}, i) => {
      root.hidden = i >= spec.bots.length;
      const strongest = field.options[BOTS.indexOf('optimal')];
      strongest.disabled = !takesOptimal(spec);
      if (strongest.disabled && strongest.selected) field.value = 'odds';
    });
  }

  function changeSettings() {
    limitBots(wanted());
    if (!now || now.steps.length === 0 || now.game.position.phase === 'over') return begin(wanted());
    page.note.textContent = 'The next game is played so.';
  }

  // ---- Rules and values

  function open(id, seats) {
    const {text, parameters} = sets.get(id);
    const key = `${id} ${seats}`;
    if (!opened.has(key)) opened.set(key, danno.rules(text, seats, parameters));
    return opened.get(key);
  }
  const isQuick = rules => Boolean(danno.shipped?.(rules)) || (!rules.whyUnsolved && rules.facts.isQuick);

  /// Looks for exact values, and goes on with them as soon as they are there.
  async function findValues(id, rules) {
    if (rules.facts.seats !== 2 || !isQuick(rules) || known.has(id)) return;
    known.set(id, null);
    const shipped = danno.shipped?.(rules);
    const values = rules.values(shipped ?? await danno.solve(rules));
    known.set(id, values);
    if (now && now.spec.rules === id && now.rules.facts.seats === 2) resume();
  }

  /// Plays the same game again up to here, now with values.
  function resume() {
    const {spec, actions, trailing} = now;
    const kept = {picked, waits, ended};
    replay(spec, actions, trailing);
    prepareChoice();
    ({picked, waits, ended} = kept);
    show();
    goOn();
  }

  // ---- The course of a game

  const points = units => group(now.rules.points(units));
  const faces = counts => spread(counts).map(face => now.rules.facts.faces[face]);
  const written = counts => faces(counts).join('');
  const spoken = counts => faces(counts).join(' ');
  const isYours = seat => seat === now.spec.chair;
  const name = seat => now.names[seat];
  /// A player's place on the page, which is the same in every chair: the person's is 0.
  const placeOf = seat => isYours(seat) ? 0 : 1 + seat - (seat > now.spec.chair);
  const chanceOf = seat => now.steps.length ? now.steps.at(-1).chances?.[seat] : now.start?.[seat];

  /// Names by seat: a bot that sits there twice gets a number.
  function nameSeats({bots, chair}) {
    const names = bots.map((bot, i) => {
      const before = bots.slice(0, i).filter(one => one === bot).length;
      return before ? `${bot}-${before + 1}` : bot;
    });
    names.splice(chair, 0, 'you');
    return names;
  }

  function begin(spec) {
    chairs = [];
    page.note.textContent = '';
    play(spec);
  }

  function play(spec, actions = [], trailing = 0) {
    replay(spec, actions, trailing);
    picked = [];
    ended = [];
    if (now.wrong) page.note.textContent = `The link has an action that is not legal (${now.wrong}); the game stands before it.`;
    showSettings();
    showRules();
    seeAndGoOn();
  }

  /// Makes the game of the line-up and takes the actions in it.
  function replay(spec, actions, trailing) {
    clearTimeout(busy);
    now?.game.free();
    const rules = open(spec.rules, spec.bots.length + 1);
    const names = nameSeats(spec);
    findValues(spec.rules, rules).catch(error => { page.note.textContent = error.message; });
    const values = rules.facts.seats === 2 ? known.get(spec.rules) ?? null : null;
    now = {spec, rules, names, values, game: danno.game(rules, {values}), actions: [], trailing: 0, steps: [], wrong: '',
      bots: names.map((_, seat) => spec.bots[seat - (seat > spec.chair)])};
    now.game.start({first: 0, key: danno.dealKey(rules, spec.seed, [...names].sort(), 0)});
    now.start = readChances();
    try {
      for (const action of actions) {
        while (now.game.position.phase === 'throw') throwDice();
        act(action);
      }
      for (let i = 0; i < trailing; ++i) throwDice();
    } catch (error) {
      now.wrong = error.message;
    }
  }

  /// The exact chance of each of two seats; null if nobody knows.
  function readChances() {
    if (!now.values) return null;
    const {phase, mover, rewards} = now.game.position;
    if (phase === 'over') return [0, 1].map(seat => (rewards[seat] + 1) / 2);
    const {before} = now.game.chances();
    return mover === 0 ? [before, 1 - before] : [1 - before, before];
  }

  function throwDice() {
    const before = now.game.position;
    const outcome = now.game.throw();
    const after = now.game.position;
    ++now.trailing;
    now.steps.push({kind: 'throw', seat: before.mover, thrown: now.game.thrown, outcome, before, after, chances: readChances()});
  }

  function act(action) {
    const before = now.game.position;
    const option = now.game.options[action >> 1];
    if (before.phase === 'over' || (before.phase === 'choose' && !option)) throw new Error('there is no such decision');
    const judged = judge(action);
    now.game.act(action);
    const step = {kind: 'act', seat: before.mover, thrown: before.thrown, action, option, before, judged,
      after: now.game.position, isOffer: before.phase === 'offer', chances: readChances()};
    now.actions.push(action);
    now.trailing = 0;
    now.steps.push(step);
  }

  const accepts = action => action === now.rules.accept;
  const banks = step => !step.isOffer && step.action % 2 === 1;

  /// Says what a decision cost and what was better; without values, whether odds decides so.
  function judge(action) {
    if (now.values) {
      const {before, after} = now.game.chances();
      const best = after.reduce((most, chance, i) => !(chance <= after[most]) && !Number.isNaN(chance) ? i : most, action);
      const choices = after.reduce((count, chance) => count + !Number.isNaN(chance), 0);
      const cost = Math.max(0, before - after[action]);
      const reason = isYours(now.game.position.mover) && cost >= NEAR ? now.game.reason(action, best) : '';
      return {cost, better: describe(best), choices, reason};
    }
    if (!isYours(now.game.position.mover)) return null;
    const advised = now.game.judge('odds');
    return {odds: advised === action, better: describe(advised), choices: 2};
  }

  /// A decision of the one who is asked: "keep 55 and roll", "bank", "accept".
  function describe(action) {
    if (now.game.position.phase === 'offer') return accepts(action) ? 'accept' : 'decline';
    const what = action % 2 ? 'bank' : 'roll';
    const option = now.game.options[action >> 1];
    return now.game.options.length === 1 ? what : `keep ${written(option.keep)} and ${what}`;
  }

  // ---- A person's and a bot's steps

  /// The best bot waits until the game is solved.
  const isHeld = () => now.spec.bots.includes('optimal') && !now.values;

  function goOn() {
    clearTimeout(busy);
    const {phase, mover} = now.game.position;
    if (phase !== 'over' && !waits && !isHeld() && !isYours(mover)) busy = setTimeout(showBotStep, PAUSE);
  }

  /// A throw or a decision of the bot whose turn it is.
  function botStep() {
    const {phase, mover} = now.game.position;
    phase === 'throw' ? throwDice() : act(now.game.judge(now.bots[mover]));
    tellTurn();
  }

  function showBotStep() {
    botStep();
    prepareChoice();
    waits = now.game.position.phase === 'over';  // what follows takes room, and comes when the person asks for it
    show();
    goOn();
  }

  function skip() {
    while (now.game.position.phase !== 'over' && !isYours(now.game.position.mover)) botStep();
    seeAndGoOn();
  }

  function seeAndGoOn() {
    waits = false;
    prepareChoice();
    show();
    goOn();
  }

  /// Notes in words that a turn ended.
  function tellTurn() {
    const step = now.steps.at(-1);
    const {seat, before, after, outcome} = step;
    const gain = after.totals[seat] - before.totals[seat];
    if (step.kind === 'act' && banks(step)) ended.push(`${name(seat)} banked ${points(gain)}`);
    if (outcome === 'bust')
      ended.push(`${name(seat)} busted with ${written(step.thrown)}${gain > 0 ? ` and booked ${points(gain)}` : gain < 0 ? ` and paid ${points(-gain)}` : ''}`);
  }

  /// A throw leaves a choice of dice: where there is one only, it is made.
  function prepareChoice() {
    const {phase, thrown} = now.game.position;
    const {options} = now.game;
    if (phase !== 'choose') return;
    now.isAutomatic = options.length === 1;
    picked = now.isAutomatic ? markKept(thrown, options[0].keep) : spread(thrown).map(() => false);
  }

  function yourThrow() {
    ended = [];
    throwDice();
    waits = now.steps.at(-1).outcome === 'bust' && now.game.position.phase !== 'over';
    prepareChoice();
    show();
    if (!waits) goOn();
  }

  function yourAct(action, rollsOn) {
    ended = [];
    act(action);
    if (rollsOn && now.game.position.phase === 'throw' && isYours(now.game.position.mover)) return yourThrow();
    picked = [];
    show();
    goOn();
  }

  const pickedCounts = () => countFaces(spread(now.game.position.thrown).filter((_, i) => picked[i]));
  const pickedOption = () => now.game.options.findIndex(option => same(option.keep, pickedCounts()));

  /// Why the chosen dice may not be kept, or not be rolled on or banked with; "" if they may.
  function whyNot(isBank) {
    if (!picked.includes(true)) return 'first choose the dice you keep: tap them';
    const option = now.game.options[pickedOption()];
    if (option && (isBank ? option.mayBank : option.mayRoll)) return '';
    // Where a bank takes all dice by itself, nothing is wrong with the bank but with these dice.
    return now.game.whyNot(pickedCounts(), {bank: isBank && Boolean(option), names: now.names}).replace(/^you is /, 'you are ') ||
      now.rules.duties.find(duty => duty.startsWith('a bank takes')) || 'these dice are not legal';
  }

  /// The last part of a reason, without what is legal: "the entry is 300".
  const brief = reason => reason.split('; ').filter(part => !part.startsWith('legal')).at(-1) ?? '';

  /// The commands of the two buttons, by what is asked.
  function commands() {
    const {phase, mover, dice, offer, turnPoints} = now.game.position;
    if (phase === 'over' && waits) return [{shown: 'The game is over', more: 'see how it was decided', act: seeAndGoOn}];
    if (phase === 'over') return [
      {shown: 'The same dice, other chair', act: () => play({...now.spec, chair: (now.spec.chair + 1) % now.names.length})},
      {shown: 'New dice', act: () => begin({...now.spec, chair: 0, seed: wanted().seed})}];
    if (waits) return [{shown: 'Go on', more: `${name(mover)} is next`, act: seeAndGoOn}];
    if (!isYours(mover)) return isHeld() ? [] : [{shown: 'Skip', more: `${name(mover)} plays`, act: skip}];
    if (phase === 'throw') return [{shown: `Roll ${dieCount(dice)}`, act: yourThrow}];
    if (phase === 'offer') return [
      {shown: 'Accept', more: `${points(offer.points)} points, roll ${dieCount(offer.dice)}`, act: () => yourAct(now.rules.accept, true)},
      {shown: 'Decline', more: `roll all ${now.rules.facts.dice} dice`, act: () => yourAct(now.rules.decline, true)}];
    const at = pickedOption();
    const option = now.game.options[at];
    const sum = turnPoints + (option?.points ?? 0);
    return [
      {shown: option ? `Roll ${dieCount(option.nextDice)}` : 'Roll on', more: option && `with ${points(sum)} at stake`, why: whyNot(false),
        act: () => yourAct(2 * at, true)},
      {shown: option ? `Bank ${points(sum)}` : 'Bank', more: option && brief(whyNot(true) || now.game.bankNote(at)), why: whyNot(true), act: () => yourAct(2 * at + 1)}];
  }

  function press(which) {
    const command = commands()[which];
    if (!command) return;
    if (command.why) return say(`${capital(command.why)}.`);
    command.act();
  }

  // ---- What is seen

  const say = (...words) => page.said.replaceChildren(...words);

  function show() {
    main.classList.toggle('over', now.game.position.phase === 'over' && !waits);
    showSides();
    showTray();
    // A bot's steps go by too fast to be read out; at the end of its turn it is said how it ended.
    page.said.setAttribute('aria-live', isYours(now.game.position.mover) || waits ? 'polite' : 'off');
    say(...words());
    showActs();
    showCoach();
    showCurve();
    showFacts();
    showLog();
    page.text.value = now.game.text(now.names);
    history.replaceState(null, '', now.steps.length ? writeGame(now) : location.href.split('#')[0]);
  }

  function showSettings() {
    const {rules, bots} = now.spec;
    page.rules.field.value = rules;
    page.seats.field.value = bots.length + 1;
    bots.forEach((bot, i) => { page.against[i].field.value = bot; });
    limitBots(now.spec);
  }

  function showRules() {
    const {facts, duties, canonical, title} = now.rules;
    const shown = now.names.filter((_, seat) => !isYours(seat));
    page.title.textContent = ['You', ...shown].join(' – ');
    const entry = facts.entry ? ` A first bank needs ${points(facts.entry)}.` : '';
    page.lead.textContent = `Roll, keep dice that score, then roll the others for more or bank. A roll that scores nothing is a bust: ` +
      `the turn’s points are lost. ${capital(WORDS[facts.dice])} dice to ${points(facts.target)}.${entry}`;
    const scores = /\[score\]\n([^[]*)/.exec(canonical)?.[1].trim() ?? '';
    page.how.replaceChildren(make('p', {}, make('strong', {}, title)), make('ul', {}, ...duties.map(one => make('li', {}, one))),
      make('pre', {}, scores));
    page.sides = makeSides(['you', ...shown]);
    page.board.firstChild.replaceWith(page.sides.root);
  }

  function showSides() {
    const {totals, mover, phase} = now.game.position;
    const isTold = showsChances();
    now.names.forEach((_, seat) => showSide(page.sides.sides[placeOf(seat)], {
      moves: phase !== 'over' && seat === mover, total: points(totals[seat]),
      share: totals[seat] / now.rules.facts.target,
      chance: isTold && chanceOf(seat) !== undefined ? `${chance(chanceOf(seat))}\u00a0% to win` : '\u00a0'}));
  }

  /// Chances are shown while the coach may speak.
  function showsChances() {
    const when = page.when.field.value;
    return Boolean(now.values) && when !== 'never' && (when !== 'end' || now.game.position.phase === 'over');
  }

  function showTray() {
    const {phase, thrown, dice} = now.game.position;
    const step = now.steps.at(-1);
    const isChoice = phase === 'choose';
    const isYourChoice = isChoice && isYours(now.game.position.mover) && !now.isAutomatic;
    const shown = isChoice ? spread(thrown) : step && phase !== 'offer' && !isYourTurnToThrow() ? spread(step.thrown) : Array(dice).fill(null);
    const kept = isChoice ? picked : step?.option && shown[0] !== null ? markKept(step.thrown, step.option.keep) : [];
    page.tray.classList.toggle('bust', step?.outcome === 'bust' && shown[0] !== null);
    page.tray.replaceChildren(...shown.map((face, i) => makeDie(face, i, kept[i], isYourChoice)));
  }

  const isYourTurnToThrow = () => now.game.position.phase === 'throw' && isYours(now.game.position.mover) &&
    (now.steps.at(-1)?.seat !== now.spec.chair || now.steps.at(-1)?.kind === 'act');

  function makeDie(face, place, isKept, isChoosable) {
    const shown = face === null ? ' ' : now.rules.facts.faces[face];
    const picture = make('svg', {viewBox: '6 2 48 58', 'aria-hidden': 'true', class: 'dice'}, drawDie({face: shown, kept: isKept}, 0));
    if (!isChoosable) return make('span', {class: 'die', role: 'img', 'aria-label': face === null ? 'not rolled' : `${shown}${isKept ? ', kept' : ''}`}, picture);
    const die = button(`${shown}, die ${place + 1}`, picture, () => toggle(place));
    die.className = 'die';
    die.setAttribute('aria-pressed', String(isKept));
    return die;
  }

  function toggle(place) {
    if (picked[place] === undefined || now.game.position.phase !== 'choose' || now.isAutomatic) return;
    picked[place] = !picked[place];
    const hadFocus = page.tray.contains(document.activeElement);
    showTray();
    if (hadFocus) page.tray.children[place].focus();
    say(...words());
    showActs();
  }

  /// The sentence below the dice.
  function words() {
    const {phase, mover} = now.game.position;
    const step = now.steps.at(-1);
    if (phase === 'over') return [make('strong', {}, result())];
    if (isHeld() && !isYours(mover)) return ['optimal solves the game first: a few seconds.'];
    if (waits) return bustWords(step);
    if (!isYours(mover)) return [botWords(step)];
    const before = ended.length ? `${list(ended)}. ` : '';
    if (phase === 'offer') return [`${before}You may take over ${points(now.game.position.offer.points)} points with ${dieCount(now.game.position.offer.dice)}.`];
    if (phase === 'throw') return [step?.outcome === 'attempt' && step.seat === mover ? `${written(step.thrown)}: the attempt succeeded. Roll again.`
      : step?.outcome === 'bonus' && step.seat === mover ? `${written(step.thrown)} scores nothing and earns a bonus. Roll again.`
        : step ? `${before}Your turn.` : 'You begin.'];
    return [choiceWords()];
  }

  function choiceWords() {
    const {thrown, turnPoints} = now.game.position;
    const rolled = `You rolled ${spoken(thrown)}`;
    if (!picked.includes(true)) return `${rolled}. Tap the dice you keep.`;
    const option = now.game.options[pickedOption()];
    if (!option) return `${capital(whyNot(false))}.`;
    const sum = turnPoints ? `, ${points(turnPoints + option.points)} this turn` : '';
    return `${rolled}: ${spoken(option.keep)} ${now.isAutomatic ? 'scores' : 'for'} ${points(option.points)}${sum}.`;
  }

  function bustWords({thrown, before, after, seat}) {
    const gain = after.totals[seat] - before.totals[seat];
    const lost = before.turnPoints - Math.max(0, gain);
    const price = gain < 0 ? ` It also costs ${points(-gain)}.` : gain > 0 ? ` ${points(gain)} locked points are booked.` : '';
    return [make('strong', {class: 'bad'}, 'Bust! '), before.attempt ? `${spoken(thrown)}: the attempt failed` : `Nothing in ${spoken(thrown)} scores`,
      lost > 0 ? `: the ${points(lost)} points of this turn are lost.${price}` : `, and the turn is over.${price}`];
  }

  function botWords(step) {
    const own = step && step.seat === now.game.position.mover ? step : null;
    const who = name(now.game.position.mover);
    if (!own) return `${ended.length ? `${list(ended)}. ` : step && isYours(step.seat) && banks(step) ? `You banked ${points(step.after.totals[step.seat] - step.before.totals[step.seat])}. ` : ''}${who} plays.`;
    return `${who} ${tell(own)}.`;
  }

  /// A step in words that follow its player's name.
  function tell(step) {
    const gain = step.after.totals[step.seat] - step.before.totals[step.seat];
    if (step.isOffer) return accepts(step.action) ? 'accepts the offer' : 'declines the offer';
    if (step.kind === 'act') {
      const kept = `keeps ${written(step.option.keep)}`;
      return banks(step) ? `${kept}, banks ${points(gain)}` : `${kept}, rolls ${step.option.nextDice}`;
    }
    const rolled = `rolls ${written(step.thrown)}`;
    return {choose: rolled, bust: `${rolled}: bust`, attempt: `${rolled}: the attempt succeeds`, win: `${rolled} and wins`,
      bonus: `${rolled}: a bonus`}[step.outcome];
  }

  function result() {
    const {totals, places} = now.game.position;
    const own = now.spec.chair;
    const shown = [...totals.slice(0, now.names.length)].sort((one, other) => other - one).map(points).join(' : ');
    if (places[own] > 1) {
      const first = now.names.filter((_, seat) => places[seat] === 1);
      return `${list(first)} won ${shown}${now.names.length > 2 ? `; you are ${PLACES[places[own]]}` : ''}.`;
    }
    return places.filter(place => place === 1).length > 1 ? `A tie, ${shown}.` : `You won ${shown}.`;
  }

  function showActs() {
    page.turn.textContent = stateWords() || ' ';
    commands().concat([null, null]).slice(0, 2).forEach((command, i) => {
      const shown = i ? page.second : page.first;
      shown.className = i ? 'act' : 'act first';
      shown.hidden = !command;
      if (!command) return;
      shown.replaceChildren(command.shown, ...(command.more ? [make('small', {}, command.more)] : []));
      shown.setAttribute('aria-disabled', String(Boolean(command.why)));
    });
  }

  /// The standing of a turn: what it has, and what ends the game.
  function stateWords() {
    const {phase, turnPoints, offer, locked, inherited, attempt, closer, mover, totals, inGame, dice} = now.game.position;
    if (phase === 'over' || waits) return '';
    return [
      phase === 'offer' ? `offered: ${points(offer.points)} with ${dieCount(offer.dice)}` : turnPoints ? `this turn ${points(turnPoints)}` : '',
      phase === 'throw' && turnPoints ? `${dieCount(dice)} to roll` : '', inherited ? `${points(inherited)} taken over` : '',
      attempt ? 'the attempt' : '', locked ? `${points(locked)} locked` : '',
      now.rules.facts.entry && !inGame[mover] ? `not in yet: the first bank needs ${points(now.rules.facts.entry)}` : '',
      closer < 0 ? '' : closer === mover ? 'last turns' : `last turn: ${points(totals[closer])} to beat`,
    ].filter(Boolean).join(' · ');
  }

  // ---- The coach

  function coachWords({judged}) {
    if (judged.odds !== undefined) return [judged.odds ? 'odds would do the same.' : `odds would ${judged.better}.`];
    if (judged.cost < NEAR) return [judged.choices > 1 ? 'The best decision.' : ''];
    return [make('span', {class: judged.cost > MISTAKE ? 'bad' : ''}, `Gave away ${chance(judged.cost)}\u00a0%`), `; better: ${judged.better}. ${judged.reason}`];
  }

  function showCoach() {
    const when = page.when.field.value;
    const {phase, mover} = now.game.position;
    page.ask.hidden = when !== 'asked';
    page.ask.disabled = phase === 'over' || phase === 'throw' || !isYours(mover);
    const last = now.steps.findLast(step => step.kind === 'act' && isYours(step.seat));
    page.coach.replaceChildren(...(when === 'each' && last ? [`You chose to ${decided(last)}. `, ...coachWords(last)] : [' ']));
  }

  function decided(step) {
    if (step.isOffer) return accepts(step.action) ? 'accept' : 'decline';
    return `keep ${written(step.option.keep)} and ${banks(step) ? 'bank' : 'roll'}`;
  }

  function askCoach() {
    const {phase, mover} = now.game.position;
    if (page.ask.hidden || (phase !== 'choose' && phase !== 'offer') || !isYours(mover)) return;
    if (!now.values) return page.coach.replaceChildren(`odds would ${describe(now.game.judge('odds'))}.`);
    const {after} = now.game.chances();
    const ranked = [...after.keys()].filter(i => !Number.isNaN(after[i])).sort((one, other) => after[other] - after[one]);
    page.coach.replaceChildren(...ranked.slice(0, 4).map(action => make('span', {class: 'choice'}, `${percent(after[action])}\u00a0%: ${describe(action)}`)));
  }

  // ---- The curve, the figures, the steps

  const rowsShown = () => now.steps.filter((step, i) => step.kind === 'act' || now.steps[i + 1]?.kind !== 'act' || now.steps[i + 1].isOffer);

  function showCurve() {
    const isTold = showsChances();
    const own = now.spec.chair;
    const height = share => 200 * (1 - share);
    const across = i => 1000 * i / Math.max(12, now.steps.length);
    const svg = make('svg', {class: 'lines', viewBox: '0 0 1000 200', preserveAspectRatio: 'none', 'aria-hidden': 'true'});
    const marks = make('svg', {class: 'marks', 'aria-hidden': 'true'});
    const axis = make('svg', {class: 'axis', 'aria-hidden': 'true'});
    const top = Math.max(now.rules.facts.target, ...now.game.position.totals);
    for (const share of [0, .5, 1]) {
      svg.append(make('path', {class: 'grid', d: `M0 ${height(share)}H1000`}));
      axis.append(make('text', {x: '100%', y: `${100 * (1 - share)}%`}, isTold ? `${100 * share}\u00a0%` : points(Math.round(share * top))));
    }
    if (isTold) {
      const line = now.steps.map(({chances}, i) => `L${across(i + 1)} ${height(chances[own])}`).join('');
      svg.append(make('linearGradient', {id: 'fill', x2: 0, y2: 200, gradientUnits: 'userSpaceOnUse'},
        ...['s0', 's1'].map(colour => make('stop', {class: colour, offset: '.5'}))));
      svg.append(make('path', {fill: 'url(#fill)', d: `M0 100V${height(now.start[own])}${line}V100z`}));
      now.steps.forEach((step, i) => {
        if (!isYours(step.seat) || !(step.judged?.cost > MISTAKE)) return;
        marks.append(make('svg', {x: `${across(i + 1) / 10}%`, y: `${height(step.chances[own]) / 2}%`, class: 'bad'},
          make('circle', {r: (4 + 10 * Math.sqrt(step.judged.cost)).toFixed(1)})));
      });
    } else {
      now.names.forEach((_, seat) => svg.append(make('path', {class: `line s${placeOf(seat)}`,
        d: 'M0 200' + now.steps.map(({after}, i) => `H${across(i + 1)}V${height(Math.max(0, after.totals[seat]) / top)}`).join('')})));
    }
    page.curve.replaceChildren(make('div', {class: 'chart', role: 'img', 'aria-label': isTold ? `Your chance to win: ${percent(chanceOf(own))}\u00a0%`
      : `Totals: ${now.names.map((one, seat) => `${one} ${points(now.game.position.totals[seat])}`).join(', ')}`}, axis, svg, marks),
    make('figcaption', {class: 'soft small'}, isTold ? 'your chance to win, after every roll and every decision; a dot is a mistake over 2 %' : `totals${whyNoChances()}`));
  }

  function whyNoChances() {
    if (page.when.field.value === 'never') return '';
    if (now.values) return '; the coach speaks at the end';
    if (now.rules.facts.seats > 2) return '; exact chances are known for two players';
    return isQuick(now.rules) ? '; exact chances follow in a moment' : '; exact chances of these rules take too long in a page, so odds advises';
  }

  /// Sums of what stands in the steps: the throws' changes, and the costs of decisions by seat.
  function account() {
    const own = now.spec.chair;
    const lost = [0, 0];
    const mistakes = now.steps.filter(step => isYours(step.seat) && step.judged?.cost > NEAR).sort((one, other) => other.judged.cost - one.judged.cost);
    for (const {seat, judged} of now.steps) lost[seat] += judged?.cost ?? 0;
    // The parts are rounded one by one, and the dice take what is left, so that the reader can add them up.
    const [start, end, given, other] = [now.start[own], chanceOf(own), lost[own], lost[1 - own]].map(share => Math.round(1000 * share) / 1000);
    return {start, end, lost: given, other, luck: end - start + given - other, mistakes};
  }

  function showFacts() {
    const isOver = now.game.position.phase === 'over' && !waits;
    const fact = (what, said) => make('div', {}, make('dt', {}, what), make('dd', {}, said));
    page.verdict.replaceChildren();
    page.facts.replaceChildren();
    for (const table of main.querySelectorAll('.given-away')) table.hidden = true;
    if (isOver) chairs = [...chairs.filter(one => one.chair !== now.spec.chair), {chair: now.spec.chair, words: result()}];
    if (isOver && chairs.length > 1) page.verdict.append(make('p', {}, make('strong', {}, 'The same dice. '),
      chairs.map(({chair, words}) => `In chair ${chair + 1}: ${words}`).join(' ')));
    if (!showsChances() || !now.start) return;
    const {start, end, lost, other, luck, mistakes} = account();
    page.facts.append(fact('given away', `${percent(lost)}\u00a0%`), fact('luck of the dice', `${signed(luck)}\u00a0%`), fact('mistakes', `${mistakes.filter(step => step.judged.cost > MISTAKE).length} over 2 %`));
    if (!isOver) return;
    const parts = [[luck, 'the dice'], [-lost, 'your errors'], [other, `errors of ${name(1 - now.spec.chair)}`]].filter(([share]) => Math.abs(share) > .0005);
    page.verdict.append(make('p', {}, make('strong', {}, 'How it was decided: '),
      [`${percent(start)}\u00a0% at the start`, ...parts.map(([share, what]) => `${signed(share)} by ${what}`)].join(', '), ` = ${chance(end)}\u00a0%.`));
    const [worst] = mistakes;
    if (worst) page.verdict.append(make('p', {}, make('strong', {}, 'Costliest: '), `${written(worst.thrown)}, ${decided(worst)}. `, ...coachWords(worst)));
    showGivenAway(lost);
  }

  /// The person among the league's programs, which stand in a table of the page.
  function showGivenAway(lost) {
    const table = [...main.querySelectorAll('.given-away')].find(one => one.dataset.rules === now.spec.rules);
    if (!table) return;
    table.hidden = false;
    const body = table.querySelector('tbody');
    body.querySelector('.you')?.remove();
    const row = make('tr', {class: 'you'}, make('th', {scope: 'row'}, 'you, in this game'), make('td', {class: 'n'}, percent(lost)));
    const after = [...body.rows].find(one => Number(one.cells[1].textContent) > 100 * lost);
    body.insertBefore(row, after ?? null);
    page.facts.after(table);
  }

  function showLog() {
    const isTold = page.when.field.value === 'each' || (page.when.field.value !== 'never' && now.game.position.phase === 'over');
    const rows = rowsShown();
    page.log.replaceChildren(...rows.map((step, i) => {
      const cost = isTold && step.judged?.cost > NEAR ? make('span', {class: step.judged.cost > MISTAKE ? 'bad' : 'soft'}, ` −${chance(step.judged.cost)}\u00a0%`) : '';
      return make('li', {value: i + 1}, make('span', {class: `name s${placeOf(step.seat)}`}, name(step.seat)), ' ',
        step.isOffer ? tell(step) : step.kind === 'act' ? `${written(step.thrown)}: ${tell(step)}` : tell(step).replace('rolls ', ''), cost);
    }).reverse());
  }

  // ---- Copies, keys, the address

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !page.keys.checked) return;
    const {tagName} = event.target;
    if (['INPUT', 'SELECT', 'TEXTAREA'].includes(tagName)) return;
    if (event.key === 'Enter' && ['BUTTON', 'SUMMARY', 'A'].includes(tagName)) return;
    const key = event.key.toLowerCase();
    const isOver = now.game.position.phase === 'over';
    if (/^[1-6]$/.test(key)) toggle(Number(key) - 1);
    else if (key === 'enter' || (key === 'r' && !isOver)) press(0);
    else if (key === 'b' && !isOver) press(1);
    else if (key === '?') askCoach();
    else return;
    event.preventDefault();
  });

  /// Opens the game of the address, or begins one of the rule set that it names; true if there was either.
  function follow() {
    const find = encoded => [...sets.keys()].find(id => encoded === encodeURIComponent(id));
    const rules = find(/^#play~(.*)$/.exec(location.hash)?.[1]);
    if (rules) begin({...wanted(), rules});
    const linked = readGame(location.hash);
    const spec = linked && {...linked.spec, rules: find(linked.spec.rules)};
    if (!spec?.rules || (spec.bots.includes('optimal') && !takesOptimal(spec))) return Boolean(rules);
    chairs = [];
    play(spec, linked.actions, linked.trailing);
    return true;
  }

  addEventListener('hashchange', follow);
  if (!follow()) begin(wanted());
}
