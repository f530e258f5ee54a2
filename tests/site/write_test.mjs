// A bot that is written in the page (write.html): write_test.mjs PATH/TO/danno chromium|firefox. Skipped (77) also where
// danno was built without a compiler for WebAssembly.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createServer as createTcpServer} from 'node:net';
import {join} from 'node:path';
import {after, test} from 'node:test';

import {CHROMIUM, FIREFOX, accessible, folder, onPage, run, sideways} from './browser.mjs';

writeFileSync(join(folder, 'league.toml'), `[league]
name = "bots"
rules = ["koans"]
deals = 1
seed = "browser"
[limits]
isolation = "none"
answer_ms = 10000
[[agent]]
path = "hold"
[[agent]]
path = "timid"
`);
run('league', 'run', 'league.toml', '-q');
run('league', 'site', 'out/bots', '-q');
const site = join(folder, 'out/bots/site');
if (!existsSync(join(site, 'write.html'))) {
  console.log('skipped: this danno was built without a compiler for WebAssembly; .ci/packages-web lists one');
  process.exit(77);
}

const requests = [];
const server = createServer(({url}, answer) => {
  requests.push(url);
  const file = join(site, new URL(url, 'http://site').pathname.replace('/a/path/', '/'));
  if (!existsSync(file)) return answer.writeHead(404).end();
  answer.setHeader('Content-Type', {html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml'}[file.split('.').pop()] ?? 'text/plain');
  answer.end(readFileSync(file));
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const own = `http://127.0.0.1:${server.address().port}/a/path/`;
const visits = [];  // of others, which a bot may want to reach
const other = createTcpServer(socket => {
  visits.push('somebody');
  socket.destroy();
});
await new Promise(done => other.listen(0, '127.0.0.1', done));
const elsewhere = `127.0.0.1:${other.address().port}`;
after(() => {
  server.closeAllConnections();
  server.close();
  other.close();
});

/// Opens the page and does `act` with it, as onPage() does. `prepare` is run before any script.
async function on({address = `file://${site}/`, hash = '', prepare, ...options}, act) {
  await onPage(`${address}write.html${hash}`, {
    height: 844, acceptDownloads: true, ...options, prepare: page => prepare && page.addInitScript(prepare),
    allows: url => /^(file:|blob:|about:srcdoc)/.test(url) || url.startsWith(own)}, act);
}

const button = (page, name) => page.getByRole('button', {name, exact: true});
const said = page => page.locator('.said').textContent();
const ended = page => page.waitForFunction(() => !document.querySelector('.running'), null, {timeout: 120000});
const editor = page => page.locator('textarea');

async function play(page, text) {
  if (text !== undefined) await editor(page).fill(text);
  await button(page, 'Run').click();
  await ended(page);
  return said(page);
}

async function downloadAs(page, name) {
  await page.locator('details summary').first().click();
  await page.getByLabel('Name').fill(name);
  const file = join(folder, `${name}.zip`);
  if (FIREFOX) {  // WebDriver BiDi tells of no download
    await page.evaluate(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = blob => make(globalThis.archive = blob);
    });
    await button(page, 'Download').click();
    writeFileSync(file, Buffer.from(await page.evaluate(async () => Array.from(new Uint8Array(await globalThis.archive.arrayBuffer())))));
  } else {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    await download.saveAs(file);
  }
  execFileSync('python3', ['-m', 'zipfile', '-e', file, folder]);
  return readdirSync(join(folder, name)).sort();
}

function match(name, opponent) {
  const [bot] = JSON.parse(run('match', `./${name}`, opponent, '--rules', 'koans', '--deals', '1000', '--seed', 'tutorial',
    '--isolation', 'none', '--answer-ms', '10000', '--json')).agents;
  const show = (elo, low, high) => `${elo < -0.5 ? '−' : elo >= 0.5 ? '+' : ''}${Math.abs(elo).toFixed(0)} ± ${((high - low) / 2).toFixed(0)}`;
  return [show(bot.elo, bot.elo_low, bot.elo_high), show(bot.adjusted.elo, bot.adjusted.elo_low, bot.adjusted.elo_high),
    `${(100 * bot.score).toFixed(1)} %`];
}

for (const [colorScheme, width] of FIREFOX ? [['light', 1200], ['dark', 320]] : ['light', 'dark'].flatMap(scheme => [1200, 390, 320].map(size => [scheme, size]))) {
  test(`the page, ${colorScheme}, ${width} px`, () => on({colorScheme, width}, async page => {
    await accessible(page);
    assert.ok(await sideways(page) <= 0);
    assert.match(await play(page), /^hold is stronger\./);
    await accessible(page);
    assert.ok(await sideways(page) <= 0);
    assert.match(await play(page, 'export function decide(question) {\n  return question.none.here;\n}'), /^Line 2 TypeError/);
    await accessible(page);
    assert.ok(await sideways(page) <= 0);
  }));
}

test('nothing shifts while it loads and plays', CHROMIUM, () => on({width: 390}, async page => {
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) globalThis.shift += entry.hadRecentInput ? 0 : entry.value;
    }).observe({type: 'layout-shift', buffered: true});
  });
  await play(page);
  assert.equal(await page.evaluate(() => globalThis.shift), 0);
}));

