// Handing in with a real browser, a real nginx and a running season: hand_in_test.mjs PATH/TO/danno chromium|firefox.
// Skipped (77) where the browser, what drives it, or nginx is missing.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {accessible, danno, FIREFOX, newPage, sideways} from './browser.mjs';

if (!existsSync('/usr/sbin/nginx')) {
  console.log('skipped: no nginx; .ci/packages-test installs it');
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), 'danno-hand-in-'));
const PATIENCE = {timeout: 120000};  // a check plays games, on a machine that may be busy
let server, place;

before(async () => {
  server = spawn('python3', [join(dirname(fileURLToPath(import.meta.url)), 'hand_in_server.py'), danno, folder], {stdio: ['pipe', 'pipe', 'inherit']});
  for await (const line of createInterface({input: server.stdout})) {
    place = JSON.parse(line);
    break;
  }
  execFileSync(danno, ['new', 'python', 'mybot'], {cwd: folder});
  // Nobody hands these in.
  mkdirSync(join(folder, 'mybot/.git'));
  writeFileSync(join(folder, 'mybot/.git/config'), 'x');
  execFileSync('python3', ['-m', 'zipfile', '-c', 'other.zip', 'mybot/'], {cwd: folder});
  writeFileSync(join(folder, 'large.zip'), Buffer.alloc((1 << 20) + 1));
  writeFileSync(join(folder, 'broken.zip'), 'no zip');
});

after(async () => {
  server.stdin.end();
  await new Promise(done => server.once('exit', done));
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, {recursive: true, force: true});
});

/// A page of the season, and what its policy forbade or its script threw.
async function open(options = {}, path = 'hand-in.html') {
  const page = await newPage({viewport: {width: 1200, height: 900}, ...options});
  page.problems = [];
  page.on('pageerror', problem => page.problems.push(String(problem)));
  page.on('console', message => { if (/Content.Security.Policy/i.test(message.text())) page.problems.push(message.text()); });
  await page.goto(`${place.address}/${path}`);
  return page;
}

async function logIn(page, author, token = place.tokens[author]) {
  await page.getByLabel('Name').fill(author);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', {name: 'Log in'}).click();
}

async function assertGood(page) {
  await accessible(page);
  assert.ok(await sideways(page) <= 0);
  assert.deepEqual(page.problems, []);
}

const status = page => page.getByRole('status').last();

test('a folder is handed in: the letter, then the rank', {skip: FIREFOX && 'WebDriver BiDi chooses no folder'}, async () => {
  const page = await open();
  await assertGood(page);
  await logIn(page, 'ada', 'wrong');
  await page.getByText('The name or the token is wrong.').waitFor();
  await logIn(page, 'ada');
  await page.getByText('You are ada.').waitFor();
  assert.equal(await page.locator('input[type=password]').count(), 0);
  await page.getByLabel('Folder').setInputFiles(join(folder, 'mybot'));
  await page.locator('.chosen', {hasText: /^mybot\.zip: \d+ files, \d+ kB$/}).waitFor();
  await assertGood(page);
  await page.getByRole('button', {name: 'Hand in'}).click();
  await page.locator('.letter', {hasText: 'mybot plays'}).waitFor(PATIENCE);
  await page.getByText('mybot plays.', {exact: true}).waitFor();
  await page.locator('.result td', {hasText: /^[12] of 2$/}).waitFor(PATIENCE);
  await page.locator('.chosen', {hasText: 'Nothing is chosen yet.'}).waitFor();
  await assertGood(page);
  if (process.env.PICTURES) await page.screenshot({path: join(process.env.PICTURES, 'answer-1200.png'), fullPage: true});
  // No storage of the page has the token.
  assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, '']);
  // The link leads to the games.
  const report = await page.locator('.result a', {hasText: 'mybot'}).getAttribute('href');
  const own = await open({httpCredentials: {username: 'ada', password: place.tokens.ada}}, report);
  await own.getByRole('heading', {name: 'Opponents, worst first'}).waitFor();
  await assertGood(own);
  await own.locator('a[href^="games/"]').first().click();
  await own.locator('.deal .play').first().waitFor();
  await assertGood(own);
  await own.close();
  await page.close();
});

