// "What would you do?" and the game in a frame, in a real browser: puzzle_test.mjs PATH/TO/danno chromium|firefox.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {before, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {CHROMIUM, FIREFOX, accessible, folder, newPage, onPage, run, sideways} from './browser.mjs';

const LEAGUE = `[league]
name = "NAME"
rules = ["koans"]
seed = "puzzle"
KEYS
[limits]
isolation = "none"
answer_ms = 10000
`;
const AGENTS = `[[agent]]
path = "timid"
name = "<b>tim"
[[agent]]
path = "hold"
[[agent]]
path = "random"
`;
const site = (league, page) => join(folder, 'out', league, 'site', page);

function league(name, keys, agents = AGENTS, ...flags) {
  writeFileSync(join(folder, `${name}.toml`), LEAGUE.replace('NAME', name).replace('KEYS', keys) + agents);
  run('league', 'run', `${name}.toml`, '-q');
  run('league', 'site', `out/${name}`, '-q', ...flags);
}

before(() => {
  league('two', 'deals = 10');
  league('three', 'seats = 3\ndeals = 6');
  league('bare', 'deals = 4', AGENTS, '--games', '0');
  league('few', 'deals = 1', '[[agent]]\npath = "optimal"\n[[agent]]\npath = "optimal"\nname = "other"\n');
});

/// Opens a page of a site and does `act` with it, as onPage() does.
const on = (file, {hash = '', ...options}, act) => onPage(pathToFileURL(file).href + hash, options, act);

const quiz = (league, options, act) => on(site(league, 'puzzle.html'), options, act);
const answer = (page, at) => page.locator('div.choices button').nth(at).click();
const next = page => page.locator('.next').click();
const heading = page => page.textContent('.progress h2');
const position = page => page.evaluate(() =>
  [...document.querySelectorAll('.decision .side strong, .decision .dice')].map(one => one.ariaLabel ?? one.textContent).join(' '));

/// Answers all, always the first choice, and returns what was asked.
async function fiveOfDay(page) {
  const asked = [];
  while (await page.locator('div.choices').count()) {
    asked.push(`${await heading(page)} ${await position(page)}`);
    await answer(page, 0);
    await next(page);
  }
  return asked;
}

const SIZES = FIREFOX ? [['light', 1200], ['dark', 320]]
  : ['light', 'dark'].flatMap(scheme => [1200, 390, 320].map(width => [scheme, width]));

for (const kind of ['two', 'three', 'bare'])
  for (const [colorScheme, width] of SIZES)
    test(`${kind}, ${width} px, ${colorScheme}: before, after and at the end accessible, not too wide`, () =>
      quiz(kind, {width, colorScheme, hash: '#2026-11-26'}, async page => {
        const check = async () => {
          assert.ok(await sideways(page) <= 0);
          if (width !== 390) await accessible(page);
        };
        await check();
        await answer(page, 0);
        await check();
        await next(page);
        await fiveOfDay(page);
        await check();
      }));

test('without script all decisions stand there with their solutions', CHROMIUM, () =>
  quiz('two', {script: false, width: 320}, async page => {
    assert.ok(await page.locator('article').count() >= 5);
    assert.equal(await page.locator('article table').count(), await page.locator('article').count());
    assert.ok(await page.isVisible('article .why'));
    assert.equal(await page.locator('main button').count(), 0);
    assert.ok(await sideways(page) <= 0);
  }));

test('a day has five decisions, another day others, the same day the same', async () => {
  const days = [];
  for (const hash of ['#2026-11-26', '#2026-11-27', '#2026-11-26', '#1969-12-31'])
    await quiz('two', {hash}, async page => days.push(await fiveOfDay(page)));
  const [one, other, same, old] = days.map(String);
  assert.equal(days[0].length, 5);
  assert.notEqual(one, other);
  assert.equal(one, same);
  assert.equal(days[3].length, 5, old);
  assert.equal(new Set(days[0].map(text => text.replace(/^\d of \d: /, ''))).size, 5);
});

test('without a date in the address it is the day of the visitor', CHROMIUM, async () => {
  const page = await newPage();
  await page.clock.setFixedTime(new Date(2026, 10, 26, 23, 59));
  await page.goto(`file://${site('two', 'puzzle.html')}`);
  const asked = await fiveOfDay(page);
  await page.goto(`file://${site('two', 'puzzle.html')}#2026-11-26`);
  await page.reload();
  assert.deepEqual(await fiveOfDay(page), asked);
  await page.close();
});

