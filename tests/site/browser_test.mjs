// Pages in a real browser: browser_test.mjs PATH/TO/danno chromium|firefox.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {before, test} from 'node:test';
import {CHROMIUM, FIREFOX, accessible, folder, newPage, onPage, run, sideways} from './browser.mjs';

const pages = {};  // by name: the path of a file
const coverage = new Map();  // by place in the script: [name, whether it was run]

const LEAGUE = `[league]
name = "NAME"
rules = RULES
KEYS
seed = "browser"
[limits]
isolation = "none"
answer_ms = 10000
[[agent]]
path = "hold"
[[agent]]
path = "timid"
[[agent]]
path = "odds"
`;
// A newcomer, an offer, an attempt: of rules whose values nobody solved.
const WRITTEN = `rules official
players ann bob
ann 66612 keep 666 roll
ann 11 keep 11 roll
ann 22234 keep 222 bank
bob accept
bob 12 roll
bob 6 bust
`;
const NEVER_BEGAN = `rules koans
players ann bob
set target 1000
`;

function league(name, keys, rules = '["koans"]', more = '') {
  writeFileSync(join(folder, `${name}.toml`),
    LEAGUE.replace('NAME', name).replace('RULES', rules).replace('KEYS', keys) + more);
  run('league', 'run', `${name}.toml`, '-q');
}

/// As `name`, and as "name without script": axe is script, and does not end where none may run.
function page(name, ...words) {
  pages[name] = join(folder, `${name}.html`);
  run(...words, '--html', pages[name]);
  const bare = `${name} without script`;
  pages[bare] = join(folder, `${bare}.html`);
  writeFileSync(pages[bare], readFileSync(pages[name], 'utf8').replace(/<script>.*<\/script>/s, ''));
}

/// Pages of a league's site, as "site KIND".
function site(league, kinds) {
  run('league', 'site', `out/${league}`, '-q');
  for (const [kind, path] of Object.entries(kinds))
    pages[`site ${kind}`] = join(folder, 'out', league, 'site', `${path}.html`);
}

before(async () => {
  league('two', 'deals = 4');
  league('long', 'deals = 1', '["true-greed"]');
  league('three', 'seats = 3\ndeals = 4');
  league('cup', 'format = "tournament"');
  league('both', 'deals = 2', '["koans", "dollar"]');
  league('knockout', 'format = "knock-out"\ndeals = 2');
  league('swiss', 'format = "swiss"\ndeals = 2');
  league('many', 'deals = 1', '["koans"]', Array.from({length: 12}, (_, i) =>
    `[[agent]]\npath = "hold"\nname = "${i === 9 ? 'copy-9-whose-name-is-longer' : i ? `copy ${i}` : '<b>'}"\nauthor = "${i % 2 ? 'Ada L.' : '<i>bo</i>'}"\n`).join(''));
  league('ladder', 'format = "ladder"\nuntil = { games = 60 }');
  page('deal', 'replay', 'koans/hold,timid/1/1', 'out/two');
  page('long', 'replay', 'true-greed/hold,timid/0', 'out/long');
  page('table', 'replay', 'koans/hold,odds,timid/0', 'out/three');
  writeFileSync(join(folder, 'game.txt'), WRITTEN);
  page('written', 'audit', 'game.txt');
  writeFileSync(join(folder, 'never.txt'), NEVER_BEGAN);
  page('never began', 'audit', 'never.txt');
  page('match', 'match', 'hold', 'timid', '--deals', '12', '--seed', 'browser', '--isolation', 'none', '-q');
  page('tune', 'tune', 'hold --at {at}', '--set', 'at=100..300/100', '--against', 'timid', '--max-deals', '300', '--seed', 'browser',
    '--isolation', 'none', '--answer-ms', '10000', '--out', 'tune', '-q');
  pages['failed tune'] = join(folder, 'failed tune.html');
  assert.throws(() => run('tune', 'hold --at {at} --late {late}', '--set', 'at=100..300/100', '--set', 'late=1,2', '--against', 'timid',
    '--max-deals', '1000', '--isolation', 'none', '--out', 'failed', '-q', '--html', pages['failed tune']));
  site('two', {index: 'index', how: 'how', rules: 'rules/koans', division: 'koans/index', agent: 'koans/agents/hold', games: 'koans/games'});
  site('three', {'division of three': 'koans/index', 'agent of three': 'koans/agents/odds'});
  site('cup', {'index of a cup': 'index', tournament: 'koans/tournament'});
  site('both', {'agent under two rule sets': 'koans/agents/hold'});
  site('knockout', {'index of a knock-out': 'index', bracket: 'koans/rounds'});
  site('swiss', {rounds: 'koans/rounds'});
  site('many', {authors: 'authors', 'division of many': 'koans/index', 'agent of many': 'koans/agents/hold'});
  site('ladder', {'division of a ladder': 'koans/index'});
  const games = join(folder, 'out/cup/site/koans/games');
  pages['site game of a cup'] = join(games, readdirSync(games).find(name => name.endsWith('.html')));
});