test('by the steps of the page a bot beats hold, with the figures of danno match', () => on({}, async page => {
  assert.match(await play(page), /^hold is stronger\./);
  await button(page, '2 · How a game ends').click();
  assert.match(await play(page), /^hold is stronger\./);
  await button(page, '3 · Fewer dice, sooner').click();
  await page.locator('details summary').first().click();
  await page.getByLabel('Name').fill('newest');
  await page.locator('details summary').first().click();
  assert.match(await play(page), /^newest beats hold\. odds is stronger\. optimal is stronger\.$/);
  const shown = await page.$$eval('.outcome tbody tr', rows => rows.map(row => [...row.cells].slice(1).map(cell => cell.textContent)));
  assert.match(await page.locator('.costliest').textContent(), /Against hold, at \d+ to \d+.*Better: keep .*Gave away [\d.]+ %/);
  const files = await downloadAs(page, 'newest');
  assert.equal(await said(page), 'newest.zip has its folder. Unpack it, then try danno check newest.');
  run('new', 'js', 'made/newest');
  assert.deepEqual(files, readdirSync(join(folder, 'made/newest')).sort());
  for (const file of files.filter(one => one !== 'agent.mjs'))
    assert.equal(readFileSync(join(folder, 'newest', file), 'utf8'), readFileSync(join(folder, 'made/newest', file), 'utf8'), file);
  assert.match(run('check', 'newest', '--isolation', 'none', '--answer-ms', '10000'), /newest/);
  assert.deepEqual(shown, ['hold', 'odds', 'optimal'].map(opponent => match('newest', opponent)));
}));

test('a shell reads the command as it is meant', () => on({}, async page => {
  await page.locator('details summary').first().click();
  await page.getByLabel('Name').fill('my bot');
  for (const [seed, meant] of [["it's; 5", "it's; 5"], ['', 'tutorial']]) {
    await page.getByLabel('Seed of the dice').fill(seed);
    assert.match(await play(page), /stronger/);
    const command = await page.locator('.results code').textContent();
    assert.deepEqual(execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], {encoding: 'utf8'}).trimEnd().split('\n'),
      ['danno', 'match', 'my bot', 'hold', '--rules', 'koans', '--deals', '1000', '--seed', meant]);
  }
}));

test('by keyboard alone', () => on({width: 390}, async page => {
  const tabTo = async name => {
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(words => document.activeElement.textContent === words || document.activeElement.matches(words), name).catch(() => false)) return;
    }
    assert.fail(`no way to ${name}`);
  };
  await page.evaluate(() => document.querySelectorAll('.begin button')[2].id = 'third');
  await tabTo('#third');
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate(() => document.activeElement.matches('textarea')));
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  assert.ok((await editor(page).inputValue()).startsWith('  import'));
  await page.keyboard.press('Shift+Tab');
  assert.ok((await editor(page).inputValue()).startsWith('import'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Run');
  await page.keyboard.press('Enter');
  await ended(page);
  assert.match(await said(page), /^mybot beats hold/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+Enter');
  await ended(page);
  assert.match(await said(page), /^mybot beats hold/);
}));

test('the editor keeps the indentation', () => on({}, async page => {
  await editor(page).fill('');
  await page.keyboard.type('function f() {\nif (a) {\nb;\n}\n}');
  assert.equal(await editor(page).inputValue(), 'function f() {\n  if (a) {\n    b;\n  }\n}');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Tab');
  assert.equal((await editor(page).inputValue()).split('\n')[2], '      b;');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+Tab');
  assert.equal((await editor(page).inputValue()).split('\n')[2], '    b;');
}));

