// danno.match and danno.show in JupyterLab, in a real browser: notebook.mjs PATH/TO/jupyter-lab. The wheel is installed
// where JupyterLab is. Run by .ci/nightly; .ci/browser installs the browser.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {chromium} from 'playwright-core';

const folder = mkdtempSync(join(tmpdir(), 'danno-notebook-'));
const cells = ['import danno\nresult = danno.match(["hold", "timid"], deals=50, isolation="none", seed="notebook")\nresult', 'danno.show(result.games[0])'];
writeFileSync(join(folder, 'match.ipynb'), JSON.stringify({nbformat: 4, nbformat_minor: 5,
  metadata: {kernelspec: {name: 'python3', display_name: 'Python 3', language: 'python'}},
  cells: cells.map((source, at) => ({cell_type: 'code', id: `cell${at}`, execution_count: null, metadata: {}, outputs: [], source}))}));

// It prints the address, with the port that it found free and its token.
function startLab() {
  const lab = spawn(process.argv[2], ['--no-browser', '--allow-root', '--ServerApp.root_dir=' + folder], {stdio: ['ignore', 'ignore', 'pipe']});
  return new Promise((resolve, reject) => {
    let log = '';
    lab.on('error', reject);
    lab.on('exit', () => reject(new Error(log)));
    lab.stderr.on('data', (text) => {
      log += text;
      const address = /http:\/\/127\.0\.0\.1:\d+\/lab\?token=\w+/.exec(log);
      if (address) resolve({lab, address: address[0].replace('/lab?', '/lab/tree/match.ipynb?')});
    });
  });
}

test('a match is a table, and a game plays in its cell', async () => {
  const {lab, address} = await startLab();
  const browser = await chromium.launch({executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox']});
  try {
    const page = await browser.newPage({viewport: {width: 1200, height: 1500}});
    page.setDefaultTimeout(120000);
    await page.goto(address);
    await page.getByText('| Idle').waitFor();  // the kernel's state in the bar below
    await page.locator('.jp-Notebook .jp-Cell').first().click();
    for (const _ of cells) await page.keyboard.press('Shift+Enter');
    await page.locator('.jp-OutputArea table').getByText('timid').waitFor();
    const game = page.frameLocator('.jp-OutputArea iframe');
    const state = game.getByText('to play').first();
    await state.waitFor();
    const before = await game.locator('body').innerText();
    await game.getByRole('button', {name: 'Next mistake'}).click();
    assert.notEqual(await game.locator('body').innerText(), before);
    assert.equal(await page.locator('[data-mime-type*=error], [data-mime-type*=stderr]').count(), 0);
  } finally {
    await browser.close();
    lab.removeAllListeners('exit');
    const ended = new Promise((resolve) => lab.on('exit', resolve));
    lab.kill();
    await ended;
    rmSync(folder, {recursive: true, force: true});
  }
});