test('a zip is handed in with the keyboard alone, on a phone', async () => {
  const page = await open({viewport: {width: 390, height: 800}});
  if (process.env.PICTURES) await page.screenshot({path: join(process.env.PICTURES, 'login-390.png'), fullPage: true});
  await page.getByLabel('Name').focus();
  await page.keyboard.type('bob');
  await page.keyboard.press('Tab');
  await page.keyboard.type(place.tokens.bob);
  await page.keyboard.press('Enter');
  await page.getByText('You are bob.').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.type), 'file');  // the next thing to do has the focus
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.accept), '.zip,.tgz,.gz');
  await page.getByLabel('Zip').setInputFiles(join(folder, 'other.zip'));  // the system's own dialog
  await page.locator('.chosen', {hasText: 'other.zip'}).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.letter').waitFor(PATIENCE);
  await assertGood(page);
  if (process.env.PICTURES) await page.screenshot({path: join(process.env.PICTURES, 'answer-390.png'), fullPage: true});
  await page.close();
});

test('what cannot be handed in is said before it is sent', async () => {
  const page = await open();
  await logIn(page, 'bob');
  const choose = async (file, words) => {
    await page.getByLabel('Zip').setInputFiles(join(folder, file));
    await page.locator('.chosen', {hasText: words}).waitFor();
    assert.equal(await page.getByRole('button', {name: 'Hand in'}).isDisabled(), true);
  };
  await choose('large.zip', 'It has 1.0 MB; at most 1 MB are taken.');
  await choose('season.toml', 'Expected a folder, or a file that ends in .zip, .tgz or .tar.gz.');
  await page.close();
});

