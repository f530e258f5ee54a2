
// A bot in the page: its text, its matches against the bundled bots, its folder as an archive. Rules, dice, ratings
// and costs are danno.wasm's.

const OPPONENTS = ['hold', 'odds', 'optimal'];
const DEALS = 1000;
const LONGEST_ADDRESS = 4000;
const LONGEST_TEXT = 200000;

document.documentElement.classList.add('scripted');
document.addEventListener('DOMContentLoaded', () => {
  const place = document.querySelector('.write');
  if (place) startWriting(place).catch(error => tellUnable(place, error));
  document.documentElement.classList.add('written');
});

function tellUnable(place, error) {
  place.replaceChildren(make('p', {class: 'bad'}, error.message));
}

async function startWriting(place) {
  if (typeof WebAssembly !== 'object') throw new Error('This browser runs no WebAssembly, which plays the games of this page.');
  new Writer(place);
}

class Writer {
  constructor(place) {
    this.place = place;
    this.makeParts();
    this.editor.set(FILES.steps[0].text);
    this.show(0);
    this.readAddress();
    addEventListener('hashchange', () => this.readAddress());
    addEventListener('beforeunload', event => this.unsaved && event.preventDefault());
    loadDanno().then(danno => this.begin(danno), error => tellUnable(this.place, error));
  }

  makeParts() {
    const find = name => this.place.querySelector(`.${name}`);
    this.steps = find('begin');
    this.steps.append(...FILES.steps.map(({title}, i) => button('', `${i + 1} · ${title}`, () => this.takeStep(i))));
    this.about = find('about-step');
    this.editor = new Editor(find('code'), 'The bot, in JavaScript', () => this.change(), () => this.run());
    this.runs = button('', 'Run', () => this.running ? this.stop() : this.run());
    this.runs.className = 'first';
    this.runs.disabled = true;
    find('acts').append(this.runs, button('', 'Download', () => this.download()), button('', 'Copy link', () => this.copyLink()));
    this.said = find('said');
    this.bar = make('progress', {max: 1, value: 0, 'aria-label': 'games played'});
    find('said').before(this.bar);
    this.results = find('results');
    this.printed = find('printed');
    this.name = this.addField('Name', make('input', {value: 'mybot', maxlength: 40, autocomplete: 'off', spellcheck: 'false'}));
    this.rules = this.addField('Rules', make('select'));
    this.seed = this.addField('Seed of the dice', make('input', {value: 'tutorial', maxlength: 80, autocomplete: 'off', spellcheck: 'false'}));
    find('choices').append(button('', 'Other dice', () => this.seed.value = this.danno?.seedText().slice(0, 12) ?? ''));
  }
  get ownName() {
    return this.name.value.trim() || 'mybot';
  }
  get ownSeed() {
    return this.seed.value || 'tutorial';
  }
  addField(words, input) {
    this.place.querySelector('.choices').append(make('label', {}, words, input));
    return input;
  }
  begin(danno) {
    this.danno = danno;
    this.rules.append(...danno.bundled.map(id => make('option', id === 'koans' ? {selected: ''} : {}, id)));
    this.runs.disabled = false;
  }
  say(...words) {
    this.said.className = 'said';
    this.said.replaceChildren(...words);
  }

  // The editor

