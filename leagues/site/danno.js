// A deal: board, controls, one game at a time.

// Run in <head>, before anything is painted. What a deal gets here (board, controls, one game at a time)
// would push down what stands below it, so the style keeps all of that back until it is in place. A page
// on which this is not run keeps nothing back.
document.documentElement.classList.add('starting');
// A frame of another page shows board, curve and controls alone.
if (location.search === '?embed') document.documentElement.classList.add('embed');
document.addEventListener('DOMContentLoaded', () => {
  document.documentElement.classList.remove('starting');  // at once: there are places to measure
  const deal = document.querySelector('main.deal');
  if (deal) startDeal(deal);
});

/// Copies a text, or shows it marked where there is no clipboard.
function copyText(text, place, label) {
  const byHand = () => {
    const field = make('input', {readonly: '', 'aria-label': label, value: text});
    place.replaceChildren(field);
    field.focus();
    field.select();
  };
  if (!navigator.clipboard) return byHand();
  navigator.clipboard.writeText(text).then(() => place.replaceChildren('Copied.'), byHand);
}

function icon(path) {
  return make('svg', {viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'icon'}, make('path', {d: path}));
}

const ICONS = {
  first: 'M4 4h2v12H4zM16 4v12L7 10z', back: 'M14 4v12L5 10z', on: 'M6 4v12l9-6z',
  last: 'M14 4h2v12h-2zM4 4v12l9-6z', play: 'M5 3v14l12-7z', pause: 'M5 4h3v12H5zM12 4h3v12h-3z',
};

/// A row of a game's table as the board shows it.
function readRow(row) {
  const cells = [...row.cells];
  const [step, player] = cells;
  const place = cells.findIndex(cell => cell.className === 'd');  // of the dice; before it totals, of two or of each
  const rest = cells.slice(place + 1);
  const [, played, chance, cost, better] = rest.length > 1 ? rest : [null, rest[0]];
  return {
    number: Number(step.textContent),
    agent: Number(row.className.charAt(1)),
    player: player.textContent,
    totals: cells.slice(2, place - 1).flatMap(cell => cell.textContent.split(' : ')),
    turn: cells[place - 1].textContent,
    dice: [...cells[place].children].map(die => ({face: die.textContent, kept: die.tagName === 'B'})),
    played: played.firstChild.textContent,
    state: played.querySelector('small')?.textContent ?? '',
    chance: chance?.textContent ?? '',
    cost: cost?.textContent ?? '',
    better: better?.firstChild?.textContent ?? '',
    isMistake: row.classList.contains('x'),
  };
}

/// Of the other agent of two: what is no certainty stays none.
function otherChance(chance) {
  if (chance === '<0.1') return '>99.9';
  if (chance === '>99.9') return '<0.1';
  const other = 100 - Number(chance);
  return Number.isInteger(other) && chance.indexOf('.') < 0 ? String(other) : other.toFixed(1);
}

// Dice

const PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

function drawDie({face, kept}, place) {
  const die = make('g', {class: kept ? 'kept' : 'left', transform: `translate(${8 + 56 * place} 14)`});
  const body = make('g', {class: 'die'}, make('rect', {width: 44, height: 44, rx: 8}));
  for (const pip of PIPS[face] ?? [])
    body.append(make('circle', {cx: 11 + 11 * (pip % 3), cy: 11 + 11 * Math.floor(pip / 3), r: 4}));
  if (!PIPS[face]) body.append(make('text', {x: 22, y: 31}, face));
  die.append(body);
  return die;
}

function drawDice(svg, dice) {
  svg.replaceChildren(...dice.map(drawDie));
  svg.setAttribute('viewBox', `0 0 ${Math.max(1, dice.length) * 56 + 4} 66`);
  svg.setAttribute('width', Math.max(1, dice.length) * 56 + 4);
  const kept = dice.filter(die => die.kept).map(die => die.face).join('');
  const thrown = dice.map(die => die.face).join('');
  svg.setAttribute('aria-label', dice.length ? `thrown ${thrown}${kept ? ', kept ' + kept : ''}` : 'no dice');
}

// The board