test('files that changed after they were chosen are not sent as they were', {skip: FIREFOX && 'it reads what is there now'}, async () => {
  const page = await open();
  await logIn(page, 'bob');
  const changed = join(folder, '.changed');  // a hidden name is nothing special
  cpSync(join(folder, 'mybot'), changed, {recursive: true});
  await page.getByLabel('Folder').setInputFiles(changed);
  await page.locator('.chosen', {hasText: /^changed\.zip: \d+ files, /}).waitFor();
  writeFileSync(join(changed, 'agent.toml'), 'name = "changed"\n');
  await page.getByRole('button', {name: 'Hand in'}).click();
  await page.getByText('Its files have changed, or cannot be read. Choose them again.').waitFor();
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('an answer is awaited although the server fails now and then', async () => {
  const page = await open();
  await logIn(page, 'bob');
  await page.getByLabel('Zip').setInputFiles(join(folder, 'broken.zip'));
  await page.locator('.chosen', {hasText: 'broken.zip'}).waitFor();
  let failures = 0;
  await page.route('**/mine/*', route => ++failures <= 3 ? route.fulfill({status: 502}) : route.continue());
  await page.getByRole('button', {name: 'Hand in'}).click();
  await page.getByText('The server answered 502.').waitFor();
  await page.locator('.letter', {hasText: 'was not accepted'}).waitFor(PATIENCE);
  await page.locator('.chosen', {hasText: 'Nothing is chosen yet.'}).waitFor();
  await page.close();
});

test('no answer is awaited where the server gives none', async () => {
  const page = await open();
  await logIn(page, 'bob');
  await page.getByText('You are bob.').waitFor();
  await page.route('**/hand-in/*', route => route.fulfill({status: 201}));
  const answers = body => ({status: 200, contentType: 'application/json', body});
  for (const [answer, words] of [[{status: 403}, 'The server answered 403.'],
    [answers('<p>Please log in.'), 'The server answered with something that is no list.'],
    [answers('{}'), 'The server answered with something that is no list.']]) {
    await page.route('**/mine/answers.json', route => route.fulfill(answer));
    await page.getByLabel('Zip').setInputFiles(join(folder, 'broken.zip'));
    await page.getByRole('button', {name: 'Hand in'}).click();
    await page.locator('.result .bad', {hasText: words}).waitFor();
    await page.locator('.chosen', {hasText: 'Nothing is chosen yet.'}).waitFor();
    await page.unroute('**/mine/answers.json');
  }
  // A letter that is missing, or is another page.
  let item = '';
  await page.route('**/hand-in/*', route => { item = route.request().url().split('/').pop(); return route.fulfill({status: 201}); });
  await page.route('**/mine/answers.json', route =>
    route.fulfill(answers(JSON.stringify({answers: [{item, letter: 'none.md', verdict: 'refused', agent: ''}]}))));
  for (const [letter, words] of [[{status: 404}, 'The server answered 404.'],
    [{status: 200, contentType: 'text/html', body: 'x'}, 'The server answered with something that is no letter.']]) {
    await page.route('**/mine/none.html', route => route.fulfill(letter));
    await page.getByLabel('Zip').setInputFiles(join(folder, 'broken.zip'));
    await page.getByRole('button', {name: 'Hand in'}).click();
    await page.locator('.result .bad', {hasText: words}).waitFor();
    await page.locator('.chosen', {hasText: 'Nothing is chosen yet.'}).waitFor();
    await page.unroute('**/mine/none.html');
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a choice stays where another is begun and given up', {skip: FIREFOX && 'WebDriver BiDi tells of no dialog'}, async () => {
  const page = await open();
  await logIn(page, 'bob');
  const zip = page.getByLabel('Zip');
  await zip.setInputFiles(join(folder, 'broken.zip'));
  await page.locator('.chosen', {hasText: 'broken.zip'}).waitFor();
  const [dialog] = await Promise.all([page.waitForEvent('filechooser'), zip.click()]);
  assert.match(await page.locator('.chosen').textContent(), /^broken\.zip: /);
  assert.equal(await page.getByRole('button', {name: 'Hand in'}).isDisabled(), false);
  // The same file, chosen again, is read again.
  writeFileSync(join(folder, 'again.zip'), Buffer.alloc(5000));
  await dialog.setFiles(join(folder, 'again.zip'));
  await page.locator('.chosen', {hasText: 'again.zip: 5 kB'}).waitFor();
  writeFileSync(join(folder, 'again.zip'), Buffer.alloc(9000));
  const [other] = await Promise.all([page.waitForEvent('filechooser'), zip.click()]);
  await other.setFiles(join(folder, 'again.zip'));
  await page.locator('.chosen', {hasText: 'again.zip: 9 kB'}).waitFor();
  await page.close();
});

test('a refusal is shown with its reason, dropped files too', async () => {
  const page = await open({colorScheme: 'dark'});
  await logIn(page, 'bob');
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['no zip'], 'my broken bot.zip'));
    return transfer;
  });
  const loose = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['agent.toml', 'agent.py']) transfer.items.add(new File(['x'], name));
    return transfer;
  });
  await page.locator('.drop').dispatchEvent('drop', {dataTransfer: loose});
  await page.locator('.chosen', {hasText: 'Expected a folder, or a file that ends in .zip, .tgz or .tar.gz.'}).waitFor();
  await page.locator('.drop').dispatchEvent('drop', {dataTransfer: dropped});
  await page.locator('.chosen', {hasText: 'my-broken-bot.zip: 1 kB'}).waitFor();
  await page.getByRole('button', {name: 'Hand in'}).click();
  await page.locator('.letter', {hasText: 'was not accepted'}).waitFor(PATIENCE);
  await assertGood(page);
  if (process.env.PICTURES) await page.screenshot({path: join(process.env.PICTURES, 'refused-dark.png'), fullPage: true});
  await page.close();
});

test("an author's own pages", async () => {
  const page = await open({viewport: {width: 390, height: 800}, httpCredentials: {username: 'bob', password: place.tokens.bob}}, 'mine/');
  await page.getByRole('heading', {name: /^my-broken-bot-[0-9a-f]{8}\.zip was not accepted$/}).waitFor();
  await assertGood(page);
  if (process.env.PICTURES) await page.screenshot({path: join(process.env.PICTURES, 'mine-390.png'), fullPage: true});
  await page.goto(`${place.address}/`);
  await page.getByText('The season is open until 31 Dec 2099, 18:00 UTC.').waitFor();
  await assertGood(page);
  if (process.env.PICTURES) await page.screenshot({path: join(process.env.PICTURES, 'season-390.png'), fullPage: true});
  await page.close();
});

test('without script the page shows the command', async () => {
  const page = await open({javaScriptEnabled: false});
  await page.getByText(`curl -T mybot.zip -u NAME ${place.address}/hand-in/`).waitFor();
  await page.close();
});