/// Functions by name, and those without by their place after one that all scripts begin with: a site has
/// them in files of its own.
function addCoverage(scripts) {
  for (const script of scripts) {
    const start = script.functions.find(one => one.functionName === 'make').ranges[0].startOffset;
    const kind = script.functions.some(one => one.functionName === 'startFind') ? 'league.js' : 'danno.js';
    for (const {functionName, ranges} of script.functions) {
      if (ranges[0].startOffset < start) continue;  // the file itself
      const place = functionName || `${kind}: the function at ${ranges[0].startOffset - start}`;
      coverage.set(place, [place, ranges[0].count > 0 || coverage.get(place)?.[1]]);
    }
  }
}

/// Opens a page and does `act` with it, as onPage() does, and notes which functions of its script were run.
async function on(name, {hash = '', ...options}, act) {
  const covered = !FIREFOX && options.script !== false && !name.endsWith('without script');
  const prepare = page => covered && page.coverage.startJSCoverage({resetOnNavigation: false});
  await onPage(`file://${pages[name]}${hash}`, {...options, prepare}, async page => {
    await act(page);
    if (covered) addCoverage((await page.coverage.stopJSCoverage()).filter(one => one.url.startsWith('file:')));
  });
}

const current = page => page.evaluate(() => document.querySelector('section:not([hidden]) tr.now')?.id);
const address = page => page.evaluate(() => location.hash);
const rowsOf = (page, letter) =>
  page.$$eval(`#${letter} tbody tr`, rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));

// Of Firefox a wide light page and a narrow dark one say enough.
const SIZES = FIREFOX ? [['light', 1200], ['dark', 320]]
  : ['light', 'dark'].flatMap(scheme => [1200, 390, 320].map(width => [scheme, width]));

for (const kind of ['deal', 'table', 'written', 'match', 'tune']) {
  for (const name of FIREFOX ? [kind] : [kind, `${kind} without script`]) {
    for (const [colorScheme, width] of SIZES) {
      test(`${name}, ${width} px, ${colorScheme}: accessible, not too wide`,
        () => on(name, {width, colorScheme}, async page => {
          assert.ok(await sideways(page) <= 0);
          if (width === (colorScheme === 'dark' && !FIREFOX ? 1200 : 320)) await accessible(page);
        }));
    }
  }
}

for (const kind of ['index', 'how', 'rules', 'authors', 'division', 'agent', 'games', 'division of three', 'agent of three',
  'index of a cup', 'tournament', 'game of a cup', 'index of a knock-out', 'bracket', 'rounds',
  'division of a ladder', 'division of many', 'agent of many', 'agent under two rule sets']) {
  for (const [colorScheme, width] of SIZES) {
    test(`site ${kind}, ${width} px, ${colorScheme}: accessible, not too wide`,
      () => on(`site ${kind}`, {width, colorScheme}, async page => {
        assert.ok(await sideways(page) <= 0);
        if (width !== 390) await accessible(page);
      }));
  }
}

test('on a phone an agent has two lines, and no table scrolls sideways', () => on('site index', {width: 390}, async page => {
  const [name, figure, bar] = await page.$eval('.standings tbody tr', row =>
    ['th', 'td.best', 'td.picture'].map(cell => row.querySelector(cell).getBoundingClientRect().toJSON()));
  assert.ok(Math.abs(name.bottom - figure.bottom) < 12 && bar.top >= name.bottom - 1, JSON.stringify([name, figure, bar]));
  const cut = await page.$$eval('.box', boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).length);
  assert.equal(cut, 0);
}));

/// Texts of cells that reach into another cell of their row, and are not cut there.
const overlaps = page => page.$$eval('tr', rows => rows.flatMap(row => [...row.cells].flatMap(cell => {
  if (!cell.textContent.trim() || !cell.offsetWidth || getComputedStyle(cell).overflow !== 'visible') return [];
  const range = document.createRange();
  range.selectNodeContents(cell);
  const own = range.getBoundingClientRect();
  return [...row.cells].filter(other => {
    const place = other.getBoundingClientRect();
    return other !== cell && place.width && Math.min(own.right, place.right) - Math.max(own.left, place.left) > 2 &&
      Math.min(own.bottom, place.bottom) - Math.max(own.top, place.top) > 4;
  }).map(other => `${cell.textContent} | ${other.textContent}`);
})));

for (const name of ['site index', 'site division of many', 'site division of a ladder', 'site agent', 'site agent of many'])
  test(`${name}: on a phone no rank reaches into a name`, () => on(name, {width: 390}, async page => {
    await page.$$eval('tbody td:first-child.n', cells => {
      for (const cell of cells) if (cell.textContent.includes('–')) cell.textContent = '1,111–1,114';
    });
    assert.deepEqual(await overlaps(page), []);
  }));

for (const name of ['site tournament', 'site bracket', 'site rounds', 'tune', 'failed tune'])
  test(`${name}: on a phone no table is wider than the page`, () => on(name, {width: 390}, async page => {
    for (const summary of await page.$$('details:not([open]) > summary')) await summary.click();
    assert.deepEqual(await page.$$eval('.box', boxes =>
      boxes.filter(box => box.scrollWidth > box.clientWidth).map(box => box.ariaLabel)), []);
    assert.deepEqual(await page.$$eval('tr', rows => rows.filter(row => row.offsetHeight > 160).map(row => row.textContent)), []);
  }));