  show(step) {
    this.step = step;
    [...this.steps.children].forEach((one, i) => one.setAttribute('aria-pressed', String(i === step)));
    this.about.replaceChildren(FILES.steps[step].about);
  }
  takeStep(step) {
    const isOwn = !FILES.steps.some(({text}) => text === this.editor.text);
    this.editor.replace(FILES.steps[step].text);
    this.show(step);
    this.say(isOwn ? 'In the place of your text. Undo (Ctrl+Z) brings yours back.' : '');
  }
  change() {
    this.unsaved = true;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.writeAddress(), 300);
  }
  /// Keeps the text in the address, where it is short.
  async writeAddress() {
    const {text} = this.editor;
    const isStep = FILES.steps.some(step => step.text === text);
    const packed = isStep ? '' : await pack(text);
    if (text !== this.editor.text) return;
    const fits = packed.length <= LONGEST_ADDRESS;
    history.replaceState(null, '', fits && packed ? `#b=${packed}` : location.pathname + location.search);
    this.unsaved = !fits;
  }
  async readAddress() {
    const packed = location.hash.match(/^#b=([\w-]+)$/)?.[1];
    const text = packed ? await unpack(packed).catch(() => '') : '';
    if (!text || text === this.editor.text) return;
    this.editor.set(text);
    this.say('This bot came with the address. It runs in a box of its own, when you press Run.');
  }

  // The matches of the bot

  async run() {
    if (this.running || !this.danno) return;
    this.running = true;
    this.stopped = false;
    this.verdicts = [];
    this.bar.value = 0;
    this.runs.textContent = 'Stop';
    this.editor.markLine(0);
    this.printed.hidden = true;
    this.printed.lastElementChild.replaceChildren();
    this.results.replaceChildren();
    this.place.classList.add('running');
    try {
      await this.playAll();
    } catch (error) {
      this.tellFault(error);
    }
    this.place.classList.remove('running');
    if (this.said.getBoundingClientRect().bottom > innerHeight - 60) this.said.scrollIntoView({block: 'start'});  // a phone
    this.running = false;
    this.runs.textContent = 'Run';
  }
  stop() {
    this.stopped = true;
    this.bot?.end();
    this.referee?.end();
    this.referee = null;
  }
  async playAll() {
    const name = this.ownName;
    const rules = this.danno.rules(this.rules.value);
    const {isSolvable, isQuick} = rules.facts;
    const exact = isSolvable && isQuick;
    const opponents = OPPONENTS.filter(one => one !== 'optimal' || exact);
    const body = this.makeTable(opponents);
    this.referee ??= new Referee(this.danno.module);
    this.say(exact && !this.solved?.has(rules.id) ? `Solving ${rules.id}, once.` : 'Loading the bot.');
    for (const [i, policy] of opponents.entries()) {
      const bot = this.bot = new Bot(this.editor.text, lines => this.print(lines));
      const chosen = {rules: rules.id, names: [name === policy ? `my-${name}` : name, policy], policy, seed: this.ownSeed, deals: DEALS, exact};
      const result = await this.referee.play(chosen, bot, done => {
        if (!this.bar.value) this.say(`Playing ${DEALS.toLocaleString('en')} deals against each, every deal twice on the same dice.`);
        this.bar.value = (i + Math.max(done, 0.01)) / opponents.length;
      }).finally(() => bot.end());
      this.solved = (this.solved ?? new Set()).add(rules.id);
      this.showResult(body.rows[i], result, policy);
      if (i === 0) this.showCostliest(result.costliest, policy, rules, exact);
    }
    this.showCommand(name, rules);
    rules.free();
  }
  print(lines) {
    const list = this.printed.lastElementChild;
    for (const line of lines.slice(0, 200 - list.childElementCount)) list.append(make('span', {}, line));
    this.printed.hidden = false;
  }

  // The results

  tellFault(error) {
    if (this.stopped) {
      this.say('Stopped.');
      return;
    }
    const words = error instanceof BotFault ? error.message : `The page failed: ${error.message}`;
    this.say();
    this.said.className = 'said bad';
    if (error.line > 0) {
      this.editor.markLine(error.line);
      this.said.append(button('', `Line ${error.line}`, () => this.editor.goTo(error.line)), ' ');
    }
    this.said.append(words);
    this.results.replaceChildren();
    if (error.question) this.results.append(make('h2', {}, 'What it was asked'), ownLines(error.question));
  }
  makeTable(opponents) {
    const heads = ['against', 'Elo ± 95 %', 'without luck', 'score'];
    const table = make('table', {class: 'outcome'}, make('thead', {}, make('tr', {}, ...heads.map((head, i) =>
      make('th', {scope: 'col', class: i ? 'n' : ''}, head)))), make('tbody', {}, ...opponents.map(policy =>
      make('tr', {}, make('th', {scope: 'row'}, policy, make('small')), ...heads.slice(1).map(() => make('td', {class: 'n'}, '…'))))));
    this.results.append(make('h2', {}, 'Result'), table);
    return table.tBodies[0];
  }
  showResult(row, {raw, adjusted, score}, policy) {
    const shown = adjusted ?? raw;
    [showElo(raw), adjusted ? showElo(adjusted) : '–', `${(100 * score).toFixed(1)} %`].forEach((words, i) =>
      row.cells[i + 1].textContent = words);
    const verdict = shown.low > 0 ? 'better' : shown.high < 0 ? 'worse' : 'even';
    row.className = verdict;
    const name = this.ownName;
    row.querySelector('small').textContent = {better: 'beaten', worse: 'is stronger', even: 'undecided'}[verdict];
    this.verdicts.push({better: `${name} beats ${policy}.`, worse: `${policy} is stronger.`, even: `Nobody can tell ${name} and ${policy} apart yet.`}[verdict]);
    this.say(this.verdicts.join(' '));
  }
  showCostliest(worst, policy, rules, exact) {
    const part = make('div', {class: 'costliest'}, make('h2', {}, 'Its costliest decision'));
    this.results.append(part);
    if (!worst) {
      part.append(make('p', {}, exact ? 'None cost anything.' : `What a decision in ${rules.id} costs is not known here.`));
      return;
    }
    const asked = readRow(worst.row);
    const points = units => rules.points(units);
    const isOffer = worst.action >= 2 * rules.facts.options;
    const {mask} = isOffer ? {mask: 0} : asked.options[worst.action >> 1];
    const svg = make('svg', {class: 'dice', role: 'img', preserveAspectRatio: 'xMinYMid'});
    drawDice(svg, asked.dice.map((face, i) => ({face: rules.facts.faces[face - 1], kept: (mask >> i & 1) !== 0})));
    if (!isOffer) part.append(svg);
    part.append(
      make('p', {}, `Against ${policy}, at ${points(asked.totals[asked.seat])} to ${points(asked.totals[1 - asked.seat])}` +
        `${asked.turnPoints ? ` with ${points(asked.turnPoints)} in the turn` : ''}: ${describe(asked, worst.action, rules)}. ` +
        `Better: ${describe(asked, worst.best, rules)}.`),
      make('p', {}, make('strong', {class: 'bad'}, `Gave away ${(100 * worst.cost).toFixed(1)} %`),
        ` of a chance to win of ${(100 * worst.chance).toFixed(1)} %.`));
  }
  showCommand(name, rules) {
    const words = `danno match ${quoteShell(name)} ${OPPONENTS[0]} --rules ${rules.id} --deals ${DEALS} --seed ${quoteShell(this.ownSeed)}`;
    this.results.append(make('p', {class: 'soft small'}, 'The same on your machine: ', make('code', {}, words)));
  }

  // The folder of the bot, and its link

  async download() {
    const name = this.ownName;
    if (!/^[A-Za-z0-9][\w.-]*$/.test(name)) {
      this.say('The name has letters, digits, dots, dashes and underscores; it begins with a letter or a digit.');
      this.name.closest('details').open = true;
      this.name.focus();
      return;
    }
    const own = (path, text) => path === 'agent.mjs' ? this.editor.text
      : ['agent.toml', 'README.md', '.gitignore'].includes(path) ? text.replaceAll('koans', this.rules.value).replaceAll('mybot', name) : text;
    const archive = await zip(Object.entries(FILES.folder).map(([path, text]) => ({path: `${name}/${path}`, file: new Blob([own(path, text)])})));
    const link = make('a', {href: URL.createObjectURL(archive), download: `${name}.zip`});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    this.unsaved = false;
    this.say(`${name}.zip has its folder. Unpack it, then try `, make('code', {}, `danno check ${name}`), '.');
  }
  async copyLink() {
    await this.writeAddress();
    if (this.unsaved) {
      this.say('The bot is too long for an address: download it.');
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      this.say('Copied. Who opens the link has this bot in the editor.');
    } catch {
      this.say('The link is in the address bar: this browser copies nothing from here.');
    }
  }
}

