// "What would you do?": five decisions a day, by the date alone. Chances, costs and reasons stand in the page.
document.addEventListener('DOMContentLoaded', () => {
  const main = document.querySelector('main.puzzle');
  if (main) startPuzzles(main);
});

const A_DAY = 5;
const SQUARES = {best: '■', near: '▨', wrong: '□'};
const SAID = {best: 'right', near: 'nearly right', wrong: 'wrong'};

/// The places in the list of a day's decisions. The list is sorted from plain to subtle; a day takes one of
/// each fifth, and each fifth turns a place further whenever all of it was shown.
function dayPlaces(day, count) {
  const fifth = Math.floor(count / A_DAY);
  if (fifth === 0) return [...Array(count).keys()];
  const round = Math.floor(day / fifth);
  return Array.from({length: A_DAY}, (_, part) => part * fifth + (((day + part * round) % fifth) + fifth) % fifth);
}

/// The date in the address, such as #2026-11-26; otherwise today.
function chosenDate() {
  const named = /^#(\d{4})-(\d\d)-(\d\d)$/.exec(location.hash);
  const now = new Date();
  const date = named ? new Date(Date.UTC(Number(named[1]), Number(named[2]) - 1, Number(named[3])))
    : new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
  return {day: date.getTime() / 86400000, text: date.toISOString().slice(0, 10), words: date.toUTCString().slice(5, 16)};
}

/// A decision of the list as the board shows it.
function readDecision(article) {
  const names = [...article.querySelectorAll('.totals bdi')].map(name => name.textContent);
  const mover = Number(article.dataset.mover);
  const faces = [...article.querySelectorAll('.d i')].map(die => die.textContent);
  return {
    article, names, mover, faces, target: Number(article.dataset.target),
    heading: article.querySelector('h3'),
    totals: [...article.querySelectorAll('.totals b')].map(total => total.textContent),
    state: article.querySelector('.state')?.textContent ?? '',
    table: article.querySelector('table'),
    choices: [...article.querySelectorAll('tbody tr')].map(row => {
      const small = row.cells[0].querySelector('small')?.textContent ?? '';
      return {
        small, keep: small.split(' ')[1] ?? '', kind: row.className || 'wrong', words: row.cells[0].firstChild.textContent,
        cost: row.cells.length > 2 ? row.cells[2].textContent : '',
      };
    }),
  };
}

/// The thrown dice, those of a keep marked.
function keptDice(faces, keep) {
  const left = [...keep];
  return faces.map(face => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return {face, kept: at >= 0};
  });
}