test('links to deals of a round say how they ended, and can be hit', async () => {
  for (const name of ['site rounds', 'site bracket'])
    await on(name, {}, async page => {
      for (const summary of await page.$$('details:not([open]) > summary')) await summary.click();
      const links = await page.$$eval('main a[href*="/games/"]', all => all.map(link => link.textContent));
      assert.ok(links.length > 1);
      for (const words of links) assert.match(words, /^deal \d+: (\S+ by [\d,]+|\S+ – \S+, as many points)$/);
      assert.equal(new Set(links).size, links.length);
      for (const height of await page.$$eval('.bracket small a', all => all.map(link => link.offsetHeight)))
        assert.ok(height >= 24, String(height));
    });
});

test('an agent has its own games with result, margin and reason, alike mistakes once', () => on('site agent', {}, async page => {
  const games = await page.$$eval('.games tbody tr', rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));
  assert.ok(games.length > 1);
  for (const [deal, won, margin, why] of games) {
    assert.match(deal, /\bhold\b.*, deal \d+$/);
    assert.match(won, /^[\d.]+ : [\d.]+$/);
    assert.match(margin, /^[\d,]+$/);
    assert.ok(why);
  }
  const costs = await page.$$eval('.games td a', all => all.map(link => link.textContent));
  for (const words of costs) assert.match(words, /^(\S+’s (costliest|costly) decision( in mid-game)?, )?<?[\d.]+ %$/);
  assert.deepEqual(await page.$$eval('.find option', all => all.map(each => each.textContent).filter(name => name === 'why')), []);
  const worst = await page.$$eval('.worst tbody tr', rows => rows.map(row => ({
    habit: [row.cells[1].textContent.split(' : ')[0], row.cells[4].textContent, row.cells[5].textContent].join(),
    said: row.querySelector('summary')?.textContent, more: row.querySelectorAll('details a').length})));
  assert.equal(new Set(worst.map(row => row.habit)).size, worst.length);
  for (const {said, more} of worst) if (said) assert.equal(Number(/: (\d+) of \d+$/.exec(said)[1]), more + 1);
}));

for (const name of ['agent of many'])
  test(`site ${name}: on a phone its tables fit, or scroll beside the names`, () => on(`site ${name}`, {width: 390}, async page => {
    for (const summary of await page.$$('details:not([open]) > summary')) await summary.click();
    assert.ok(await sideways(page) <= 0);
    assert.deepEqual(await page.$$eval('.box', boxes => boxes.filter(box => {
      box.scrollLeft = box.scrollWidth;
      return box.scrollLeft > 0 && box.querySelector('tbody th').getBoundingClientRect().left < box.getBoundingClientRect().left;
    }).map(box => box.ariaLabel)), []);
  }));

test('a tree stands before its standings, rounds but the last are folded', async () => {
  await on('site bracket', {}, async page =>
    assert.ok(await page.evaluate(() => document.querySelector('.bracket').compareDocumentPosition(
      document.querySelector('main table')) & Node.DOCUMENT_POSITION_FOLLOWING)));
  await on('site rounds', {}, async page => {
    const heads = await page.$$eval('details', all => all.map(each => [each.open, each.querySelector('h2').textContent]));
    assert.deepEqual(heads[0], [false, 'Round 1']);
    assert.ok(await page.isVisible(`h2:has-text("Round ${heads.length + 1}")`));
  });
});

test('agents of an author are links', () => on('site authors', {}, async page => {
  const names = await page.$$eval('.plain li', all => all.map(each => each.querySelector('a').getAttribute('href')));
  assert.ok(names.length > 0 && names.every(name => name.includes('/agents/')), String(names));
}));

for (const [name, minutes] of [['old', 14], ['fresh', 1]])
  test(`a page of ${name} news that says that it is being played`, () => {
    pages[name] = pages['site index'].replace(/index[.]html$/, `${name}.html`);
    const asOf = Math.floor(Date.now() / 1000) - 60 * minutes;
    writeFileSync(pages[name], readFileSync(pages['site index'], 'utf8').replace('<main>',
      `<main><p class="unfinished" data-as-of="${asOf}">Being played.</p>`));
    return on(name, {}, async page => {
      const said = await page.textContent('.unfinished');
      if (name === 'old') assert.match(said, /^Being played[.] No news since \d\d:\d\d UTC, for 14 minutes[.]$/);
      else assert.equal(said, 'Being played.');
    });
  });

test('lines of a history have names at their ends, apart from each other', () => {
  const line = (i, down) => `<g class="agent s${i}"><circle cx="97%" cy="${down}" r="3"></circle></g>`;
  pages.history = pages['site index'].replace(/index[.]html$/, 'history.html');
  writeFileSync(pages.history, readFileSync(pages['site index'], 'utf8').replace('<main>', `<main><figure class="history">
    <svg class="elo" height="240">${line(0, 50)}${line(1, 48)}</svg></figure><div class="box"><table><thead><tr>
    <th>Day</th><th class="n s0">ada</th><th class="n s1">bob</th></tr></thead></table></div>`));
  return on('history', {width: 390}, async page => {
    assert.deepEqual(await page.$$eval('.history .name', all => all.map(each => each.textContent)), ['bob', 'ada']);
    const [one, other] = await page.$$eval('.history .name', all => all.map(each => each.getBoundingClientRect().top));
    assert.ok(other - one >= 12, `${one} ${other}`);
    assert.ok(await sideways(page) <= 0);
  });
});