test('by touch', {skip: FIREFOX && 'it has no touch here'}, () => on({width: 390, hasTouch: true}, async page => {
  await button(page, '3 · Fewer dice, sooner').tap();
  await button(page, 'Run').tap();
  await ended(page);
  assert.match(await said(page), /^mybot beats hold/);
}));

test('undo brings back what a step replaced', () => on({}, async page => {
  await editor(page).fill('// mine');
  await button(page, '2 · How a game ends').click();
  assert.match(await said(page), /Undo/);
  await page.keyboard.press('Control+z');
  assert.equal(await editor(page).inputValue(), '// mine');
}));

test('a short bot is kept in the address, a long one is not', () => on({}, async page => {
  const text = '// ä bot\nexport function decide(question) {}\n';
  await editor(page).fill(text);
  await page.waitForFunction(() => location.hash.startsWith('#b='));
  const hash = await page.evaluate(() => location.hash);
  await on({hash}, async again => {
    await again.waitForFunction(words => document.querySelector('textarea').value === words, text);
    assert.match(await said(again), /came with the address/);
  });
  await editor(page).evaluate(area => {
    area.value = Array.from({length: 4000}, (_, i) => `// ${Math.sin(i)}`).join('\n');
    area.dispatchEvent(new Event('input'));
  });
  await page.waitForFunction(() => location.hash === '');
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
}));

for (const hash of ['#b=', '#b=AAAA', '#b=<img src=x onerror=alert(1)>', '#b=' + 'A'.repeat(5000), '#g=1'])
  test(`the address ${hash.slice(0, 30)} says nothing`, () => on({hash}, async page => {
    await page.waitForFunction(() => !document.querySelector('.first').disabled);
    assert.match(await editor(page).inputValue(), /^\/\/ Your agent/);
  }));

const SDK = 'import { accept, bank, roll } from "./danno.mjs";\n';
/// By what is wrong: the text, and what is said.
const WRONG = {
  'a slip in the syntax': [`${SDK}export function decide(question) {\n  return roll(0;\n}`, /^Line 3 .*SyntaxError/],
  'an unknown name of the SDK': ['import { rol } from "./danno.mjs";\nexport function decide() {}', /rol/],
  'no function': ['const a = 1;', /there is no function to ask/],
  'an error while it loads': ['\nnone.here;\nexport function decide() {}', /^Line 2 ReferenceError/],
  'an answer that is none': [`${SDK}export function decide() {\n  return 1;\n}`, /decide returned 1; expected/],
  'an option that is not there': [`${SDK}export const decide = () => roll(77);`, /roll\(77\), which is not allowed/],
  'an answer to no offer': [`${SDK}export const decide = () => accept();`, /not allowed here/],
  'a promise': [`${SDK}export async function decide() {}`, /a promise/],
  'another module': ['import fs from "node:fs";\nexport function decide() {}', /^Line 1 It imports what is not here/],
};
test('a mistake has its line and its question', () => on({quiet: false}, async page => {
  for (const [name, [text, words]] of Object.entries(WRONG)) {
    assert.match(await play(page, text), words, name);
    const line = (await said(page)).match(/^Line (\d+)/)?.[1];
    assert.deepEqual(await page.locator('.gutter .wrong').allTextContents(), line ? [line] : [], name);
  }
  await play(page, `${SDK}export function decide(question) {\n  console.log("seen", String(question.options));\n  throw new Error("no");\n}`);
  assert.match(await page.locator('.results').textContent(), /koans, seat 0 of 2/);
  assert.match(await page.locator('.printed').textContent(), /seen 1/);
  await page.getByRole('button', {name: 'Line 4'}).click();
  // Firefox is made to type the text, and the editor indents what is typed.
  const selected = await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(
    document.activeElement.selectionStart, document.activeElement.selectionEnd));
  assert.equal(selected.trim(), 'throw new Error("no");');
}));