function startPuzzles(main) {
  const list = main.querySelector('.list');
  const articles = [...list.querySelectorAll('article')];
  const quiz = make('div', {class: 'quiz'});
  let date = null;
  let decisions = [];
  let results = [];  // 'best', 'near' or 'wrong', and the choice

  list.replaceWith(quiz);
  addEventListener('beforeprint', () => main.append(...decisions.map(one => one.article)));
  addEventListener('afterprint', () => decisions.forEach(one => one.article.remove()));
  addEventListener('hashchange', begin);

  function begin() {
    date = chosenDate();
    decisions = dayPlaces(date.day, articles.length).map(place => readDecision(articles[place]));
    results = [];
    ask(false);
  }

  function squares() {
    const words = results.map(({choice}, at) => `${at + 1} ${SAID[choice.kind]}`).join(', ') || 'none answered yet';
    return make('span', {class: 'squares', role: 'img', 'aria-label': words},
      ...decisions.map((_, at) => make('i', {class: results[at]?.choice.kind ?? ''})));
  }

  function head(words) {
    return make('div', {class: 'progress'}, make('h2', {tabindex: '-1'}, ...words), squares());
  }

  function show(...parts) {
    quiz.replaceChildren(...parts);
    return parts;
  }

  function ask(focus = true) {
    const number = results.length;
    const decision = decisions[number];
    const {names, mover} = decision;
    const board = makeBoard(names.map((name, agent) => agent === mover ? `you, for ${name}` : name));
    showBoard(board, {...decision, agent: mover, chance: '', dice: [], player: names[mover], played: '', cost: '',
      turn: '0'}, decision.target);
    board.said.replaceChildren('What would you do?');
    const keeps = new Set(decision.choices.map(choice => choice.keep));
    const lift = keep => {
      drawDice(board.dice, keptDice(decision.faces, keep));
      board.root.classList.toggle('flat', keep === '');
    };
    const unlift = () => results.length === number && lift(keeps.size === 1 ? [...keeps][0] : '');
    const choices = make('div', {class: 'choices', role: 'group', 'aria-label': 'Your decision'});
    decision.choices.forEach((choice, at) => {
      const one = button('', make('span', {}, choice.words), () => answer(decision, choice, board, lift));
      if (choice.small) one.append(make('small', {}, choice.small));
      one.prepend(make('kbd', {'aria-hidden': 'true'}, at + 1));
      for (const event of ['focus', 'pointerenter']) one.addEventListener(event, () => lift(choice.keep));
      for (const event of ['blur', 'pointerleave']) one.addEventListener(event, unlift);
      choices.append(one);
    });
    unlift();
    const [top] = show(head([`${number + 1} of ${decisions.length}: `, ...decision.heading.cloneNode(true).childNodes]),
      make('div', {class: 'decision'}, make('div', {}, board.root, choices), make('div', {class: 'solution'})));
    if (focus) top.firstChild.focus({preventScroll: true});
  }

  function verdict(decision, choice) {
    const best = decision.choices.find(one => one.kind === 'best');
    if (choice.kind === 'best') return 'Right.';
    const better = choice.small === best.small || !best.small ? best.words : `${best.words} (${best.small})`;
    if (!choice.cost) return `Not as odds: ${better}.`;
    return `${choice.kind === 'near' ? 'Nearly' : 'No'}: ${better} is better by ${choice.cost}.`;
  }

  function answer(decision, choice, board, lift) {
    results.push({decision, choice});
    board.said.replaceChildren(make('span', {class: `name ${choice.kind}`}, verdict(decision, choice)));
    const table = decision.table.cloneNode(true);
    const shown = table.tBodies[0].rows[decision.choices.indexOf(choice)];
    shown.classList.add('own');
    shown.cells[shown.cells.length - 1].prepend(make('strong', {}, shown.cells[shown.cells.length - 1].textContent ? 'you, ' : 'you'));
    for (const row of table.tBodies[0].rows) if (row.cells.length > 2) row.cells[0].append(chanceBar(row.cells[1].textContent));
    const last = results.length === decisions.length;
    const next = button('', last ? 'The result' : 'Next', last ? end : () => ask());
    next.className = 'next';
    const place = quiz.querySelector('.decision');
    place.querySelector('.choices').replaceWith(next);
    place.querySelector('.solution').replaceChildren(table,
      ...[...decision.article.querySelectorAll('.why, .source')].map(one => one.cloneNode(true)));
    quiz.querySelector('.squares').replaceWith(squares());
    lift(choice.keep);
    next.focus({preventScroll: true});
  }

  function chanceBar(percent) {
    const bar = make('span', {class: 'bar', 'aria-hidden': 'true'}, make('i'));
    bar.firstChild.style.width = `${Number(percent.replace(/[^\d.]/g, ''))}%`;
    return bar;
  }

  function resultLine() {
    const right = results.filter(({choice}) => choice.kind === 'best').length;
    return `${right} of ${results.length}`;
  }

  function end() {
    const line = `What would you do? ${main.dataset.league}, ${date.words}: ` +
      `${results.map(({choice}) => SQUARES[choice.kind]).join('')} ${resultLine()}`;
    const text = location.protocol.startsWith('http') ? `${line} ${location.href.split('#')[0]}#${date.text}` : line;
    const copied = make('span', {role: 'status', class: 'small'});
    const summary = make('ol', {class: 'summary'}, ...results.map(({decision, choice}) => make('li', {},
      make('i', {class: choice.kind, 'aria-hidden': 'true'}), ' ', ...decision.heading.cloneNode(true).childNodes, ': ',
      choice.words, '. ', make('span', {class: 'soft'}, verdict(decision, choice), ' '),
      ...(decision.article.querySelector('.source a') ? [decision.article.querySelector('.source a').cloneNode(true)] : []))));
    const [top] = show(head([`${resultLine()} right`]), summary,
      make('p', {}, 'The programs of this league got all of them wrong. Other ones tomorrow.'),
      make('p', {class: 'share'}, make('output', {}, text)),
      make('div', {class: 'controls'}, button('', 'Copy', () => copyText(text, copied, 'The line to share')),
        button('', 'Once more', begin), copied));
    top.firstChild.focus({preventScroll: true});
  }

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || ['INPUT', 'SELECT'].includes(event.target.tagName)) return;
    const at = Number(event.key);
    if (at >= 1) quiz.querySelectorAll('.choices button')[at - 1]?.click();
  });
  begin();
}