for (const name of ['site agent', 'site agent of many', 'site games', 'site rules'])
  test(`${name}: on a phone no row is squeezed to a tower of letters, none is cut`, () => on(name, {width: 390}, async page => {
    assert.deepEqual(await page.$$eval('tr', rows => rows.filter(row => row.offsetHeight > 160).map(row => row.textContent)), []);
    assert.deepEqual(await page.$$eval('.box', boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).map(box => box.ariaLabel)), []);
  }));

test('one field finds agents and authors, a list sorts, and nothing of it stays', () =>
  on('site division of many', {}, async page => {
    const names = () => page.$$eval('.standings tbody tr', rows =>
      rows.filter(row => row.offsetParent).map(row => row.querySelector('th bdi').textContent));
    const all = await names();
    assert.equal(all.length, 15);
    const field = page.getByLabel('Find an agent or author');
    await field.fill('COPY 1');
    assert.deepEqual((await names()).sort(), ['copy 1', 'copy 10', 'copy 11']);
    await field.fill('<i>bo');
    assert.deepEqual((await names()).sort(), ['<b>', 'copy 10', 'copy 2', 'copy 4', 'copy 6', 'copy 8']);
    await field.fill('');
    const sort = page.getByLabel('Sort by');
    await sort.selectOption({label: 'agent'});
    assert.deepEqual(await names(), [...all].sort());
    await sort.selectOption({label: 'score'});
    const scores = await page.$$eval('.standings tbody tr', rows =>
      rows.map(row => [...row.cells].map(cell => cell.textContent).find(text => /^[\d.]+ %$/.test(text))).map(parseFloat));
    assert.deepEqual(scores, [...scores].sort((one, other) => other - one));
    await sort.selectOption({label: 'rank'});
    assert.deepEqual(await names(), all);
    assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
  }));