test('the same store gives the same bytes', () => {
  const bytes = readFileSync(site('two', 'puzzle.html'));
  run('league', 'site', 'out/two', '-q', '--to', join(folder, 'again'));
  assert.deepEqual(readFileSync(join(folder, 'again', 'puzzle.html')), bytes);
});

test('a cost is that of danno explain at that step, and the link leads there', () => {
  const html = readFileSync(site('two', 'puzzle.html'), 'utf8');
  const articles = html.split('<article').slice(1);
  assert.ok(articles.length >= 5);
  for (const article of articles) {
    const [, file, letter, step] = /href="koans\/games\/([^"]+)\.html#([ab])(\d+)"/.exec(article);
    const [, lineUp, deal] = /^(.+)-(\d+)$/.exec(decodeURIComponent(decodeURIComponent(file)));
    const id = `koans/${lineUp.replaceAll('+', ',')}/${deal}/${letter === 'a' ? 0 : 1}`;
    const explained = JSON.parse(run('explain', id, 'out/two', '--json'));
    const {cost, after} = explained.steps[Number(step) - 1];
    const rows = article.split('<tbody>')[1].match(/<tr.*?<\/tr>/gs);
    const own = rows.find(row => /<bdi>/.test(row));
    const numbers = [...own.matchAll(/<td>([^<]*%|–)<\/td>/g)].map(found => found[1].replace('&gt;', '>').replace('&lt;', '<'));
    assert.ok(cost > 0.02, `${id} ${step}: ${cost}`);
    assert.equal(numbers[1], `${(100 * cost).toFixed(1)} %`, `${id} step ${step}`);
    if (!/[<>]/.test(numbers[0])) assert.ok(Math.abs(parseFloat(numbers[0]) - 100 * after) < 0.051, `${id} ${step}: ${numbers[0]} ${after}`);
    assert.ok(readFileSync(site('two', `koans/games/${decodeURIComponent(file)}.html`), 'utf8').includes(`id="${letter}${step}"`));
  }
});

test('what is right, what it costs and who chose it is told after the choice, and counted', () =>
  quiz('two', {hash: '#2026-11-26'}, async page => {
    assert.equal(await page.locator('.solution table').count(), 0);
    const articles = () => page.locator('.solution tbody tr');
    await answer(page, 0);
    const rows = await articles().evaluateAll(all => all.map(row => [row.className, ...[...row.cells].map(cell => cell.textContent)]));
    assert.ok(rows.some(([kind, , , cost, who]) => kind.includes('best') && cost === '–' && who.includes('solver')));
    assert.ok(rows.some(row => row[4].includes('odds')));
    assert.match(rows[0][4], /^you/);
    const said = await page.textContent('.board .said');
    if (rows[0][0].includes('best')) assert.equal(said, 'Right.');
    else assert.match(said, /^(No|Nearly): .* is better by <?[\d.]+ %\.$/);
    assert.ok((await page.textContent('.why')).length > 20);
    await page.locator('.solution .source a').click();
    await page.waitForURL(/koans\/games\/.*#[ab]\d+$/);
    await page.waitForSelector('tr.now');
    assert.equal(await page.$eval('tr.now', row => `#${row.id}`), new URL(page.url()).hash);
  }));

test('by keys alone: digits choose, Enter goes on, focus is never lost', () => quiz('two', {hash: '#2026-11-26'}, async page => {
  for (let i = 1; i <= 5; ++i) {
    assert.match(await heading(page), new RegExp(`^${i} of 5: `));
    await page.keyboard.press('1');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'next');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H2');
  }
  assert.match(await heading(page), /^\d of 5 right$/);
  await page.keyboard.press('Tab');
}));

test('the line to share has squares and no spoiler, and can be copied', () => quiz('two', {hash: '#2026-11-26'}, async page => {
  await fiveOfDay(page);
  const line = await page.textContent('.share output');
  assert.match(line, /^What would you do\? two, 26 Nov 2026: [■▨□]{5} \d of 5$/);
  const right = (line.match(/■/g) ?? []).length;
  assert.ok(line.endsWith(`${right} of 5`));
  await page.getByRole('button', {name: 'Copy'}).click();
  await page.waitForFunction(() => document.querySelector('[role=status] input, [role=status]').textContent || document.querySelector('[role=status] input'));
  await page.getByRole('button', {name: 'Once more'}).click();
  assert.match(await heading(page), /^1 of 5/);
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
}));

test('dice are lifted that a choice would keep', () => quiz('two', {hash: '#2026-11-26'}, async page => {
  assert.match(await page.getAttribute('.decision .dice', 'aria-label'), /^thrown \d+/);
  await page.locator('div.choices button').first().focus();
  assert.match(await page.getAttribute('.decision .dice', 'aria-label'), /kept \d+$/);
}));