/// The numbers of a question that the page shows; the row is that of danno_match_questions.
function readRow(row) {
  const dice = [];
  for (let face = 0; face < 6; ++face)
    for (let count = row[17 + face]; count > 0; --count) dice.push(face + 1);
  const options = Array.from({length: row[3]}, (_, i) => ({mask: row[23 + 4 * i], points: row[24 + 4 * i]}));
  return {seat: row[1], turnPoints: row[5], totals: [row[13], row[14]], dice, options};
}

function describe({dice, options}, action, rules) {
  if (action === rules.accept) return 'accept the offer';
  if (action === rules.decline) return 'decline the offer';
  const {mask} = options[action >> 1];
  const kept = dice.filter((_, i) => mask >> i & 1).map(face => rules.facts.faces[face - 1]).join('');
  return `keep ${kept} and ${action & 1 ? 'bank' : 'roll'}`;
}

/// "−61 ± 9"; a bound where the interval has one end.
function showElo({elo, low, high}) {
  const signed = number => `${number < -0.5 ? '−' : number >= 0.5 ? '+' : ''}${Math.abs(number).toFixed(0)}`;
  if (!Number.isNaN(low) && !Number.isNaN(high)) return `${signed(elo)} ± ${((high - low) / 2).toFixed(0)}`;
  if (!Number.isNaN(low)) return `≥ ${signed(low)}`;
  return Number.isNaN(high) ? '–' : `≤ ${signed(high)}`;
}

/// A word as a shell reads it.
function quoteShell(word) {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function ownLines(text) {
  return make('pre', {class: 'own', tabindex: '0'}, text);
}

/// A text in few letters that an address may have.
async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/// The text again; nothing where it is none, or longer than a bot is.
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const utf8 = new TextDecoder('utf-8', {fatal: true});
  let text = '';
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return text + utf8.decode();
    text += utf8.decode(value, {stream: true});
    if (text.length > LONGEST_TEXT) throw new RangeError('longer than a bot is');
  }
}