/// The sides of a game with their names, for showSide().
function makeSides(agents) {
  const sides = agents.map((name, agent) => {
    const side = {
      moves: make('span', {class: 'moves small', 'aria-hidden': 'true'}, 'to play'), total: make('strong'),
      bar: make('i', {class: `bg${agent}`}), chance: make('span', {class: 'soft small'}),
    };
    side.root = make('div', {class: 'side'},
      make('span', {class: `name s${agent}`}, make('bdi', {}, name)),
      make('span', {}, side.total, ' ', side.moves), make('span', {class: 'bar'}, side.bar), side.chance);
    return side;
  });
  return {sides, root: make('div', {class: `sides of${agents.length}`}, ...sides.map(side => side.root))};
}

/// Shows whether it is a side's turn, its total in words and as a share of the target, and its chance in words.
function showSide(side, {moves, total, share, chance}) {
  side.moves.hidden = !moves;
  side.total.textContent = total;
  side.bar.style.width = `${Math.max(0, Math.min(100, 100 * share))}%`;
  side.chance.textContent = chance;
}

function makeBoard(agents) {
  const {sides, root} = makeSides(agents);
  const board = {
    sides, dice: make('svg', {role: 'img', class: 'dice'}), turn: make('p', {class: 'soft small'}),
    said: make('p', {class: 'said', 'aria-live': 'polite'}),
  };
  board.root = make('div', {class: 'board', role: 'group', 'aria-label': 'The board'},
    root, board.turn, board.dice, board.said);
  return board;
}

function showBoard(board, row, target) {
  board.sides.forEach((side, agent) => showSide(side, {
    moves: agent === row.agent, total: row.totals[agent],
    share: Number(row.totals[agent].replaceAll(',', '')) / target,
    chance: row.chance && `${agent === 0 ? row.chance : otherChance(row.chance)} % to win`,
  }));
  drawDice(board.dice, row.dice);
  board.said.replaceChildren(make('bdi', {class: `name s${row.agent}`}, row.player), ` ${row.played}.`);
  if (row.cost)
    board.said.append(make('span', {class: row.isMistake ? 'bad' : 'soft'},
      ` Gave away ${row.cost} %: ${row.better}.`));
  board.turn.textContent = [row.turn === '0' ? '' : `turn so far ${row.turn}`, row.state].filter(Boolean).join('; ');
}

// The deal