/// Bots that mean ill; of each the text.
const HOSTILE = {
  'an endless loop': 'export function decide() {\n  for (;;);\n}',
  'an endless loop while it loads': 'for (;;);',
  'an endless chain of promises': 'const again = () => Promise.resolve().then(again);\nagain();\nexport function decide() {}',
  'memory': 'const all = [];\nexport function decide() {\n  for (let i = 0; i < 64; ++i) all.push(new Float64Array(131072).fill(i));\n  for (;;);\n}',
  'too much at once': 'export function decide() {\n  new ArrayBuffer(2 ** 52);\n}',
  'recursion': 'export function decide() {\n  return decide();\n}',
  'import': `export async function decide() {\n  await import("http://${elsewhere}/a.mjs");\n}`,
  'import before it plays': `import "http://${elsewhere}/a.mjs";\nexport function decide() {}`,
  'fetch': `export function decide() {\n  fetch("http://${elsewhere}/");\n}`,
  'a socket': `export function decide() {\n  new WebSocket("ws://${elsewhere}/");\n}`,
  'a Worker': 'export function decide() {\n  new Worker("data:text/javascript,");\n}',
  'storage': 'export function decide() {\n  indexedDB.open("a");\n}',
  'messages': 'export function decide() {\n  for (;;) postMessage("a");\n}',
  'other channels': 'export function decide() {\n  new BroadcastChannel("a").postMessage("a");\n}',
  'prototypes changed': 'Array.prototype.push = () => { throw 1; };\nObject.prototype.then = () => {};\nMap.prototype.get = () => ({});\nexport function decide() {}',
  'names of the language gone': 'globalThis.Int32Array = globalThis.Math = globalThis.Promise = null;\nexport function decide() {}',
  'close()': 'export function decide() {\n  close();\n}',
  'self overwritten': 'globalThis.self = globalThis.onmessage = null;\nexport function decide() {\n  self.a;\n}',
  'an answer with a loop': 'export function decide() {\n  return {get action() { for (;;); }};\n}',
  'an error with a loop': 'export function decide() {\n  throw {toString() { for (;;); }};\n}',
  'a module that is a promise': 'export function then() {}\nexport function decide() {}',
};
for (const address of [`file://${site}/`, own])
  test(`a hostile bot ends itself only, ${address.slice(0, 4)}`, () => on({address, quiet: false}, async page => {
    await play(page, `${SDK}export const decide = question => question.mayBank(0) ? bank(0) : roll(0);`);
    const before = requests.length;
    for (const [name, text] of Object.entries(HOSTILE)) {
      assert.notEqual(await play(page, text), '', name);
      assert.ok((await page.locator('.said').getAttribute('class')).includes('bad'), name);
      assert.equal(await page.locator('iframe').count(), 0, name);
    }
    await button(page, '3 · Fewer dice, sooner').click();
    assert.match(await play(page), /^mybot beats hold/);
    assert.deepEqual([requests.slice(before), visits], [[], []]);
  }));

test('a run can be stopped, and another one begun', () => on({}, async page => {
  await editor(page).fill(`${SDK}export function decide(question) {\n  for (const end = Date.now() + 20; Date.now() < end;);\n  return question.mayBank(0) ? bank(0) : roll(0);\n}`);
  await button(page, 'Run').click();
  await page.waitForFunction(() => document.querySelector('progress').value > 0);
  await button(page, 'Stop').click();
  await ended(page);
  assert.equal(await said(page), 'Stopped.');
  await button(page, '3 · Fewer dice, sooner').click();
  assert.match(await play(page), /^mybot beats hold/);
}));

test('other rules and other dice', () => on({}, async page => {
  await page.locator('details summary').first().click();
  await button(page, 'Other dice').click();
  assert.notEqual(await page.getByLabel('Seed of the dice').inputValue(), 'tutorial');
  await page.getByLabel('Rules').selectOption('official');
  assert.match(await play(page), /(stronger|beats hold|apart)/);
  assert.equal(await page.locator('.outcome tbody tr').count(), 2);
}));

test('without script it says so', CHROMIUM, () => on({script: false}, async page => {
  assert.match(await page.locator('noscript').innerText(), /danno new js mybot/);
  assert.equal(await page.locator('main button').count(), 0);
}));

test('without WebAssembly it says so', () => on({prepare: () => delete globalThis.WebAssembly}, async page => {
  assert.match(await page.locator('.write').textContent(), /no WebAssembly/);
  assert.equal(await page.locator('main button').count(), 0);
}));

test('on paper it has the bot and what came of it', CHROMIUM, () => on({}, async page => {
  await play(page);
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('.acts').isVisible(), false);
  assert.equal(await page.locator('.sheet pre').isVisible(), true);
  assert.equal(await page.locator('.outcome').isVisible(), true);
}));