test('a click on an author shows the rows of that author, and without script all its agents', async () => {
  await on('site division of many', {}, async page => {
    await page.locator('.standings small a', {hasText: 'Ada L.'}).first().click();
    const shown = await page.$$eval('.standings tbody tr', rows =>
      rows.filter(row => row.offsetParent).map(row => row.querySelector('small').textContent));
    assert.equal(shown.length, 6);
    assert.ok(shown.every(small => small.endsWith('Ada L.')), String(shown));
    assert.match(page.url(), /koans\/index\.html$/);
  });
  await on('site division of many', {script: FIREFOX}, async page => {
    const [link] = await page.locator('.standings small a', {hasText: '<i>bo</i>'}).all();
    await page.goto(await link.evaluate(one => one.href));
    assert.match(page.url(), /authors\.html#by-[0-9a-f]{12}$/);
    assert.equal(await page.locator(':target').textContent(), '<i>bo</i>');
    assert.equal(await page.locator(':target + ul li').count(), 6);
  });
});

test('colours are those of the system or as one chooses, also without script, and nothing is kept', async () => {
  for (const [name, script] of [['site index', true], ['deal', true], ['site index', FIREFOX]])
    for (const [colorScheme, other] of [['light', 'dark'], ['dark', 'light']])
      await on(name, {colorScheme, script}, async page => {
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const choose = label => page.getByLabel('Colours').selectOption({label});
        const own = await paper();
        await choose(other);
        assert.equal(await paper(), other === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 22, 26)');
        if (script && !FIREFOX) await accessible(page);
        await choose('system');
        assert.equal(await paper(), own);
        await choose(colorScheme);
        assert.equal(await paper(), own);
        assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
      });
});

test('every idea has its place in the contents, and fits on a screen', () => on('site how', {width: 390}, async page => {
  const links = await page.$$eval('.ideas a', all => all.map(one => one.hash));
  const ideas = await page.$$eval('.idea', all => all.map(one => [`#${one.id}`, one.offsetHeight]));
  assert.deepEqual(links, ideas.map(([id]) => id));
  for (const [id, height] of ideas) assert.ok(height < 844, `${id}: ${height}`);
}));

test('without script there is nothing to find with, and no place for it', CHROMIUM, () =>
  on('site division of many', {script: false}, async page => assert.equal(await page.isVisible('.find'), false)));

test('a score of the head to head leads to the page of both, whose names stay in sight', () =>
  on('site division of many', {width: 390}, async page => {
    const box = page.locator('.box:has(.square)');
    await box.evaluate(element => element.scrollTo(400, 300));
    const seen = selector => page.$eval(selector, (cell, box) => {
      const own = cell.getBoundingClientRect();
      const around = cell.closest('.box').getBoundingClientRect();
      return own.left >= around.left - 1 && own.top >= around.top - 1;
    });
    assert.ok(await seen('.square tbody tr:last-child th'));
    assert.ok(await seen('.square thead th:last-child'));
    const first = await page.textContent('.square tbody tr th bdi');
    await page.locator('.square tbody tr td a').first().click();
    assert.ok((await page.textContent('h1')).includes(first));
    assert.equal(await page.locator('.against tr:target').count(), 1);
  }));

test('a game is two clicks from the index, on the step that was linked', () => on('site index', {}, async page => {
  await page.click('.standings tbody a');
  await page.click('main .worst td a[href*="/games/"]');
  await page.waitForLoadState();
  assert.match(await address(page), /^#[ab]\d+$/);
  assert.equal(`#${await current(page)}`, await address(page));
  assert.ok(await page.isVisible('.board'));
}));

test('side by side is accessible and not too wide', () => on('deal', {hash: '#same', width: 320}, async page => {
  assert.ok(await sideways(page) <= 0);
  assert.ok(await page.isVisible('#same'));
  await accessible(page);
}));

test('without script nothing is hidden and there are no dead controls', CHROMIUM, () =>
  on('deal', {script: false, hash: '#b2'}, async page => {
    for (const id of ['a', 'b', 'same']) assert.ok(await page.isVisible(`#${id}`));
    assert.equal(await page.locator('button').count(), 0);
    assert.ok(await page.isVisible('#b2'));
  }));

test('a page opens on the game that was named, a link on its step', async () => {
  await on('deal', {}, async page => assert.match(await current(page), /^b/));
  await on('deal', {hash: '#a6'}, async page => {
    assert.equal(await current(page), 'a6');
    assert.ok(await page.isVisible('#a .board'));
  });
});

test('a link to a throw opens the row of its decision', () => on('deal', {hash: '#a1'}, async page =>
  assert.equal(await current(page), await page.$eval('#a tbody tr', row => row.id))));

for (const hash of ['#<img src=x onerror=alert(1)>', '#z9', '#a99999999', '#a999999', '#seat9-9', '#%'])
  test(`a fragment of no step does no harm: ${hash}`, () => on('deal', {hash}, async page =>
    assert.equal(await page.locator('tr.now').count() > 0 || await page.isVisible('#same'), true)));

for (const name of FIREFOX ? ['deal'] : ['deal', 'table', 'written', 'match'])
  test(`${name}: the board says what the row says, at every step`, () => on(name, {hash: '#a1'}, async page => {
    const rows = await rowsOf(page, 'a');
    const chances = await page.locator('#a table.chances').count() > 0;
    for (const [at, row] of rows.entries()) {
      if (at > 0) await page.keyboard.press('ArrowRight');
      const board = await page.evaluate(() => {
        const text = selector => [...document.querySelectorAll(selector)].map(each => each.textContent);
        return {totals: text('.side strong'), said: text('.said')[0], chances: text('.side > .small'),
                dice: document.querySelector('.dice').getAttribute('aria-label')};
      });
      const dice = row.length - (chances ? 6 : 2);  // before it totals, of two in one cell
      assert.deepEqual(board.totals, row.slice(2, dice - 1).flatMap(cell => cell.split(' : ')));
      const played = await page.$eval('tr.now', (tr, place) => tr.cells[place].firstChild.textContent, dice + (chances ? 2 : 1));
      assert.ok(board.said.startsWith(`${row[1]} ${played}.`), board.said);
      assert.ok(board.dice.startsWith(row[dice] ? `thrown ${row[dice]}` : 'no dice'), board.dice);
      if (!chances) continue;
      assert.equal(board.chances[0], `${row[7]} % to win`);
      if (row[8]) assert.ok(board.said.includes(`Gave away ${row[8]} %`), board.said);
      const sum = board.chances.map(parseFloat).reduce((a, b) => a + b);
      if (!row[7].match(/[<>]/)) assert.ok(Math.abs(sum - 100) < 1e-9, String(board.chances));
    }
  }));

test('keys move by throws and turns, to the ends, between mistakes and games', () =>
  on('deal', {hash: '#a1'}, async page => {
    const rows = await rowsOf(page, 'a');
    const ids = rows.map(row => `a${row[0]}`);
    const press = async key => {
      await page.keyboard.press(key);
      assert.equal(await address(page), await page.isVisible('#same') ? '#same' : `#${await current(page)}`);
      return current(page);
    };
    assert.equal(await press('End'), ids.at(-1));
    assert.equal(await press('ArrowRight'), ids.at(-1));
    assert.equal(await press('ArrowLeft'), ids.at(-2));
    assert.equal(await press('Home'), ids[0]);
    const turn = rows.findIndex(row => row[1] !== rows[0][1]);
    assert.equal(await press('Shift+ArrowRight'), ids[turn]);
    assert.equal(await press('Shift+ArrowLeft'), ids[0]);
    const mistakes = await page.$$eval('#a tr.x', found => found.map(row => row.id));
    assert.ok(mistakes.length > 1);
    await press('Home');
    const first = mistakes[0] === ids[0] ? mistakes[1] : mistakes[0];
    assert.equal(await press('m'), first);
    assert.equal(await press('End') && await press('Shift+M'), mistakes.findLast(id => id !== ids.at(-1)));
    await press('Home');
    assert.match(await press('f'), /^b/);
    assert.equal((await rowsOf(page, 'b'))[0][0], (await current(page)).slice(1));  // the same seat's first turn
    assert.equal(await press('f'), ids[0]);
    await press('s');
    assert.ok(await page.isVisible('#same'));
    assert.equal(await press('s'), ids[0]);
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('.keys kbd'));
    await page.keyboard.press('Control+End');
    assert.equal(await current(page), ids[0]);
  }));

test('the buttons do what their names say', () => on('deal', {hash: '#a1'}, async page => {
  const ids = (await rowsOf(page, 'a')).map(row => `a${row[0]}`);
  const click = async name => {
    await page.getByRole('button', {name, exact: true}).click();
    return current(page);
  };
  assert.equal(await click('Last'), ids.at(-1));
  assert.equal(await click('Back'), ids.at(-2));
  assert.equal(await click('First'), ids[0]);
  assert.equal(await click('On'), ids[1]);
  await click('First');
  assert.ok((await page.$$eval('#a tr.x', rows => rows.map(row => row.id))).includes(await click('Next mistake')));
  for (const box of await page.$$eval('button:not([hidden])', all => all.filter(one => one.offsetParent)
    .map(one => one.getBoundingClientRect().toJSON())))
    assert.ok(box.width >= 44 && box.height >= 44, JSON.stringify(box));
}));

test('it plays, pauses, and stops at the end, at any other command and when nobody looks', () =>
  on('deal', {hash: '#a1'}, async page => {
    await page.clock.install({time: 0});
    await page.clock.pauseAt(1000);
    await page.reload();
    const ids = (await rowsOf(page, 'a')).map(row => `a${row[0]}`);
    await page.keyboard.press('Space');
    await page.clock.runFor(800 * 2);
    assert.equal(await current(page), ids[2]);
    assert.equal(await page.getAttribute('.said', 'aria-live'), 'off');
    await page.keyboard.press('Space');
    await page.clock.runFor(8000);
    assert.equal(await current(page), ids[2]);
    assert.equal(await page.getAttribute('.said', 'aria-live'), 'polite');
    await page.selectOption('.controls select', 'fast');
    await page.getByRole('button', {name: 'Play'}).click();
    await page.clock.runFor(250);
    await page.getByRole('button', {name: 'Back', exact: true}).click();
    await page.clock.runFor(8000);
    assert.equal(await current(page), ids[2]);
    await page.getByRole('button', {name: 'Play'}).click();
    await page.clock.runFor(250 * ids.length);
    assert.equal(await current(page), ids.at(-1));
    assert.ok(await page.getByRole('button', {name: 'Play'}).isVisible());
    await page.getByRole('button', {name: 'Play'}).click();  // from the start again
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', {value: true});
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(8000);
    assert.equal(await current(page), ids[0]);
  }));

test('the address of a step is copied, or shown to be copied by hand', async () => {
  for (const works of [true, false])
    await on('deal', {}, async page => {
      await page.addInitScript(works => {
        const clipboard = works ? {writeText: async words => { globalThis.copied = words; }} : undefined;
        Object.defineProperty(navigator, 'clipboard', {value: clipboard});
      }, works);
      await page.goto(`file://${pages.deal}#a4`);
      await page.reload();
      await page.getByRole('button', {name: 'Copy link'}).click();
      if (works) {
        assert.match(await page.evaluate(() => globalThis.copied), /deal\.html#a4$/);
      } else {
        assert.match(await page.inputValue('.controls input'), /deal\.html#a4$/);
        await page.keyboard.press('End');
        assert.equal(await current(page), 'a4');  // a field has the focus
      }
      await page.getByRole('button', {name: 'Embed'}).click();
      const code = works ? await page.evaluate(() => globalThis.copied) : await page.inputValue('.controls input');
      assert.match(code, /^<iframe src="file:.*deal\.html\?embed#a4" title="[^"]*" width="100%" height="640" loading="lazy"><\/iframe>$/);
    });
});

test('links from the curve, from side by side, and a click on the curve lead to steps', () =>
  on('deal', {hash: '#a1'}, async page => {
    const mistake = page.locator('#a .marks a').last();
    await mistake.locator('circle, path').click();
    assert.equal(`#${await current(page)}`, await mistake.getAttribute('href'));
    const curve = await page.locator('#a .curve > div').boundingBox();
    await page.mouse.click(curve.x + 1, curve.y + 2);
    assert.equal(await current(page), await page.$eval('#a tbody tr', row => row.id));
    await page.getByRole('button', {name: 'Same dice, side by side'}).click();
    await page.locator('#same p a').click();
    assert.match(await address(page), /^#seat/);
    const link = page.locator('#same td a').nth(3);
    const target = await link.getAttribute('href');
    await link.click();
    assert.equal(`#${await current(page)}`, target);
    await page.getByRole('button', {name: /^Game 2/}).click();
    assert.match(await current(page), /^b/);
  }));

test('turns that were played alike can be put aside', () => on('deal', {hash: '#same'}, async page => {
  const seen = () => page.$$eval('#same tbody tr', rows => rows.filter(row => row.offsetParent).length);
  const all = await seen();
  const differ = await page.locator('#same tbody tr.x').count();
  await page.getByRole('button', {name: 'Only where they differ'}).click();
  assert.equal(await seen(), differ);
  await page.getByRole('button', {name: 'Only where they differ'}).click();
  assert.equal(await seen(), all);
}));

test('Back leaves the page, however many steps were taken', () => on('written', {}, async page => {
  await page.goto(`file://${pages.deal}`);
  for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowRight');
  await page.goBack();
  assert.match(page.url(), /written\.html/);
}));

test('a changed address opens its step', () => on('deal', {hash: '#a4'}, async page => {
  await page.evaluate(() => { location.hash = '#b4'; });
  await page.waitForFunction(() => document.querySelector('#b tr.now')?.id === 'b4');
}));

test('nothing jumps between steps', () => on('deal', {hash: '#a1', width: 390}, async page => {
  const height = () => page.$eval('.board', board => board.offsetHeight);
  const first = await height();
  const rows = await page.locator('#a tbody tr').count();
  for (let at = 1; at < rows; ++at) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await height(), first);
  }
}));

test('printed on A4 it has every step and every column, and no controls', CHROMIUM, () => on('deal', {width: 688}, async page => {
  const sections = () => page.$$eval('section', all => all.map(each => each.id));
  assert.deepEqual(await sections(), ['b']);  // one at a time in the document
  await page.evaluate(() => addEventListener('beforeprint', () => { globalThis.printed = document.querySelectorAll('section').length; }));
  const pdf = await page.pdf({format: 'A4'});
  assert.ok(pdf.length > 10000);
  assert.equal(await page.evaluate(() => globalThis.printed), 3);
  assert.deepEqual(await sections(), ['b']);
  await page.emulateMedia({media: 'print'});
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const id of ['a', 'b', 'same']) assert.ok(await page.isVisible(`#${id}`));
  assert.equal(await page.locator('.controls:visible, .board:visible, .tabs:visible').count(), 0);
  assert.ok(await page.isVisible('#a thead th:last-child'));
  assert.ok(await sideways(page) <= 0);
}));

test('the steps stand beside the board where there is room, and nothing is cut', async () => {
  for (const name of ['deal', 'table', 'site game of a cup', 'match'])
    await on(name, {}, async page => {
      const [board, list] = await page.$$eval('.board, .list', all => all.map(each => each.getBoundingClientRect().toJSON()));
      assert.ok(list.left >= board.right && Math.abs(list.top - board.top) < 40, name);
      assert.ok(await page.$eval('.steps', box => box.scrollWidth <= box.clientWidth), name);
    });
});

test('on a phone the controls stay in sight, tabs stand in a row, each step has its standing', () =>
  on('deal', {width: 390, hash: '#a9'}, async page => {
    const box = selector => page.$eval(selector, each => each.getBoundingClientRect().toJSON());
    const inSight = async () => {
      const {top, bottom} = await box('.moving');
      assert.ok(top >= 0 && bottom <= 900, `${top} to ${bottom}`);
    };
    assert.ok((await box('.moving')).height < 70);  // one row
    await inSight();
    await page.$eval('.list', list => list.scrollIntoView());
    await inSight();
    const tops = await page.$$eval('.tabs button', all => new Set(all.map(each => each.offsetTop)).size);
    assert.equal(tops, 1);
    assert.ok(await page.isVisible('tr.now td:nth-child(3)'));
  }));

test('the curve has numbers on its axes and the final standing at its end', () => on('deal', {hash: '#a1'}, async page => {
  const words = selector => page.$$eval(`#a ${selector}`, all => all.map(each => each.textContent));
  assert.deepEqual((await words('.axis:not(.under) text')).sort(), ['0 %', '100 %', '50 %']);
  assert.match((await words('.under text'))[0], /^step \d+$/);
  const [, one, other] = /([\d,]+) : ([\d,]+)/.exec((await words('h2'))[0]);
  assert.deepEqual(await words('.ends div'), [`hold ${one}`, `timid ${other}`]);
}));

test('of three it is said who has how much', () => on('table', {}, async page => {
  const heads = await page.$$eval('#a thead th', all => all.map(each => each.textContent));
  assert.deepEqual(heads.slice(2, 5), ['hold', 'odds', 'timid']);
  const ends = await page.$$eval('#a .ends div', all => all.map(each => each.textContent));
  const facts = await page.$$eval('#a .facts > div', all => all.map(each => each.textContent));
  for (const end of ends) assert.ok(facts.some(fact => fact.startsWith(end.replace(' ', ''))), `${end}: ${facts}`);
}));

for (const name of ['site division', 'site agent of many', 'site agent', 'site tournament', 'site bracket', 'site rounds', 'site division of a ladder'])
  test(`${name}: printed on A4 no column is lost`, CHROMIUM, () => on(name, {width: 688}, async page => {
    await page.emulateMedia({media: 'print'});
    assert.ok(await sideways(page) <= 0);
    const cut = await page.$$eval('.box', boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).length);
    assert.equal(cut, 0);
  }));

