// A person plays against bots in a page: play_test.mjs PATH/TO/danno chromium|firefox.
import assert from 'node:assert/strict';
import {copyFileSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {dirname, join} from 'node:path';
import {before, test} from 'node:test';
import {CHROMIUM, FIREFOX, accessible, browserFor, danno, folder, onPage, run, sideways} from './browser.mjs';

// A rule file, with offers and dice that are chosen.
const RULES = `[rules]
id = "house"
title = "House rules"
summary = "six dice to 2000"
[score]
"1" = 100
"5" = 50
"111" = 1000
"aaa" = "100 * a"
[game]
target = 2000
entry = 200
`;
const LEAGUE = `[league]
name = "here"
rules = ["koans", "house.toml"]
deals = 4
seed = "browser"
[limits]
isolation = "none"
answer_ms = 10000
[[agent]]
path = "hold"
[[agent]]
path = "odds"
`;
const pages = {};  // by name: the path of a file

before(() => {
  const make = (name, ...words) => {
    pages[name] = join(folder, `${name}.html`);
    run('play', '--html', pages[name], ...words);
  };
  make('koans');
  make('short', '--set', 'target=600');  // ends soon
  make('chosen', '--rules', 'true-greed');
  writeFileSync(join(folder, 'house.toml'), RULES);
  make('house', '--rules', 'house.toml');
  writeFileSync(join(folder, 'here.toml'), LEAGUE);
  run('league', 'run', 'here.toml', '-q');
  run('league', 'site', 'out/here', '-q');
  pages.site = join(folder, 'out/here/site/play.html');
});

/// Opens a page and does `act` with it, as onPage() does, once its first game is there. `begin` is run before any script.
async function on(name, {hash = '', begin = null, ...options}, act) {
  const prepare = page => begin && page.addInitScript(begin);
  const allows = url => /^(file|blob):/.test(url);
  await onPage(`file://${pages[name]}${hash}`, {...options, prepare, allows}, async page => {
    if (options.script !== false && !begin) await ready(page);
    await act(page);
  });
}

const ready = page => page.waitForSelector('.act.first:not([hidden])');
const text = (page, selector) => page.$eval(selector, one => one.textContent);
const said = page => text(page, '.said');
const first = page => text(page, '.act.first');
const written = page => page.$eval('.beside textarea', field => field.value);
const coachKnows = page => page.waitForFunction(() => /% to win/.test(document.querySelector('.sides').textContent));
const choose = (page, label, value) => page.getByRole('combobox', {name: label, exact: true}).selectOption(value);

/// Plays on in the page until something is there, by its buttons: it keeps dice that may be banked, else dice that
/// may be rolled on with. Returns whether it came to that.
const playOn = (page, until, banks = true) => page.evaluate(([until, banks]) => {
  const shown = which => document.querySelectorAll('.act')[which];
  const can = which => !shown(which).hidden && shown(which).getAttribute('aria-disabled') !== 'true';
  const chooseFor = which => {
    // All sets of dice in the order of a Gray code, so that one die changes at a time; the last step empties it.
    for (let step = 1; !can(which) && step <= 64; ++step) document.querySelectorAll('.tray button')[31 - Math.clz32(step & -step)]?.click();
    return can(which);
  };
  for (let i = 0; i < 3000; ++i) {
    if (document.querySelector(until)) return true;
    const isChoice = document.querySelector('.tray button');
    const which = banks && (isChoice ? chooseFor(1) : can(1)) ? 1 : isChoice && !chooseFor(0) ? 1 : 0;
    shown(which).click();
  }
  return false;
}, [until, banks]);
const atEnd = async page => assert.ok(await playOn(page, '.play-page.over'));

/// The game's text, as a file that the program adjudicates.
function audit(game, name, ...words) {
  writeFileSync(join(folder, `${name}.txt`), game);
  return run('audit', `${name}.txt`, ...words);
}

test('a game is ready when the page opens, and one button throws the first dice', () => on('koans', {}, async page => {
  assert.match(await first(page), /^Roll 5 dice/);
  assert.equal(await page.locator('.act:visible').count(), 1);
  await page.locator('.act.first').click();
  assert.match(await said(page), /^(You rolled [1-6] [1-6] [1-6] [1-6] [1-6]: |Bust!)/);
  assert.equal(await page.locator('.log li').count(), 1);
}));

test('the first throw takes little work', CHROMIUM, () => on('koans', {width: 390}, async page => {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', {timeDomain: 'threadTicks'});
  const work = async () => (await client.send('Performance.getMetrics')).metrics.find(({name}) => name === 'TaskDuration').value;
  const start = await work();
  await page.locator('.act.first').click();
  assert.match(await said(page), /You rolled|Bust/);
  const taken = await work() - start;
  assert.ok(4 * taken < 1, `${taken} s of the processor; a slow phone takes four times as long`);
}));

test('a bust is explained when it happens', () => on('short', {}, async page => {
  assert.ok(await playOn(page, '.said .bad', false));
  assert.match(await said(page), /^Bust! Nothing in [1-6]( [1-6])* scores(: the [\d,]+ points of this turn are lost|, and the turn is over)\.$/);
  assert.match(await first(page), /^Go on/);
}));

test('dice are chosen by tapping, with their points; a keep that is not legal is explained', () => on('chosen', {}, async page => {
  assert.ok(await playOn(page, '.tray button'));
  await page.evaluate(() => document.querySelectorAll('.tray button[aria-pressed=true]').forEach(die => die.click()));
  assert.match(await said(page), /Tap the dice you keep/);
  await page.keyboard.press('Enter');
  assert.match(await said(page), /First choose/);
  const dice = page.locator('.tray button');
  let refused = '';
  let taken = '';
  for (let i = 0; i < await dice.count(); ++i) {
    await dice.nth(i).click();
    const isLegal = await page.locator('.act.first').getAttribute('aria-disabled') === 'false';
    if (isLegal) taken = await said(page);
    else refused = await said(page);
    await dice.nth(i).click();
  }
  for (let i = 0; i < await dice.count() && !refused; ++i) await dice.nth(i).click();
  assert.match(refused + taken, /\w/);
  if (taken) assert.match(taken, /: \S for [\d.]+/);
  if (refused) assert.doesNotMatch(refused, /^You rolled/);
}));

test('a game by keys alone, and its text is legal to the program', () => on('short', {}, async page => {
  for (let i = 0; i < 400 && !await page.locator('.play-page.over').count(); ++i) {
    await page.keyboard.press('b');
    await page.keyboard.press(i % 2 ? 'Enter' : 'r');
  }
  const [, one, other] = /([\d,]+) : ([\d,]+)/.exec(await said(page));
  const result = audit(await written(page), 'keys');
  for (const total of [one, other]) assert.ok(result.replaceAll(',', '').includes(total.replaceAll(',', '')), `${total}: ${result}`);
}));

for (const rules of ['koans', 'true-greed', 'official', 'dollar', 'tyghe', 'house'])
  test(`${rules}: a game to its end, alike in the page and in the program`, () => on('house', {}, async page => {
    await choose(page, 'Rules', rules);
    await choose(page, 'against', rules === 'official' ? 'hold' : 'odds');
    await page.getByRole('button', {name: 'New game'}).click();
    await atEnd(page);
    const totals = (await page.$$eval('.side strong', all => all.map(one => one.textContent.replaceAll(',', '')))).join(' ');
    const {totals: audited} = JSON.parse(audit(await written(page), rules, '--json'));
    assert.equal(Object.values(audited).join(' '), totals);
  }));

test('two to six players', () => on('koans', {}, async page => {
  for (const seats of ['3', '6']) {
    await choose(page, 'Players', seats);
    await page.getByRole('button', {name: 'New game'}).click();
    await atEnd(page);
    assert.equal(await page.locator('.side').count(), Number(seats));
    assert.match(audit(await written(page), `of ${seats}`), /\w/);
  }
}));

test('the coach’s cost is that of danno explain', () => on('koans', {}, async page => {
  await coachKnows(page);
  await atEnd(page);
  writeFileSync(join(folder, 'explained.txt'), await written(page));
  const {steps} = JSON.parse(run('explain', 'explained.txt', '--json'));
  const costs = steps.filter(step => step.seat === 0 && step.cost !== undefined).map(step => 100 * step.cost);
  const shown = await page.$$eval('.log li', rows => rows.map(row => row.textContent).filter(words => /^you .*keeps/.test(words)).reverse()
    .map(words => Number(/−([\d.]+)\s%/.exec(words)?.[1] ?? 0)));
  assert.equal(shown.length, costs.length);
  shown.forEach((one, i) => assert.ok(Math.abs(one - costs[i]) < .06 + .1, `${one}, ${costs[i]}`));
}));

test('the coach speaks when it may', () => on('short', {}, async page => {
  await coachKnows(page);
  const told = async () => /% to win|Gave away|best decision/.test(await text(page, '.table'));
  await choose(page, 'Coach', 'never');
  assert.ok(await playOn(page, '.act:nth-child(2):not([hidden])'));
  assert.equal(await told(), false);
  await choose(page, 'Coach', 'asked');
  await page.keyboard.press('?');
  assert.match(await text(page, '.coach'), /\d\s%: (roll|bank|keep)/);
  await choose(page, 'Coach', 'each');
  await page.locator('.act.first').click();
  assert.match(await text(page, '.coach'), /Gave away|best decision/);
  await choose(page, 'Coach', 'end');
  assert.equal(await told(), false);
  await atEnd(page);
  assert.match(await text(page, '.table'), /How it was decided: [\d.]+\s% at the start/);
}));

test('the coach says why another decision is better', () => on('koans', {}, async page => {
  await coachKnows(page);
  assert.ok(await playOn(page, '.coach .bad'));
  assert.match(await text(page, '.coach'), /Gave away [\d.]+\s%; better: [^.]+\. [A-Z].*\d.*\.$/);
}));

test('how it was decided adds up', () => on('koans', {}, async page => {
  await coachKnows(page);
  await atEnd(page);
  const sum = /How it was decided: (.*?)\./.exec((await text(page, '.table')).replace(/(\d)\.(\d)/g, '$1,$2'))[1];
  const numbers = [...sum.replaceAll(',', '.').replaceAll('−', '-').matchAll(/[-+]?\d+(?:\.\d)?/g)].map(Number);
  assert.ok(Math.abs(numbers.slice(0, -1).reduce((all, one) => all + one, 0) - numbers.at(-1)) < .05, sum);
}));

test('the same dice, other chair', () => on('short', {}, async page => {
  await atEnd(page);
  const throws = game => game.split('\n').filter(line => /^(you|odds) \d/.test(line)).map(line => line.split(' '));
  const before = throws(await written(page));
  await page.getByRole('button', {name: /^The same dice/}).click();
  await atEnd(page);
  const after = throws(await written(page));
  assert.equal(before[0][0], 'you');
  assert.equal(after[0][0], 'odds');
  assert.equal(after[0][1], before[0][1]);
  assert.match(await text(page, '.table'), /The same dice\. In chair 1: .* In chair 2: /);
}));

test('a link holds the whole game', async () => {
  let hash;
  let game;
  let shown;
  await on('house', {}, async page => {
    await choose(page, 'Players', '3');
    await page.getByRole('button', {name: 'New game'}).click();
    await atEnd(page);
    hash = new URL(page.url()).hash;
    game = await written(page);
    shown = await text(page, '.sides');
  });
  assert.match(hash, /^#g=/);
  await on('house', {hash}, async page => {
    assert.equal(await written(page), game);
    assert.equal(await text(page, '.sides'), shown);
  });
});

test('a fragment that is no game is ignored', async () => {
  for (const hash of ['#g=', '#g=1~koans~odds~9~s~A', '#g=1~none~odds~0~s~A', '#g=1~koans~optimal.optimal~0~s~', '#g=1~official~optimal~0~s~', '#<img src=x onerror=alert(1)>', `#g=1~koans~odds~0~s~${'A'.repeat(30000)}`])
    await on('koans', {hash}, async page => {
      assert.match(await first(page), /^Roll 5 dice/);
      assert.doesNotMatch(await text(page, 'h1'), /optimal/);
    });
  await on('koans', {hash: `#g=1~koans~odds~0~s~${'B'.repeat(2000)}`}, async page => assert.match(await text(page, '.note'), /\(there is no such decision\)/));
  await on('koans', {hash: '#g=1~koans~odds~0~s~zzzz'}, async page => assert.match(await text(page, '.note'), /not legal/));
});

test('keys are left alone in fields, and can be turned off', () => on('koans', {}, async page => {
  await page.getByText('Keys', {exact: true}).click();
  await page.getByLabel('use these keys').uncheck();
  await page.locator('h1').click();
  await page.keyboard.press('r');
  assert.equal(await page.locator('.log li').count(), 0);
  await page.getByLabel('use these keys').check();
  await page.keyboard.press('r');
  assert.equal(await page.locator('.log li').count(), 0);  // the focus is in a field
  await page.locator('h1').click();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('r');
  assert.equal(await page.locator('.log li').count(), 1);
}));

test('a screen reader hears what happens, and which dice are chosen', () => on('chosen', {}, async page => {
  assert.equal(await page.$eval('.said', one => one.getAttribute('role')), 'status');
  assert.ok(await playOn(page, '.tray button'));
  assert.match(await said(page), /\d/);
  const tree = await page.locator('.play-page').ariaSnapshot();
  assert.match(tree, /button "[1-6], die 1"/);
  await page.keyboard.press('1');
  assert.equal(await page.locator('.tray button').first().getAttribute('aria-pressed'), 'true');
  assert.match(await page.locator('.play-page').ariaSnapshot(), /button "[1-6], die 1" \[pressed\]/);
}));

const STATES = {
  start: async () => {},
  choice: async page => assert.ok(await playOn(page, '.tray button')),
  bust: async page => assert.ok(await playOn(page, '.said .bad', false)),
  end: atEnd,
};
const SIZES = FIREFOX ? [['light', 1200], ['dark', 320]] : ['light', 'dark'].flatMap(scheme => [1200, 390, 320].map(width => [scheme, width]));
for (const [state, come] of Object.entries(STATES)) {
  for (const [colorScheme, width] of SIZES)
    test(`${state}, ${width} px, ${colorScheme}: accessible, not too wide`, () => on('chosen', {width, colorScheme}, async page => {
      await come(page);
      assert.ok(await sideways(page) <= 0);
      if (width !== 390) await accessible(page);
    }));
}

test('on a phone everything can be hit by a finger', () => on('chosen', {width: 390, hasTouch: true}, async page => {
  assert.ok(await playOn(page, '.tray button'));
  const small = await page.$$eval('main :is(button, select)', all => all.filter(one => one.offsetParent).map(one => [one.textContent, one.getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 44 || height < 44).map(([words, {width, height}]) => `${words}: ${width} x ${height}`));
  assert.deepEqual(small, []);
  if (FIREFOX) return;
  const die = page.locator('.tray button').first();
  const was = await die.getAttribute('aria-pressed');
  await die.tap();
  assert.notEqual(await page.locator('.tray button').first().getAttribute('aria-pressed'), was);
}));

test('nothing shifts while bots play', CHROMIUM, () => on('koans', {width: 390}, async page => {
  await page.evaluate(() => {
    globalThis.shifts = [];
    new PerformanceObserver(list => globalThis.shifts.push(...list.getEntries().filter(one => !one.hadRecentInput).map(one =>
      [one.value, ...one.sources.map(({node}) => `${node?.nodeName}.${node?.className?.baseVal ?? node?.className}`)])))
      .observe({type: 'layout-shift', buffered: true});
  });
  await coachKnows(page);
  for (let turn = 0; turn < 3; ++turn) {
    await page.keyboard.press('r');
    for (let i = 0; i < 12 && !/^Skip/.test(await first(page)); ++i) await page.keyboard.press(i % 2 ? 'r' : 'b');
    await page.waitForFunction(() => !document.querySelector('.act.first').textContent.startsWith('Skip'));
  }
  assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
}));

test('with reduced motion nothing moves', () => on('koans', {reducedMotion: 'reduce'}, async page => {
  await page.keyboard.press('r');
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
}));

test('without script it says what it needs', CHROMIUM, () => on('koans', {script: false}, async page => {
  assert.ok(await page.isVisible('.needs'));
  assert.equal(await page.locator('button').count(), 0);
}));

test('without WebAssembly it says what it needs', () => on('koans', {begin: 'delete globalThis.WebAssembly'}, async page => {
  await page.waitForSelector('.needs:visible');
  assert.match(await text(page, '.needs'), /WebAssembly/);
  assert.equal(await page.locator('.act').count(), 0);
}));

test('printed it has the steps and no controls', CHROMIUM, () => on('short', {width: 688}, async page => {
  await atEnd(page);
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('.act:visible, .controls:visible').count(), 0);
  assert.ok(await page.isVisible('.log li'));
  assert.ok(await sideways(page) <= 0);
}));

test('the site leads to it, with the league’s rules and what its bots gave away', async () => {
  await on('site', {}, async page => {
    const offered = await page.getByRole('combobox', {name: 'Rules', exact: true}).locator('option').allTextContents();
    assert.deepEqual(offered.slice(0, 2), ['koans', 'house']);
    await coachKnows(page);
    await atEnd(page);
    const rows = await page.$$eval('.given-away:not([hidden]) tbody tr', all => all.map(row => row.cells[0].textContent));
    assert.deepEqual([...rows].sort(), ['hold', 'odds', 'you, in this game']);
    await accessible(page);
  });
  const site = dirname(pages.site);
  assert.match(readFileSync(join(site, 'index.html'), 'utf8'), /href="play\.html"/);
  const games = join(site, 'koans/games');
  const deal = readdirSync(games).find(name => name.endsWith('.html'));
  assert.match(readFileSync(join(games, deal), 'utf8'), /href="\.\.\/\.\.\/play\.html"/);
});

/// Serves a folder below /a/b/ and does `act` with the address, while only that is asked for.
async function served(root, name, act) {
  const types = {css: 'text/css', js: 'text/javascript', html: 'text/html; charset=utf-8', svg: 'image/svg+xml', wasm: 'application/wasm'};
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    if (!path.startsWith('/a/b/')) return response.writeHead(404).end();
    response.setHeader('Content-Type', types[path.split('.').pop()] ?? 'text/plain');
    response.end(readFileSync(join(root, path.slice(5))));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}/a/b/`;
  try {
    await onPage(address + name, {allows: url => url.startsWith(address) || url.startsWith('blob:')}, act);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('it works below a path, over HTTP', () => served(dirname(pages.site), 'play.html', async page => {
  await ready(page);
  await page.locator('.act.first').click();
  assert.match(await said(page), /You rolled|Bust/);
}));

test('the example that a release has beside danno.wasm works in a page of somebody else', async () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const playground = new URL('../../leagues/site/playground/', import.meta.url);
  copyFileSync(join(dirname(danno), '../leagues/site/playground/danno.wasm'), join(own, 'danno.wasm'));
  copyFileSync(new URL('api.js', playground), join(own, 'danno.js'));
  const [, example] = /```js\n([^]*?)```/.exec(readFileSync(new URL('download.md', playground), 'utf8'));
  const script = example.replace(/^import.*"node:fs";\n/, '')
    .replace('new WebAssembly.Module(readFileSync("danno.wasm"))', 'await WebAssembly.compileStreaming(fetch("danno.wasm"))')
    .replace('console.log', 'document.body.textContent = ');
  writeFileSync(join(own, 'index.html'), `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:">
<link rel="icon" href="data:,"><body><script type="module">${script}
document.title = (await danno.solve(danno.rules("koans"))).length;</script>`);
  await served(own, 'index.html', page => page.waitForFunction(() => /odds \d+ bank/.test(document.body.textContent) && document.title > 1000));
});