function startDeal(main) {
  const agents = [...main.querySelector('.facts').querySelectorAll('div:not(.wide) > dt bdi')].map(name => name.textContent);
  const games = [...main.querySelectorAll('section.game')].map(readGame);
  const same = main.querySelector('section.same');
  const sections = [...main.querySelectorAll('section')];
  const board = makeBoard(agents);
  let game = games[main.dataset.open.charCodeAt(0) - 97] ?? games[0];
  let timer = 0;
  let view = null;  // the section that is seen

  function readGame(section, index) {
    const rows = [...section.querySelectorAll('tbody tr')];
    const places = rows.map((row, at) => Number(row.dataset.at ?? at) + 1);
    return {
      section, rows, places, at: 0, letter: String.fromCharCode(97 + index),
      target: Number(section.dataset.target), of: places[places.length - 1],
      box: section.querySelector('.steps'), marks: section.querySelector('.marks'),
      cursor: make('line', {class: 'cursor', y1: '0', y2: '100%'}),
    };
  }

  // What is seen

  /// One section at a time is in the document: of six they have tens of thousands of elements.
  function see(section) {
    view = section;
    if (!section.isConnected) tabs.after(section);
    for (const one of sections) if (one !== section) one.remove();
    for (const tab of tabs.children) tab.setAttribute('aria-pressed', String(tab.section === section));
    if (section !== same) {
      mistakes.hidden = !section.querySelector('tr.x');
      section.querySelector('.play').prepend(board.root, controls);
      section.querySelector('.list')?.before(options);
      // A game of no throws, as of an agent that never started, has no position to show.
      for (const one of [board.root, controls]) one.hidden = !section.querySelector('.list');
    }
  }

  function show(next, at, address = true) {
    game = next;
    if (view !== game.section) see(game.section);
    if (!game.rows.length) return;
    game.rows[game.at].classList.remove('now');
    game.rows[game.at].removeAttribute('aria-current');
    game.at = Math.max(0, Math.min(at, game.rows.length - 1));
    const row = game.rows[game.at];
    row.classList.add('now');
    row.setAttribute('aria-current', 'step');
    showBoard(board, readRow(row), game.target);
    game.box.scrollTop = row.offsetTop - (game.box.clientHeight - row.offsetHeight) / 2;
    const across = `${100 * game.places[game.at] / game.of}%`;
    game.cursor.setAttribute('x1', across);
    game.cursor.setAttribute('x2', across);
    game.marks?.append(game.cursor);
    if (address) history.replaceState(null, '', `#${row.id}`);
  }

  function open(fragment) {
    if (same && fragment === '#same') return see(same);
    if (same && /^#seat\d+-\d+$/.test(fragment)) return see(same);
    const found = /^#([a-f])(\d{1,6})$/.exec(fragment);
    const next = found && games[found[1].charCodeAt(0) - 97];
    if (!next) return view || show(game, 0, false);
    const at = next.rows.findIndex(row => Number(row.id.slice(1)) >= Number(found[2]));
    show(next, at < 0 ? next.rows.length - 1 : at, false);
  }

  /// A link within the page: as open(), and what was opened comes into sight, not its row.
  function follow(fragment) {
    stop();
    open(fragment);
    history.replaceState(null, '', fragment);
    const target = view === same && document.getElementById(fragment.slice(1));
    (target || view).scrollIntoView();
    if (view !== same) show(game, game.at, false);
  }

  // Commands

  function label(one, words, path) {
    one.setAttribute('aria-label', words);
    one.replaceChildren(icon(path), make('span', {class: 'more'}, ` ${words}`));
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    label(playing, 'Play', ICONS.play);
    board.said.setAttribute('aria-live', 'polite');
  }

  function go(at) {
    stop();
    show(game, at);
  }

  function tick() {
    if (game.at + 1 >= game.rows.length || document.hidden) return stop();
    show(game, game.at + 1);
    timer = setTimeout(tick, Number(speed.value));
  }

  function play() {
    if (timer) return stop();
    if (view === same) show(game, game.at);
    if (game.at + 1 >= game.rows.length) show(game, 0);
    board.said.setAttribute('aria-live', 'off');
    label(playing, 'Pause', ICONS.pause);
    timer = setTimeout(tick, Number(speed.value));
  }

  /// The nearest row in that direction with a mistake, or where another player begins.
  function find(step, wanted) {
    for (let at = game.at + step; game.rows[at]; at += step) if (wanted(at)) return at;
    return step > 0 ? game.rows.length - 1 : 0;
  }
  const isMistake = at => game.rows[at].classList.contains('x');
  const beginsTurn = at => at === 0 || readRow(game.rows[at]).agent !== readRow(game.rows[at - 1]).agent;

  function nextMistake(step) {
    const at = find(step, isMistake);
    if (isMistake(at)) go(at);
  }

  /// The turn of the current row among those side by side.
  const sharedTurn = () => same?.querySelector(`a[href="#${game.rows[game.at].id}"]`)?.closest('tr');

  function otherGame() {
    if (games.length < 2) return;
    stop();
    const other = games[(games.indexOf(game) + 1) % games.length];
    const there = sharedTurn()?.querySelector(`a[href^="#${other.letter}"]`);
    if (there) return follow(there.hash);
    show(other, game.at);
  }

  function sideBySide() {
    if (!same) return;
    stop();
    if (view === same) return show(game, game.at);
    const turn = sharedTurn();
    see(same);
    history.replaceState(null, '', '#same');
    turn?.scrollIntoView({block: 'center'});
  }

  const wholePage = () => location.href.replace('?embed', '');

  function copyLink() {
    stop();
    copyText(wholePage(), copied, 'Address of this step');
  }

  function copyFrame() {
    stop();
    const frame = make('iframe', {src: wholePage().replace(/(?=#|$)/, '?embed'), title: document.title, width: '100%', height: 640, loading: 'lazy'});
    copyText(new XMLSerializer().serializeToString(frame).replace(/ xmlns="[^"]*"/, ''), copied, 'Code that shows this game in another page');
  }

  // Controls

  const playing = button('Play', '', play);
  const mistakes = button('Next mistake', make('span', {}, make('span', {class: 'more'}, 'Next '), 'mistake'), () => nextMistake(1));
  const speed = make('select', {}, make('option', {value: 1600}, 'slow'),
    make('option', {value: 800, selected: ''}, 'normal'), make('option', {value: 250}, 'fast'));
  const copied = make('span', {role: 'status', class: 'small'});
  const keys = make('details', {class: 'small keys'}, make('summary', {}, 'Keys'));
  for (const [key, what] of [
    ['← →', 'a throw; with Shift a turn'], ['Home End', 'first and last'], ['Space', 'play and pause'],
    ['m M', 'next and previous mistake'], ['f', 'the other game at the same turn'],
    ['s', 'same dice, side by side'], ['?', 'these keys']])
    keys.append(make('p', {}, make('kbd', {}, key), ` ${what}`));
  const controls = make('div', {class: 'controls moving', role: 'group', 'aria-label': 'Controls'},
    button('First', icon(ICONS.first), () => go(0)), button('Back', icon(ICONS.back), () => go(game.at - 1)),
    playing, button('On', icon(ICONS.on), () => go(game.at + 1)),
    button('Last', icon(ICONS.last), () => go(game.rows.length - 1)),
    mistakes);
  const options = make('div', {class: 'controls', role: 'group', 'aria-label': 'Options'},
    button('', 'Copy link', copyLink), button('', 'Embed', copyFrame), make('label', {}, 'Speed ', speed), copied, keys);
  const tabs = make('div', {class: games.length > 3 ? 'tabs many' : 'tabs', role: 'group', 'aria-label': 'Views'});
  function addTab(section, act, before, shown, ...more) {
    const tab = button('', make('span', {class: 'word'}, before), act);
    tab.append(shown, make('span', {class: 'more'}, ...more));
    tab.setAttribute('aria-label', tab.textContent);
    tab.section = section;
    tabs.append(tab);
  }
  games.forEach((each, index) => addTab(each.section, () => {
    stop();
    show(each, each.at);
  }, 'Game ', index + 1, ': ', make('bdi', {}, agents[Number(each.section.dataset.first)]), ' begins'));
  if (same) {
    addTab(same, () => view !== same && sideBySide(), '', 'Same dice', ', side by side');
    const only = button('', 'Only where they differ', () => {
      only.setAttribute('aria-pressed', String(same.classList.toggle('only')));
    });
    only.setAttribute('aria-pressed', 'false');
    same.querySelector('.box').before(make('div', {class: 'controls'}, only));
  }
  sections[0].before(tabs);
  tabs.hidden = games.length < 2;
  addEventListener('beforeprint', () => tabs.after(...sections));
  addEventListener('afterprint', () => see(view));

  const COMMANDS = {
    ArrowLeft: () => go(game.at - 1), ArrowRight: () => go(game.at + 1), Home: () => go(0),
    End: () => go(game.rows.length - 1), ' ': play, m: () => nextMistake(1), M: () => nextMistake(-1),
    f: otherGame, s: sideBySide, '?': () => { keys.open = !keys.open; },
    ShiftArrowLeft: () => go(find(-1, beginsTurn)), ShiftArrowRight: () => go(find(1, beginsTurn)),
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const tag = event.target.tagName;
    if (tag === 'INPUT' || tag === 'SELECT' || (event.key === ' ' && (tag === 'BUTTON' || tag === 'SUMMARY'))) return;
    const command = COMMANDS[(event.shiftKey && event.key.startsWith('Arrow') ? 'Shift' : '') + event.key];
    if (!command) return;
    event.preventDefault();
    command();
  });
  document.addEventListener('visibilitychange', () => document.hidden && stop());
  main.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow(link.getAttribute('href'));
  });
  addEventListener('hashchange', () => open(location.hash));
  // The browser's own jump to a row comes after this script, and hides the board.
  addEventListener('load', () => /^#[a-f]\d/.test(location.hash) && follow(location.hash));
  for (const each of games) {
    each.marks?.parentElement.addEventListener('click', event => {
      if (event.target.closest('a')) return;
      const bounds = each.marks.getBoundingClientRect();
      const place = (event.clientX - bounds.left) / bounds.width * each.of;
      const at = each.places.findIndex(one => one >= place);
      go(at < 0 ? each.rows.length - 1 : at);
    });
  }
  if (document.documentElement.classList.contains('embed')) {
    main.prepend(make('h1', {class: 'whole'}, make('a', {href: wholePage(), target: '_blank'}, document.title)));
    for (const link of document.links) if (!link.getAttribute('href').startsWith('#')) link.target = '_blank';
  }
  stop();
  open(location.hash);
}