test('a game without a throw has no empty board', () => on('never began', {}, async page => {
  assert.equal(await page.isVisible('.board'), false);
  assert.equal(await page.isVisible('.moving'), false);
  assert.ok(await page.isVisible('text=Nobody threw in this game.'));
}));

test('in forced colours what is kept and where one stands keep their shape', () =>
  on('deal', {forcedColors: 'active', hash: '#a4'}, async page => {
    const style = (selector, name) =>
      page.$eval(selector, (element, name) => getComputedStyle(element)[name], name);
    assert.equal(await style('#a .d b', 'borderTopWidth'), '2px');
    assert.equal(await style('tr.now td', 'borderTopWidth'), '2px');
    await accessible(page);
  }));

test('a server that forbids all script leaves a page to read', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('Content-Security-Policy',
      "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self'");
    response.end(readFileSync(pages.deal));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const page = await newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  assert.equal(await page.locator('button').count(), 0);
  assert.equal(await page.locator('section').count(), 3);
  for (const id of ['a', 'b', 'same']) assert.ok(await page.isVisible(`#${id}`));
  await page.close();
  server.close();
});

test('a site is styled and whole where the server forbids all script', async () => {
  const root = join(folder, 'out/two/site');
  const types = {css: 'text/css', js: 'text/javascript', html: 'text/html'};
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    response.setHeader('Content-Type', types[path.split('.').pop()] ?? 'text/plain');
    response.setHeader('Content-Security-Policy',
      "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self'");
    response.end(readFileSync(join(root, path)));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const page = await newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/koans/index.html`);
  assert.equal(await page.$eval('.standings', table => getComputedStyle(table).borderCollapse), 'collapse');
  await page.click('main a[href$="games.html"]');
  await page.click('main tbody th a');
  assert.equal(await page.locator('button').count(), 0);
  for (const id of ['a', 'b', 'same']) assert.ok(await page.isVisible(`#${id}`));
  await page.close();
  server.close();
});

