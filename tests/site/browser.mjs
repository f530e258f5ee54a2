// A real browser for tests of pages, which are run as NAME_test.mjs PATH/TO/danno chromium|firefox. They are skipped (77)
// where the browser or what drives it is missing; .ci/browser installs both.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after} from 'node:test';

export const FIREFOX = process.argv[3] === 'firefox';
const BROWSER = FIREFOX ? '/usr/bin/firefox-esr' : '/usr/bin/chromium-headless-shell';
const playwright = await import('playwright-core').catch(() => null);
const axe = await import('axe-core').catch(() => null);
if (!playwright || !axe || !existsSync(BROWSER)) {
  console.log(`skipped: no ${existsSync(BROWSER) ? 'tests/site/node_modules' : BROWSER}; .ci/browser installs it`);
  process.exit(77);
}

// Firefox is driven over WebDriver BiDi: that counts no layout shifts and covers no script, forbids no page its
// script and makes no print of what is on the screen.
export const CHROMIUM = {skip: FIREFOX && 'WebDriver BiDi has no means for it'};

export const danno = process.argv[2];
export const folder = mkdtempSync(join(tmpdir(), 'danno-site-'));
const browsers = new Map();  // by what their user wishes

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  rmSync(folder, {recursive: true, force: true});
});

export function run(...words) {
  return execFileSync(danno, words, {cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
}

function launch(colorScheme, forcedColors) {
  if (FIREFOX)
    return playwright.firefox.launch({channel: 'moz-firefox', executablePath: BROWSER, firefoxUserPrefs: {
      'ui.systemUsesDarkTheme': Number(colorScheme === 'dark'), 'ui.prefersReducedMotion': 1,
      'browser.display.document_color_use': forcedColors === 'active' ? 2 : 0,
      'browser.sessionhistory.max_total_viewers': 0}});  // of a page from memory no load is told
  return playwright.chromium.launch({executablePath: BROWSER, args: [
    '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync']});
}

/// What the user wishes is Chromium's to know by page, and Firefox's from its start.
export function browserFor({colorScheme = 'light', forcedColors = 'none'} = {}) {
  const wishes = FIREFOX ? `${colorScheme} ${forcedColors}` : '';
  if (!browsers.has(wishes)) browsers.set(wishes, launch(colorScheme, forcedColors));
  return browsers.get(wishes);
}

export async function newPage(options = {}) {
  return (await browserFor(options)).newPage(options);
}

/// Opens an address, does `act` with the page, and fails on any message, error or request that is not allowed. `prepare`
/// gets the page before it goes there. If not `quiet`, nothing fails but `act`.
export async function onPage(address, {width = 1200, height = 900, script = true, quiet = true, prepare = () => {},
  allows = url => url.startsWith('file:'), ...options}, act) {
  const context = await (await browserFor(options)).newContext({
    viewport: {width, height}, javaScriptEnabled: script, reducedMotion: 'reduce', ...options});
  const page = await context.newPage();
  const troubles = [];
  page.on('console', message => troubles.push(message.text()));
  page.on('pageerror', error => troubles.push(error.stack));
  page.on('request', request => allows(request.url()) || troubles.push(request.url()));
  await prepare(page);
  await page.goto(address);
  await act(page);
  if (quiet) assert.deepEqual(troubles, []);
  await context.close();
}

export async function accessible(page) {
  await page.evaluate(axe.default.source);
  const found = await page.evaluate(() => axe.run(document, {
    preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: {'target-size': {enabled: true}}}));
  assert.deepEqual(found.violations.map(one => `${one.id}: ${one.nodes[0].html}`), []);
}

export const sideways = page => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
