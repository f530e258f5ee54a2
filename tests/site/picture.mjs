// README's picture, the demonstration league under koans and one of its games: picture.mjs PATH/TO/danno OUT.png
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {chromium} from 'playwright-core';

const danno = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'danno-picture-'));
const demo = readFileSync(new URL('../../leagues/demo.toml', import.meta.url), 'utf8');
writeFileSync(join(folder, 'demo.toml'), demo.replace('[league]', '[league]\nseed = "picture"').replace(/^rules = .*/m, 'rules = ["koans"]'));
execFileSync(danno, ['league', 'run', 'demo.toml', '-q'], {cwd: folder, stdio: 'ignore'});
execFileSync(danno, ['league', 'site', 'demo.toml', '-q', '--games', '10'], {cwd: folder, stdio: 'ignore'});

const browser = await chromium.launch({executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox']});
const page = await browser.newPage({viewport: {width: 900, height: 740}, reducedMotion: 'reduce'});
const shot = async () => `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
const site = `file://${folder}/out/demo/site`;
await page.goto(`${site}/koans/index.html`);
const league = await shot();
// Where the best agent lost most: the step that its page links first.
await page.click('.standings tbody a');
await page.click('main td a[href*="/games/"]');
await page.evaluate(() => document.querySelector('.tabs').scrollIntoView());
const game = await shot();
const both = await browser.newPage({viewport: {width: 1820, height: 740}, deviceScaleFactor: 0.68});  // without the policy of a site
await both.setContent(`<body style="margin:0;display:flex;gap:20px;background:#dfe1e5">
  <img src="${league}"><img src="${game}">`);
writeFileSync(process.argv[3], await both.screenshot());
await browser.close();
rmSync(folder, {recursive: true});