test('over HTTP a league that is being played loads itself again, one that nobody plays does not', async () => {
  league('live', 'deals = 1');
  run('league', 'site', 'out/live', '-q');
  const index = join(folder, 'out/live/site/index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace('<main>', '<main data-live="">'));  // as while it is played
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const types = {css: 'text/css', js: 'text/javascript', html: 'text/html', svg: 'image/svg+xml'};
    response.setHeader('Content-Type', types[path.split('.').pop()] ?? 'text/plain');
    response.end(readFileSync(join(folder, 'out', path)));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  for (const [league, again] of [['live', true], ['two', false]]) {
    const page = await newPage();
    if (!FIREFOX) await page.coverage.startJSCoverage({resetOnNavigation: false});
    await page.clock.install();
    await page.goto(`http://127.0.0.1:${server.address().port}/${league}/site/index.html`);
    let loads = 0;
    page.on('request', request => { loads += request.url().endsWith('index.html'); });
    const loaded = again ? page.waitForRequest(/index[.]html$/) : null;
    await page.clock.runFor(31000);
    await loaded;
    assert.equal(loads > 0, again);
    if (!FIREFOX) addCoverage((await page.coverage.stopJSCoverage()).filter(one => one.url.endsWith('league.js')));
    await page.close();
  }
  server.close();
});

/// A server of files below a folder, pages in so many pieces: each but the first waits for next().
async function serveInPieces(root, pieces) {
  const types = {css: 'text/css', js: 'text/javascript', html: 'text/html; charset=utf-8'};
  let next = () => {};
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const ending = path.split('.').pop();
    response.setHeader('Content-Type', types[ending] ?? 'text/plain');
    const bytes = readFileSync(join(root, path));
    if (ending !== 'html') return response.end(bytes);
    const head = bytes.indexOf('</h1>');
    const size = Math.ceil((bytes.length - head) / pieces);
    response.write(bytes.subarray(0, head));
    for (let at = head; at < bytes.length; at += size) {
      await new Promise(resolve => { next = resolve; });
      response.write(bytes.subarray(at, at + size));
    }
    response.end();
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {address: `http://127.0.0.1:${server.address().port}`, next: () => next(), close: () => server.close()};
}

for (const name of ['deal', 'site index', 'site division', 'site division of many', 'site agent of many', 'site agent', 'site tournament'])
  test(`${name}: nothing shifts while it loads`, CHROMIUM, () => on(name, {}, async page => {
    const shifts = await page.evaluate(() => new Promise(done => {
      new PerformanceObserver(list => done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
        .observe({type: 'layout-shift', buffered: true});
      requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
    }));
    assert.equal(shifts, 0);
  }));

// As on a slow or busy machine, where a page is painted several times before all of it is there.
const inPieces = ['deal', 'long', 'table', 'match', 'written', 'site game of a cup', 'site index', 'site division',
  'site division of many', 'site agent of many', 'site agent', 'site tournament', 'site rounds'];
for (const name of inPieces) {
  for (const [width, hash] of [[1200, ''], [1200, '#b2'], [390, ''], [390, '#same']])
    test(`${name}${hash}, ${width} px: nothing shifts, painted in whatever pieces`, CHROMIUM, async () => {
      const pieces = 12;
      const server = await serveInPieces(folder, pieces);
      const page = await newPage({viewport: {width, height: 900}});
      const painted = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.addInitScript(() => {
        globalThis.shifts = [];
        new PerformanceObserver(list => globalThis.shifts.push(...list.getEntries().map(one =>
          [one.value, ...one.sources.map(({node}) => `${node?.nodeName}.${node?.className?.baseVal ?? node?.className}`)])))
          .observe({type: 'layout-shift', buffered: true});
      });
      const [, path] = pages[name].split(folder);
      await page.goto(`${server.address}${path}${hash}`, {waitUntil: 'commit'});
      for (let piece = 0; piece < pieces; ++piece) {
        await painted();
        server.next();
      }
      await page.waitForLoadState('load');
      await painted();
      await painted();
      assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
      await page.close();
      server.close();
    });
}

test('markup that somebody put in is not obeyed', () => {
  const spoilt = readFileSync(pages.deal, 'utf8')
    .replace('<main', '<script>document.title = "owned"</script><img src="x" onerror="document.title = \'owned\'"><main');
  pages.spoilt = join(folder, 'spoilt.html');
  writeFileSync(pages.spoilt, spoilt);
  return newPage().then(async page => {
    await page.goto(`file://${pages.spoilt}`);
    assert.notEqual(await page.title(), 'owned');
    await page.close();
  });
});

test('every function of the script was run', CHROMIUM, () => {
  assert.ok(coverage.size > 20);
  assert.deepEqual([...coverage.values()].filter(([, run]) => !run).map(([name]) => name), []);
});