test('without solved values right is what odds does, and the page says so', () => quiz('three', {}, async page => {
  assert.match(await page.textContent('main'), /right is here what odds does/);
  await answer(page, 0);
  const heads = await page.$$eval('.solution thead th', all => all.map(one => one.textContent));
  assert.deepEqual(heads, ['Decision', 'Chosen by']);
  assert.match(await page.textContent('.said'), /^(Right\.|Not as odds: .*)$/);
}));

test('a game without a page is named by its command', () => quiz('bare', {script: FIREFOX}, async page => {
  const html = readFileSync(site('bare', 'puzzle.html'), 'utf8');
  const [, id] = /<code>danno explain ('?koans\/[^<]*?) LEAGUE<\/code>/.exec(html);
  assert.ok(id);
  assert.equal(await page.locator('a[href*="/games/"]').count(), 0);
}));

test('a league in which nothing went wrong has no such page and no link to it', () => {
  assert.ok(!readdirSync(site('few', '.')).some(name => name.startsWith('puzzle')));
  assert.ok(!readFileSync(site('few', 'index.html'), 'utf8').includes('puzzle.html'));
  assert.ok(readFileSync(site('two', 'index.html'), 'utf8').includes('href="puzzle.html"'));
});

test('the page and its files are small', () => {
  const size = ['puzzle.html', 'puzzle.css', 'puzzle.js'].reduce((sum, name) => sum + readFileSync(site('two', name)).length, 0);
  assert.ok(size <= 60000, String(size));
});

test('nothing shifts while it loads', CHROMIUM, () => quiz('two', {}, async page => {
  const shifts = await page.evaluate(() => new Promise(done => {
    new PerformanceObserver(list => done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
      .observe({type: 'layout-shift', buffered: true});
    requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
  }));
  assert.equal(shifts, 0);
}));

test('printed it has the five with their solutions and no controls', CHROMIUM, () => quiz('two', {width: 688}, async page => {
  await page.emulateMedia({media: 'print'});
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('article:visible').count(), 5);
  assert.equal(await page.locator('div.choices:visible, .next:visible').count(), 0);
  assert.ok(await sideways(page) <= 0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.locator('article').count(), 0);
}));

const game = () => join(site('two', 'koans/games'), readdirSync(site('two', 'koans/games')).find(name => name.endsWith('.html')));

test('in a frame a game is board, curve and controls alone, and leads to the whole page', async () => {
  for (const [width, colorScheme] of [[1200, 'light'], [320, 'dark']])
    await on(game(), {hash: '?embed#b4', width, colorScheme}, async page => {
      for (const hidden of ['body > header', 'body > footer', 'h1:not(.whole)', '.list', '.facts'])
        assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
      for (const shown of ['.board', '.curve', '.moving', '.whole a']) assert.ok(await page.isVisible(shown), shown);
      assert.ok(await sideways(page) <= 0);
      const step = await page.$eval('tr.now', row => row.id);
      assert.match(step, /^b/);
      await page.keyboard.press('ArrowRight');
      assert.ok(page.url().includes('?embed#b'));
      assert.ok(!(await page.getAttribute('.whole a', 'href')).includes('embed'));
      await accessible(page);
    });
});

test('the code of a frame shows this step in another page', async () => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    if (path === '/favicon.ico') return response.writeHead(404).end();  // of the other page
    const types = {css: 'text/css', js: 'text/javascript', html: 'text/html', svg: 'image/svg+xml'};
    response.setHeader('Content-Type', types[path.split('.').pop()] ?? 'text/plain');
    response.end(path === '/other.html' ? code : readFileSync(join(folder, path)));
  });
  let code = '';
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}`;
  const page = await newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', {value: undefined}));
  await page.goto(`${address}${game().replace(folder, '').split('/').map(encodeURIComponent).join('/')}#a4`);
  await page.getByRole('button', {name: 'Embed'}).click();
  code = await page.inputValue('[role=status] input');
  assert.match(code, /^<iframe src="http:[^"]*\?embed#a\d+" title="[^"]+"/);
  await page.goto(`${address}/other.html`);
  const frame = page.frameLocator('iframe');
  await frame.locator('.board').waitFor();
  assert.equal(await frame.locator('body > header:visible').count(), 0);
  assert.match(await frame.locator('tr.now').getAttribute('id'), /^a/);
  await page.close();
  server.close();
});
